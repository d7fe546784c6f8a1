'use strict'

const { textCr, textCrlf } = require('../pages')

const lorem = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore. '
const chinese = '模板的静态文本只编码一次。Größe, naïve café, “quotes” \\ "x" 🎉 Ωmega. '
const lines = (count, line) => Array.from({ length: count }, (_, i) => line(i)).join('')

const large = `<!doctype html>
<article>
${lines(80, (i) => `<p id="p${i}">${chinese}${lorem}</p>\n`)}<%= x %>
${lines(40, (i) => `<p class='q${i}'>${lorem}</p>\n`)}</article>
`

const inLoop = `<% for (const item of items) { %><section title="<%= item %>">${chinese.repeat(10)}<%= item %></section>
<% } %><% function block (t) { %><div>${lorem.repeat(8)}<%= t %></div><% } %><% block(1); block(2) %>`

/** @returns {string} text of so many bytes and fewer characters */
const ofBytes = (count) => 'é'.repeat(64) + 'a'.repeat(count - 128)

const values = [{ x: '<x>' }, { x: '' }, { x: '汉🎉' }, { x: 0 }]

module.exports = [
  ['an empty template', '', [{}]],
  ['a template of white space', ' \t\n\n  \n\t', [{}]],
  ['a template without tags', '<p>No tags at all, only text — with “typographic” quotes.</p>\n', [{}]],
  ['text that looks like code', `\\ \\\\ \\n \\u0041 \\x41 \\" \\' " ' \` \${x} #{x} {{x}} */ /* // <!-- --> </script> <script>
C:\\temp\\new "quoted \\" text" 'it''s' %d %s 100% <% %>50%>%< < % = > <x %>$& $1 $$ \\
<%= x %>\\<%= x %>"<%= x %>'<%= x %>\`
`, values],
  ['text of many lines', 'one\ntwo\n\nthree\n\n\n<%= x %>\n\nfour\n', values],
  ['CRLF line ends', textCrlf, [{ items: ['a\r\nb', 'c'] }, { items: [] }]],
  ['CR line ends', textCr, [{ items: ['a', 'b'] }]],
  ['byte order marks', '\ufeff<p><%= x %></p>\n<%- include("partials/bom") %>\ufeff\n', values],
  ['tabs', '\t<%= x %>\t\n\t\t<% if (x) { %>\t\n\t\tyes\t\n\t\t<% } %>\t\n', values],
  ['separators, controls and text outside ASCII', `<p>line\u2028separator\u2029paragraph</p>
<p>\u0000\u0001\u007f\u0085\u00a0\ufeff</p>
<p>汉字 🎉 👩\u200d👩\u200d👧 é ﷽ עברית 👍🏽</p>
<%= "\u2028" + x + "汉🎉" %>
<% // a comment ends at the separator\u2028var late = "ran" %><%= late %>
`, values],
  ['long ASCII text', `<p>${lorem.repeat(6)}</p>\n<%= x %>\n<p>${lorem.repeat(6)}</p>`, values],
  ['long text outside ASCII', `<p><%= x %></p><p>${chinese.repeat(16)}</p><p><%- x %></p>${chinese.repeat(4)}<%= x %>`, values],
  ['large text', large, values],
  ['long text in a loop and in a function', inLoop, [{ items: [1, '<2>', '三'] }, { items: [] }]],
  ['text one byte below the threshold of fragments', `<%= x %>${ofBytes(255)}<%= x %>`, values, { spliced: 0 }],
  ['text at the threshold of fragments', `<%= x %>${ofBytes(256)}<%= x %>`, values, { spliced: 1 }],
  ['text one byte above the threshold of fragments', `<%= x %>${ofBytes(257)}<%= x %>`, values, { spliced: 1 }],
  ['a surrogate pair from two tags is one character', `<%= high %><%- low %>|<%- high %><%- low %>|${'x'.repeat(600)}<%- low %>`, [{ high: '\ud83c', low: '\udf89' }, { high: '\ud83c', low: 'x' }, { high: '', low: '\udf89' }]]
]
