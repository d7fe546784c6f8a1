'use strict'

const broken = {
  'a brace that is not closed': 'syntax-unbalanced',
  'a brace that is not opened': 'syntax-extra-brace',
  'a tag that is not closed': 'syntax-no-close',
  'a statement tag that is not closed': 'syntax-no-close-statement',
  'a tag in a tag': 'syntax-nested-tag',
  'an empty tag without a space': 'syntax-empty-escaped',
  'an empty tag without a space before another tag': 'syntax-empty-adjacent',
  'a bad expression': 'syntax-bad-expression',
  'two semicolons in an expression': 'syntax-two-semicolons',
  'a semicolon before a comment in an expression': 'syntax-semicolon-before-comment',
  'a statement in an expression': 'syntax-statement-in-expression',
  'await without async': 'syntax-await',
  'await in a function that is not async': 'syntax-await-in-function',
  'a name declared twice': 'syntax-redeclared',
  'break outside of a loop': 'syntax-break',
  'a string that is not closed': 'syntax-unterminated-string',
  'a comment that is not closed': 'syntax-unterminated-comment',
  'a bad regular expression': 'syntax-bad-regex',
  'else after white space': 'syntax-else-on-own-line',
  import: 'syntax-import',
  'a reserved word': 'syntax-reserved',
  'a closing tag in a string': 'syntax-close-in-string',
  'an HTML-like comment in an expression': 'syntax-html-comment-in-expression',
  'a syntax error in an include': 'syntax-include-broken'
}

module.exports = [
  ...Object.entries(broken).map(([name, view]) => ({ name, view, locals: [{ x: 1, y: 2, items: [] }], throws: true })),
  { name: 'await without async, with compileDebug: false', view: 'syntax-await', options: { compileDebug: false }, locals: [{ x: 1 }], throws: true },
  { name: 'a syntax error in an async template', view: 'syntax-unbalanced', options: { async: true }, locals: [{ x: 1 }], throws: true },
  { name: 'an octal number in sloppy code', view: 'syntax-octal', locals: [{}] },
  { name: 'an octal number in strict code', view: 'syntax-octal', options: { strict: true }, locals: [{}], throws: true },
  { name: 'with in strict code', view: 'scope-with', options: { strict: true }, locals: [{}], throws: true },
  { name: 'braces that close the code around the template', view: 'syntax-breaks-out', locals: [{}] },
  { name: 'parentheses that close the code around an expression', view: 'syntax-breaks-out-of-append', locals: [{}] }
]
