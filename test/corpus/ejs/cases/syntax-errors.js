'use strict'

const { scopeWith } = require('../pages')

const syntaxAwait = '<p><%= await x %></p>\n'
const syntaxUnbalanced = '<% if (x) { %>\n<p>never closed</p>\n'
const syntaxOctal = '<%= 010 %>\n'

const broken = {
  'a brace that is not closed': syntaxUnbalanced,
  'a brace that is not opened': '<p><% } %></p>\n',
  'a tag that is not closed': '<p><%= x </p>\n',
  'a statement tag that is not closed': '<p>\n<% if (x) {\n</p>\n',
  'a tag in a tag': '<% if (x) { <%= x %> } %>\n',
  'an empty tag without a space': '<p><%=%></p>',
  'an empty tag without a space before another tag': '<p><%=%></p><% x %>\n',
  'a bad expression': '<p><%= x y %></p>\n',
  'two semicolons in an expression': '<%= x;; %>\n',
  'a semicolon before a comment in an expression': '<%= x; // note %>\n',
  'a statement in an expression': "<%= if (x) { 'y' } %>\n",
  'await without async': syntaxAwait,
  'await in a function that is not async': '<% items.forEach((item) => { %><%= await item %><% }) %>\n',
  'a name declared twice': '<% let x = 1 %><% let x = 2 %>\n',
  'break outside of a loop': '<% break %>\n',
  'a string that is not closed': "<%= 'x %>\n",
  'a comment that is not closed': '<% /* never closed %>text\n',
  'a bad regular expression': '<%= /(/ %>\n',
  'else after white space': '<% if (x) { %>a<% } %>\n<% else { %>b<% } %>\n',
  import: "<% import x from 'y' %>\n",
  'a reserved word': '<% const class = 1 %>\n',
  'a closing tag in a string': "<%= '%>' %>\n",
  'an HTML-like comment in an expression': '<%= x<!--y %>\n',
  'a syntax error in an include': "<p>fine</p>\n<%- include('syntax-unbalanced') %>\n"
}

module.exports = [
  ...Object.entries(broken).map(([name, page]) => [name, page, [{ x: 1, y: 2, items: [] }], { throws: true }]),
  ['await without async, with compileDebug: false', syntaxAwait, [{ x: 1 }], { options: { compileDebug: false }, throws: true }],
  ['a syntax error in an async template', syntaxUnbalanced, [{ x: 1 }], { options: { async: true }, throws: true }],
  ['an octal number in sloppy code', syntaxOctal, [{}]],
  ['an octal number in strict code', syntaxOctal, [{}], { options: { strict: true }, throws: true }],
  ['with in strict code', scopeWith, [{}], { options: { strict: true }, throws: true }],
  ['braces that close the code around the template', '<% } %> outside of with <% { %>\n', [{}]],
  ['parentheses that close the code around an expression', '<%- \'a\') ; __append(\'b\' %> <%= \'c\')) ; ((  \'d\' %>\n', [{}]]
]
