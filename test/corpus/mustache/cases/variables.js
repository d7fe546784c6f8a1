'use strict'

const values = [
  '', 'text', '<b> & "q" \'s\' `t` /=', 0, -1, 1.5, NaN, Infinity, 10n, true, false, null, undefined,
  [], [1, [2, '<']], {}, { toString: () => '<i>' }, new Date(0), /<x>/, Symbol.iterator, Object('<s>')
]

const each = values.map((value) => ({ value }))

module.exports = {
  each,
  cases: {
    'raw with braces': { page: '[{{{value}}}]', locals: each.filter(({ value }) => typeof value !== 'symbol') },
    'raw with an ampersand': { page: '[{{&value}}|{{& value }}]', locals: each.filter(({ value }) => typeof value !== 'symbol') },
    'a raw symbol': { page: '{{{value}}}', locals: [{ value: Symbol('s') }], throws: true },
    'an object without a prototype': { page: '{{value}}', locals: [{ value: Object.create(null) }], throws: true },
    'dotted names of primitives and functions': { page: '{{s.length}}|{{s.0}}|{{n.x}}|{{f.own}}|{{f.name}}|{{b.length}}', locals: [{ s: 'four', n: 1, f: Object.assign(function named () {}, { own: 'o' }), b: true }] },
    'dotted names of what overrides hasOwnProperty': { page: '[{{f.own}}{{g.own}}]', locals: [() => ({ f: Object.assign(() => {}, { own: 1, hasOwnProperty: null }), g: Object.assign(() => {}, { own: 2, hasOwnProperty: () => false }) })] },
    'a dotted name of what overrides hasOwnProperty by no function': { page: '{{f.own}}', locals: [() => ({ f: Object.assign(() => {}, { own: 1, hasOwnProperty: 1 }) })], throws: true },
    'the locals themselves': { page: '{{.}}', locals: [{ toString: () => '<whole>' }] },
    'inherited values': { page: '{{a}}{{toString}}', locals: [() => ({ in: 1, __proto__: { a: 'inherited' } })] }
  }
}
