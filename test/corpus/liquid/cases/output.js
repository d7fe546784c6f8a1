'use strict'

const { long } = require('../long')

const locals = () => ({
  s: '<"&\'>',
  n: 1.5,
  zero: 0,
  yes: true,
  no: false,
  nil: null,
  empty: '',
  list: ['a', ['b', null, 'c'], 1, { toString: () => 'o' }],
  object: { a: { b: ['x', 'y', { c: 'deep' }] }, 'a-b': 1, size: 7, first: 'f', key: 'a' },
  key: 'a',
  big: 12n,
  date: new Date(0),
  symbol: Object(Symbol.iterator).description,
  fn: () => 'called',
  method: { x: 2, get () { return this.x } },
  long: long('<i>')
})

const paths = [
  's', 'n', 'zero', 'yes', 'no', 'nil', 'empty', 'list', 'object', 'big', 'fn', 'method.get', 'missing', 'missing.a.b',
  'object.a.b', 'object.a.b[2].c', 'object["a-b"]', 'object.a-b', 'object[key].b.first', 'object[object.key].b[1]',
  'object.size', 'object.first', 'object.last', 'list.size', 'list.first', 'list.last', 'list[1][0]', 'list[-1]', 'list[9]', 's.size',
  's[0]', 's.length', '["s"]', '"a".size', '"quoted \\" \\n \\u00e9"', "'single'", '1', '-1.5', '1e3', 'true', 'nil', 'empty', 'blank',
  '(1..3)', '(zero..n)', '(1..3).size', 'object.a["b"][0]', 'object.constructor', 'object.__proto__', 'object.hasOwnProperty', 'constructor', 'toString'
]

module.exports = [
  { name: 'text alone', page: 'no template at all' },
  { name: 'nothing', page: '' },
  { name: 'long text alone', page: long(), spliced: true },
  { name: 'text and value', page: `${long()}{{ s }}${long()}`, locals, spliced: true },
  { name: 'beyond ASCII', page: `${long('漢字 é 😀')}{{ s }}\ud83d\ude00`, locals, spliced: true },
  { name: 'half a character on each side', page: `${long('\ud83d')}{{ low }}\ud83d{{ low }}{{ high }}\ude00`, locals: () => ({ low: '\ude00', high: '\ud83d' }) },
  ...paths.map((path) => ({ name: `{{ ${path} }}`, page: `[{{ ${path} }}|{{ ${path} | upcase }}|{{- ${path} | append: ${path} -}}]`, locals })),
  { name: 'nothing to print', page: '[{{ "" }}{{ nil }}{% echo %}]' },
  { name: 'odd syntax', page: '{ { s } } { {{ s }} } }} {{ s }}}} %} {{s}}{{s }}{{ s}}', locals },
  { name: 'echo', page: `{% echo s %}{% echo s | upcase | append: "!" %}{% echo %}${long()}`, locals },
  { name: 'raw', page: `{% raw %}{{ s }} {% if %} ${long()}{% endraw %}[{%- raw %} {{ x }} {% endraw -%} ]{{ s }}`, locals, spliced: true },
  { name: 'comment', page: `a{% comment %} {{ s }} {% if x %} ${long()}{% endcomment %}b{% # inline {{ s }} %}c{% #\n# two\n# lines\n%}`, locals },
  { name: 'text beside comments and raw is one fragment', page: `${'x'.repeat(100)}{% comment %}y{% endcomment %}${'x'.repeat(100)}{% raw %}${'{{ z }}'.repeat(20)}{% endraw %}`, spliced: true },
  { name: 'liquid tag', page: `{% liquid\n  assign x = 1\n  if x == 1\n    echo "one " \n    echo s | upcase\n  endif\n  for i in (1..3)\n    echo i\n  endfor\n  # comment\n%}${long()}`, locals },
  { name: 'long value', page: '{{ long }}{{ long | upcase }}{{ long }}', locals }
]
