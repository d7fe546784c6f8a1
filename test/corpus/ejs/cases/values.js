'use strict'

const converting = { toString: () => '<toString>', valueOf: () => '<valueOf>' }
const primitive = { [Symbol.toPrimitive]: (hint) => `<${hint}>` }

const plain = [
  null, undefined, NaN, 0, -0, 1.5, 1e21, -1e-7, Infinity, true, false, 10n, '', ' ', '0', '<b>"x" & \'y\'</b>', '&amp;',
  [], [1, [2, [3]]], [null, undefined, '<a>'], {}, { toString: () => '<string>' }, { valueOf: () => 42 }, converting, primitive,
  new Date(0), new Date(NaN), () => '<arrow>', function named (a) { return a }, /<re>/g, new Error('<message>'), new Map([[1, 2]]),
  Object.assign([1, 2], { toString: () => '<own>' }), new String('<boxed>'), Buffer.from('<bytes>'), new URL('http://a.b/?x=1&y=2'), // eslint-disable-line no-new-wrappers
  'line\u2028and\u2029paragraph', '汉字', 'emoji 🎉👩‍👩‍👧', 'lone \ud83c high', 'lone \udf89 low', 'NUL \u0000', 'tab\tCR\rLF\n', '\u00a0\ufeff',
  '\\ ` $' + '{x} %> <% </script>', '$& $1 $$'
]

const long = ['x'.repeat(70000), '<&>'.repeat(30000), '汉🎉'.repeat(20000), '\ud83c'.repeat(70000)]

function marking () {
  const calls = []
  return { calls, mark: (name) => { calls.push(name); return `<${name}>` } }
}

const value = Object.create(null)

module.exports = [
  { name: 'values of every type', view: 'values-all', locals: [{ values: plain }] },
  { name: 'values of every type, concatenated', view: 'values-concatenated', locals: [{ values: plain }] },
  { name: 'values of every type, each the whole page', view: 'values-direct', locals: plain.map((value) => ({ value })) },
  { name: 'values of every type, between text', view: 'values-mixed', locals: plain.map((value) => ({ value })) },
  { name: 'long strings', view: 'values-mixed', locals: long.map((value) => ({ value })) },
  { name: 'literals', view: 'values-literals', locals: [{}] },
  { name: 'an escaped symbol', view: 'values-symbol-escaped', locals: [{ symbol: Symbol('<s>') }] },
  { name: 'a raw symbol', view: 'values-symbol-raw', locals: [{ symbol: Symbol('<s>') }], throws: true },
  { name: 'an escaped object that has no primitive value', view: 'values-no-primitive', locals: [{ value }, { value: [value] }], throws: true },
  { name: 'a raw object that has no primitive value', view: 'values-no-primitive-raw', locals: [{ value }, { value: [value] }], throws: true },
  { name: 'the order in which values are computed', view: 'values-order', locals: [marking] }
]
