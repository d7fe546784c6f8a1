'use strict'

const { long } = require('../long')

const locals = () => ({ s: 'x', list: [1, 2] })
const page = ` \n a \n {%- if s -%} \n b \n {{- s -}} \n c \n {%- endif -%} \n ${long()} \n {% for i in list %} \n {{ i }} \n {% endfor %} \n {%- assign x = 1 %} \n {%- comment -%} \n d \n {%- endcomment -%} \n {{ s }} \n{%- raw %} \n {{ e }} \n {% endraw -%} \n `

const options = [
  {}, { greedy: false }, { trimTagLeft: true }, { trimTagRight: true }, { trimOutputLeft: true }, { trimOutputRight: true },
  { trimTagLeft: true, trimTagRight: true, trimOutputLeft: true, trimOutputRight: true },
  { trimTagLeft: true, trimTagRight: true, trimOutputLeft: true, trimOutputRight: true, greedy: false }
]

module.exports = [
  ...options.map((options) => ({ name: `white space with ${JSON.stringify(options)}`, page, options, locals, spliced: true })),
  { name: 'all of a text is trimmed', page: '[{{ s -}}   \n  {{- s }}]{%- if s -%}   {%- endif -%}.', locals },
  { name: 'no-break and other spaces', page: 'a\u00a0\u2003{{- s -}}\u00a0\ufeff\u3000b\t{{- s -}}\r\n c', locals },
  { name: 'line ends', page: 'a\r\n{% if s %}\r\nb\r\n{% endif %}\r\nc\r{{ s }}\n', locals },
  { name: 'delimiters', page: `<% if s %><$ s $>{{ s }}{% if %}<%- else -%>b<% endif %>${long()}`, options: { tagDelimiterLeft: '<%', tagDelimiterRight: '%>', outputDelimiterLeft: '<$', outputDelimiterRight: '$>' }, locals, spliced: true }
]
