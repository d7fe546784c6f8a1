'use strict'

const { long } = require('../long')

module.exports = [
  { name: 'empty', page: '', spliced: 0 },
  { name: 'short text', page: 'Hello', spliced: 0 },
  { name: 'long text', page: long(), spliced: 1 },
  { name: 'text with what JavaScript escapes', page: `\\ " ' \` \${x} \n \r\n \r \t \0 \u2028 \u2029 \\n \\u0041 ${long()}`, spliced: 1 },
  { name: 'long text beyond ASCII', page: '世界😀é'.repeat(80), spliced: 1 },
  { name: 'half a character at the end', page: `${long()}\uD83D`, spliced: 0 },
  { name: 'half a character before a value', page: `${long()}\uD83D{{ low }}\uDE00`, locals: () => ({ low: '\uDE00' }), spliced: 0 },
  { name: 'halves in values around long text', page: `{{ high }}${long()}{{ low }}`, locals: () => ({ high: '\uD83D', low: '\uDE00' }), spliced: 1 },
  { name: 'a byte order mark', page: `\uFEFF${long()}`, spliced: 1 },
  { name: 'text around a comment', page: `${'a'.repeat(200)}{# one #}{# two #}${'b'.repeat(200)}`, spliced: 1 },
  { name: 'comments', page: `a{# {{ x }} #}b{#- c -#} d {#\n\n#}${long()}{# {% if %} #}`, spliced: 1 },
  { name: 'whitespace control', page: `a  {%- if true -%}  b ${long()} {%- endif -%}\n c {{- 1 -}} d {#- e -#} f`, spliced: 1 },
  { name: 'raw', page: `{% raw %}{{ x }}{% if %}${long()}{% endraw %}{% raw %}a{% raw %}b{% endraw %}c{% endraw %}`, spliced: 1 },
  { name: 'verbatim', page: `{% verbatim %}{{ x }} {% raw %} ${long()}{% endverbatim %}`, spliced: 1 },
  { name: 'text that imitates what is generated', page: `output += "x"; cb(null, output); var output = ""; frame.set("loop.index", 1); ${long()}{{ 1 }}`, spliced: 1 },
  { name: 'text like names in code', page: `header__brand output ${long()}{{ 1 }}`, spliced: 1 },
  { name: 'long text many times', page: `{% for i in [1, 2, 3] %}${long()}{% endfor %}`, spliced: 3 },
  { name: 'long text between values', page: `{{ a }}${long('1')}{{ b }}${long('2')}{{ a }}{{ b }}`, locals: () => ({ a: 1, b: '<' }), spliced: 2 },
  { name: 'lines', page: `a\nb\r\nc\rd\n\n{{ 1 }}\n${long()}\n`, spliced: 1 }
]
