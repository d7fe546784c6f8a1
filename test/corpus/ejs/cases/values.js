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

module.exports = {
  plain,
  marking () {
    const calls = []
    return { calls, mark: (name) => { calls.push(name); return `<${name}>` } }
  },
  each: plain.map((value) => ({ value })),
  bare: Object.create(null),
  symbol: Symbol('<s>')
}
