'use strict'

const values = [
  '', 'text', 0, 5, NaN, 10n, true, false, null, undefined, [], [1, 2], [[1], [2, 3]], [true, false], ['<a>', ''],
  {}, { x: 'own' }, [{ x: 1 }, {}, { x: null }], new Map(), new Set([1]), Object('s'), Symbol('s')
]
const each = values.map((value) => ({ value, x: 'outer' }))
const rows = { rows: Array.from({ length: 30 }, (_, id) => ({ id, name: `<${id}>`, left: id % 2 === 0 })), title: 'T' }
const nulls = [{ rows: [1, null], x: 1 }]

module.exports = [
  { name: 'of every value', page: '[{{#value}}({{x}}){{/value}}]', locals: each },
  { name: 'inverted, of every value', page: '[{{^value}}({{x}}){{/value}}]', locals: each },
  { name: 'both', page: '{{#value}}yes{{/value}}{{^value}}no{{/value}}', locals: each },
  { name: 'the item itself', page: '{{#value}}[{{.}}]{{{.}}}{{&.}}{{/value}}', locals: [{ value: ['<', 1, 'x', true] }, { value: 'text' }, { value: 7 }, { value: [['a'], ['b', 'c']] }] },
  { name: 'lists of lists', page: '{{#value}}<{{#.}}{{.}},{{/.}}>{{/value}}', locals: [{ value: [[1, 2], [], [3]] }] },
  { name: 'an inverted item', page: '{{#value}}{{^.}}none{{/.}}{{/value}}', locals: [{ value: [0, 1, '', [], {}] }] },
  { name: 'a table', page: '<h1>{{title}}</h1>\n<ul>\n{{#rows}}\n  <li class="{{title}}">{{id}} {{name}}{{#left}} left{{/left}}{{^left}} gone{{/left}}</li>\n{{/rows}}\n</ul>\n', locals: [rows] },
  { name: 'a name twice in an item', page: '{{#rows}}{{id}}{{name}}{{id}}{{/rows}}', locals: [rows] },
  { name: 'names of outer scopes', page: '{{#a}}{{one}}{{#b}}{{one}}{{two}}{{#c}}{{one}}{{two}}{{three}}{{/c}}{{/b}}{{/a}}', locals: [{ a: { one: 1, b: { two: 2, c: { three: 3 } } } }] },
  { name: 'of dotted names', page: '{{#a.b}}{{c}}{{/a.b}}{{^a.x}}no{{/a.x}}{{#a.list}}{{.}}{{/a.list}}', locals: [{ a: { b: { c: 1 }, list: [1, 2] } }] },
  { name: 'the length of a string is not looked up', page: '{{#length}}{{length}}{{/length}}', locals: [{ length: '100 yards' }] },
  { name: 'an undefined value hides an outer one', page: '{{#in}}[{{a}}]{{/in}}', locals: [{ a: 'outer', in: { a: undefined } }] },
  { name: 'alone on their lines', page: 'a\n{{#x}}\n  b\n  {{^y}}\n c\n\t{{/y}}\n{{/x}}\nd', locals: [{ x: true }] },
  { name: 'alone on their lines, CRLF', page: 'a\r\n{{#x}}\r\n  b\r\n{{/x}}\r\nd', locals: [{ x: [1, 2] }] },
  { name: 'not alone on their lines', page: ' {{#x}} b {{/x}} c {{#x}}\n{{/x}}\n  {{#x}}{{/x}}  \n', locals: [{ x: true }] },
  { name: 'without text', page: '{{#x}}{{/x}}{{^y}}{{/y}}', locals: [{ x: [1, 2] }] },
  { name: 'white space in names', page: '{{# x }}a{{/ x }}{{^ y }}b{{/ y}}', locals: [{ x: true }] },
  { name: 'a list that grows meanwhile', page: '{{#list}}{{grow}}{{/list}}', locals: [() => { const list = [1, 2]; return { list, grow () { list.push(3); return list.length } } }] },
  { name: 'a list with holes', page: '{{#list}}[{{.}}]{{/list}}', locals: [{ list: Array.from({ 1: 'b', length: 3 }) }] },
  { name: 'null in a list, looked into', page: '{{#rows}}{{x}}{{/rows}}', locals: nulls, throws: true },
  { name: 'null in a list, looked into twice', page: '{{#rows}}{{x}}{{#x}}{{/x}}{{/rows}}', locals: nulls, throws: true },
  { name: 'null in a list, below', page: '{{#rows}}{{#.}}{{x}}{{/.}}{{/rows}}', locals: nulls },
  { name: 'null in a list, with dots', page: '{{#rows}}{{x.y}}{{.}}{{/rows}}', locals: [{ rows: [null, undefined, 1], x: { y: 'outer' } }] },
  { name: 'an object that answers to every name', page: '{{#any}}{{name}}{{#name}}{{/name}}{{/any}}', locals: [() => ({ name: 'outer', any: new Proxy({}, { get: (target, key) => typeof key === 'string' ? 'proxy' : undefined }) })] }
]
