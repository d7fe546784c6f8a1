'use strict'

const items = ['one', 'two & three', '', '<four>']

module.exports = [
  {
    name: 'every kind of tag',
    view: 'tags-every',
    locals: [{ title: 'Ships & <crews>', html: '<b>"bold"</b>' }, { title: '', html: null }]
  },
  { name: 'literal tags', view: 'tags-literal', locals: [{ x: '<x>' }] },
  { name: 'closing tags without an opening tag', view: 'tags-stray-close', locals: [{ x: 1 }] },
  { name: 'comments', view: 'tags-comment', locals: [{ x: 1 }] },
  { name: 'trimmed line ends', view: 'tags-trim', locals: [{ items }, { items: [] }] },
  { name: 'a trim that meets a literal tag', view: 'tags-trim-literal', locals: [{ x: 1 }] },
  { name: 'slurped white space', view: 'tags-slurp', locals: [{ items }, { items: [] }] },
  { name: 'empty tags', view: 'tags-empty', locals: [{}] },
  { name: 'adjacent tags', view: 'tags-adjacent', locals: [{ a: '<a>', b: '<b>', c: null }, { a: 1, b: 2, c: 3 }] },
  { name: 'a single escaped tag', view: 'tags-single', locals: [{ x: '<x>' }, { x: '' }, { x: null }] },
  { name: 'a single raw tag', view: 'tags-single-raw', locals: [{ x: '<x>' }, { x: '' }, { x: undefined }] },
  { name: 'semicolons at the end of a tag', view: 'tags-semicolons', locals: [{ a: 1, b: '<2>' }] },
  { name: 'commas are argument separators', view: 'tags-comma', locals: [{ a: 'first', b: 'second' }] },
  { name: 'line comments', view: 'tags-line-comments', locals: [{ a: '<a>', b: '<b>' }] },
  { name: 'block comments around text', view: 'tags-block-comment', locals: [{ a: '<a>' }] },
  { name: 'a template literal across tags', view: 'tags-across-template-literal', locals: [{ x: '<x>' }] },
  { name: 'HTML-like comments in code', view: 'tags-annex-b-comments', locals: [{}] },
  { name: 'object literals', view: 'tags-object-literal', locals: [{ x: 'X' }] },
  { name: 'arrow functions in expressions', view: 'tags-arrow', locals: [{ x: 21 }] },
  {
    name: 'regular expressions with quotes and delimiters',
    view: 'tags-regex',
    locals: [{ q: 'say "hi", 100% [a/b]' }, { q: 'plain' }]
  },
  { name: 'else after text is a syntax error', view: 'tags-if-without-braces', locals: [{ x: 1 }], throws: true },
  { name: 'statements without braces do not guard text', view: 'tags-if-empty-statement', locals: [{ x: 1 }, { x: 0 }] },
  { name: 'white space inside tags', view: 'tags-whitespace', locals: [{ x: 20 }] },
  {
    name: 'tags in scripts, styles, attributes and comments',
    view: 'tags-in-markup',
    locals: [{ state: { width: 3, url: '/?a=1&b="2"', open: true }, text: '</script>\'"\\' }]
  }
]
