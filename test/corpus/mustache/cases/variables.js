'use strict'

const values = [
  '', 'text', '<b> & "q" \'s\' `t` /=', 0, -1, 1.5, NaN, Infinity, 10n, true, false, null, undefined,
  [], [1, [2, '<']], {}, { toString: () => '<i>' }, new Date(0), /<x>/, Symbol.iterator, Object('<s>')
]
const each = values.map((value) => ({ value }))

module.exports = [
  { name: 'escaped', page: '[{{value}}]', locals: each },
  { name: 'raw with braces', page: '[{{{value}}}]', locals: each.filter(({ value }) => typeof value !== 'symbol') },
  { name: 'raw with an ampersand', page: '[{{&value}}|{{& value }}]', locals: each.filter(({ value }) => typeof value !== 'symbol') },
  { name: 'a raw symbol', page: '{{{value}}}', locals: [{ value: Symbol('s') }], throws: true },
  { name: 'an object without a prototype', page: '{{value}}', locals: [{ value: Object.create(null) }], throws: true },
  { name: 'white space in tags', page: '{{ a }}{{  a\t}}{{\na\n}}{{{ a }}}{{&  a  }}', locals: [{ a: '<' }] },
  { name: 'names that are not identifiers', page: '{{a-b}}{{1}}{{a b}}{{@x}}{{"q"}}{{é}}{{汉}}{{$}}{{constructor}}', locals: [{ 'a-b': 1, 1: 2, 'a b': 3, '@x': 4, '"q"': 5, é: 6, 汉: 7, $: 8 }] },
  { name: 'an empty name', page: '[{{}}|{{ }}]', locals: [{}, { '': 'empty' }] },
  { name: 'missing names', page: '[{{a}}{{{b}}}{{&c}}{{a.b}}]' },
  { name: 'dotted names', page: '{{a.b.c}}|{{a.b}}|{{{a.x}}}|{{a.b.c.length}}|{{a.n.toFixed}}', locals: [{ a: { b: { c: '<c>' }, n: 5 } }, { a: { b: null } }, { a: 'text' }, {}] },
  { name: 'dotted names of primitives and functions', page: '{{s.length}}|{{s.0}}|{{n.x}}|{{f.own}}|{{f.name}}|{{b.length}}', locals: [{ s: 'four', n: 1, f: Object.assign(function named () {}, { own: 'o' }), b: true }] },
  { name: 'dotted names of what overrides hasOwnProperty', page: '[{{f.own}}{{g.own}}]', locals: [() => ({ f: Object.assign(() => {}, { own: 1, hasOwnProperty: null }), g: Object.assign(() => {}, { own: 2, hasOwnProperty: () => false }) })] },
  { name: 'a dotted name of what overrides hasOwnProperty by no function', page: '{{f.own}}', locals: [() => ({ f: Object.assign(() => {}, { own: 1, hasOwnProperty: 1 }) })], throws: true },
  { name: 'odd dots', page: '[{{.a}}|{{a.}}|{{a..b}}|{{..}}|{{...}}]', locals: [{ '.a': 1, a: { '': { b: 2 } } }] },
  { name: 'dotted names look in each scope', page: '{{#in}}{{a.b}}{{a.c}}{{/in}}', locals: [{ a: { b: 1, c: 2 }, in: { a: { c: 3 } } }, { a: { b: 1 }, in: { a: { b: undefined } } }, { a: { b: 1 }, in: { a: null } }] },
  { name: 'the locals themselves', page: '{{.}}', locals: [{ toString: () => '<whole>' }] },
  { name: 'inherited values', page: '{{a}}{{toString}}', locals: [() => ({ in: 1, __proto__: { a: 'inherited' } })] },
  { name: 'text outside ASCII', page: '汉字🎉 {{a}} \u2028 \ufeff é', locals: [{ a: '🎉汉\ud800' }] },
  { name: 'halves of a character', page: '{{a}}{{b}}|{{{a}}}{{{b}}}|{{b}}', locals: [{ a: '\ud83c', b: '\udf89' }] },
  { name: 'no tag', page: 'just { text } }} and { { braces\r\n' },
  { name: 'nothing', page: '' },
  { name: 'comments', page: 'a{{! comment }}b{{!\nlong\n}}c\n  {{! alone }}\nd {{!{{a}} }}', locals: [{ a: 1 }] },
  { name: 'comments between text', page: '<b>{{!x}}</b>\n{{!x}}\n<i>{{!x}}</i>' },
  { name: 'names that engines keep', page: '{{hasOwnProperty}}|{{__proto__}}|{{constructor.name}}|{{valueOf}}|{{a}}{{a}}', locals: [{ a: 1 }] }
]
