'use strict'

const path = require('node:path')

const views = path.join(__dirname, '..', 'views')
const items = ['one', '<two>', '']
const x = '<x> & "y"'

const shout = (value) => String(value).toUpperCase()
const bracket = (value) => value == null ? 'nothing' : `[${value}]`

const nonStrings = {
  null: null,
  undefined,
  number: 42,
  object: { toString: () => 'toString', valueOf: () => 'valueOf' },
  array: [1, [2, 3]],
  false: false
}

class Page {
  constructor () { this.own = 'own' }
  get inherited () { return 'inherited' }
  method () { return `method of ${this.own}` }
}

module.exports = [
  { name: 'delimiter', view: 'options-delimiter', options: { delimiter: '?' }, locals: [{ x }], engines: ['5', '6', '7'] },
  { name: 'delimiter: EJS 3 and 4 slurp <%_ only', view: 'options-delimiter', options: { delimiter: '?' }, locals: [{ x }], engines: ['3', '4'] },
  { name: 'delimiter that is special in patterns', view: 'options-delimiter-dollar', options: { delimiter: '$' }, locals: [{ x }] },
  { name: 'open and close delimiters', view: 'options-delimiters', options: { openDelimiter: '{', closeDelimiter: '}' }, locals: [{ x }] },
  {
    name: 'all three delimiters',
    view: 'options-delimiters-brackets',
    options: { openDelimiter: '[', delimiter: '|', closeDelimiter: ']' },
    locals: [{ x }]
  },
  {
    name: 'delimiters of several characters',
    view: 'options-delimiters-long',
    options: { openDelimiter: '{{', delimiter: '%%', closeDelimiter: '}}' },
    locals: [{ x }]
  },
  { name: 'slurping with custom delimiters', view: 'options-slurp-custom', options: { openDelimiter: '{', closeDelimiter: '}' }, locals: [{ x }] },
  { name: 'a quote as delimiter', view: 'options-delimiter-quote', options: { delimiter: '"' }, locals: [{ x }], engines: ['7'] },
  {
    name: 'a quote as delimiter before EJS 7',
    view: 'options-delimiter-quote',
    options: { delimiter: '"' },
    locals: [{ x }],
    throws: true,
    engines: ['3', '4', '5', '6']
  },
  { name: 'rmWhitespace', view: 'options-rm-whitespace', options: { rmWhitespace: true }, locals: [{ items }, { items: [] }] },
  { name: 'rmWhitespace with CRLF', view: 'text-crlf', options: { rmWhitespace: true }, locals: [{ items }] },
  { name: 'rmWhitespace with CR', view: 'text-cr', options: { rmWhitespace: true }, locals: [{ items }] },
  {
    name: 'rmWhitespace changes the lines of an error',
    view: 'options-rm-whitespace-error',
    options: { rmWhitespace: true },
    locals: [{ items }],
    throws: true
  },
  {
    name: '_with: false',
    view: 'options-no-with',
    options: { _with: false },
    locals: [() => ({ title: '<t>', items: [{ name: 'a' }, { name: '<b>' }] }), () => ({ note: 'given' })]
  },
  {
    name: 'strict',
    view: 'options-no-with',
    options: { strict: true },
    locals: [() => ({ title: '<t>', items: [{ name: 'a' }, { name: '<b>' }] }), () => ({})]
  },
  {
    name: 'strict code',
    view: 'options-strict-this',
    options: { strict: true },
    locals: [{ fixed: Object.freeze({ value: 1 }) }]
  },
  {
    name: 'the same code is sloppy without strict',
    view: 'options-strict-this',
    options: { _with: false },
    locals: [() => ({ fixed: Object.freeze({ value: 1 }) })]
  },
  { name: 'a bare local in strict code', view: 'options-bare-local', options: { strict: true }, locals: [{ title: 't' }], throws: true },
  { name: 'a bare local without with', view: 'options-bare-local', options: { _with: false }, locals: [{ title: 't' }], throws: true },
  { name: 'localsName', view: 'options-locals-name', options: { localsName: 'it', strict: true }, locals: [{ title: '<t>', items }] },
  { name: 'localsName under with', view: 'options-locals-name-with', options: { localsName: 'it' }, locals: [() => ({ title: '<t>' })] },
  {
    name: 'destructuredLocals',
    view: 'options-destructured',
    options: { destructuredLocals: ['title', 'items', 'missing'], strict: true },
    locals: [() => ({ title: '<t>', items, other: 1 })]
  },
  {
    name: 'destructuredLocals under with',
    view: 'options-destructured',
    options: { destructuredLocals: ['title', 'items', 'missing'] },
    locals: [() => ({ title: '<t>', items, other: 1 }), () => ({ title: '<t>', items, missing: 'given' })]
  },
  {
    name: 'destructuredLocals with localsName',
    view: 'options-locals-name',
    options: { destructuredLocals: ['title', 'items'], localsName: 'it', _with: false },
    locals: [{ title: '<t>', items }]
  },
  { name: 'outputFunctionName', view: 'options-output-function', options: { outputFunctionName: 'echo' }, locals: [{ x, items }] },
  {
    name: 'outputFunctionName in strict code',
    view: 'options-output-function',
    options: { outputFunctionName: 'echo', strict: true, destructuredLocals: ['x', 'items'] },
    locals: [{ x, items }]
  },
  {
    name: 'outputFunctionName shadowed by a local',
    view: 'options-output-function',
    options: { outputFunctionName: 'echo' },
    locals: [{ x, items, echo: (value) => `echo of ${value}` }]
  },
  { name: 'outputFunctionName that is no name', view: 'tags-single', options: { outputFunctionName: 'a;b' }, locals: [{ x }], throws: true },
  { name: 'localsName that is no name', view: 'tags-single', options: { localsName: 'a b' }, locals: [{ x }], throws: true },
  { name: 'destructuredLocals that are no names', view: 'tags-single', options: { destructuredLocals: ['x', 'y-z'] }, locals: [{ x }], throws: true },
  { name: 'escape', view: 'options-escape', options: { escape: bracket }, locals: [{ x }] },
  { name: 'escapeFunction', view: 'options-escape', options: { escapeFunction: shout }, locals: [{ x }] },
  { name: 'escape wins over escapeFunction', view: 'options-escape', options: { escape: bracket, escapeFunction: shout }, locals: [{ x }] },
  { name: 'the default escape', view: 'options-escape', locals: [{ x }, { x: null }, { x: [['<a>'], null] }] },
  {
    name: 'an escape function that returns no strings',
    view: 'options-escape-non-string',
    options: { escape: (value) => nonStrings[value] },
    locals: [{}]
  },
  { name: 'escape is applied to the file name of an error', view: 'options-escape-error', options: { escape: shout }, locals: [{}], throws: true },
  { name: 'the file name of an error is escaped', view: 'it\'s & co', locals: [{}], throws: true },
  { name: 'root', view: 'options-root', options: { root: views }, locals: [{}] },
  {
    name: 'several roots',
    view: 'options-root-shared',
    options: { root: [path.join(views, 'shared'), views] },
    locals: [{ x }]
  },
  { name: 'an include that is not in the root', view: 'options-root-missing', options: { root: views }, locals: [{}], throws: true },
  { name: 'an include that is in no root', view: 'options-root-missing', options: { root: [views] }, locals: [{}], throws: true },
  { name: 'an absolute include without a root', view: 'options-root-missing', locals: [{}], throws: true },
  {
    name: 'views',
    view: 'options-views',
    options: { views: [path.join(views, 'shared'), path.join(views, 'partials')] },
    locals: [{ x }]
  },
  { name: 'views that are no array are ignored', view: 'options-views', options: { views: path.join(views, 'shared') }, locals: [{ x }], throws: true },
  {
    name: 'context with a count that starts again',
    view: 'options-context',
    options: { context: { title: '<this>', get count () { return 2 }, set count (value) {} } },
    locals: [{ title: 'local' }]
  },
  { name: 'a primitive context', view: 'options-context', options: { context: 'text' }, locals: [{}] },
  { name: 'no context', view: 'options-context-none', locals: [{}] },
  { name: 'no context in strict code', view: 'options-context-none', options: { strict: true }, locals: [{}] },
  { name: 'compileDebug: false', view: 'options-no-debug', options: { compileDebug: false }, locals: [{ x }, { x: '' }] },
  { name: 'compileDebug: true', view: 'options-no-debug', options: { compileDebug: true }, locals: [{ x }, { x: '' }] },
  { name: 'an error with compileDebug: false', view: 'options-no-debug-error', options: { compileDebug: false }, locals: [{ x }], throws: true },
  {
    name: 'an includer',
    view: 'options-includer',
    options: {
      includer: (name) => {
        if (name === 'virtual') return { template: '<b><%= item %></b>' }
        if (name === 'alias') return { filename: path.join(views, 'partials', 'item.ejs') }
      }
    },
    locals: [{}]
  },
  {
    name: 'an includer that gives an empty template',
    view: 'options-includer-empty',
    options: { includer: () => ({ template: '' }) },
    locals: [{}],
    engines: ['7']
  },
  {
    name: 'an includer that gives an empty template before EJS 7',
    view: 'options-includer-empty',
    options: { includer: () => ({ template: '' }) },
    locals: [{}],
    throws: true,
    engines: ['3', '4', '5', '6']
  },
  { name: 'unknown options are ignored', view: 'tags-every', options: { unknown: 1, layout: 'main', legacyInclude: false }, locals: [{ title: 't', html: '' }] },
  {
    name: 'locals named like options are only locals',
    view: 'options-settings-as-locals',
    locals: [{
      settings: { views: 'v', 'view options': { delimiter: '?' } },
      cache: true,
      filename: 'f',
      delimiter: '?',
      async: true,
      strict: true,
      _with: false,
      debug: true,
      client: true,
      rmWhitespace: true
    }]
  },
  { name: 'inherited locals before EJS 6', view: 'options-prototype', locals: [() => new Page()], engines: ['3', '4', '5'] },
  { name: 'inherited locals are gone from EJS 6 on', view: 'options-prototype', locals: [() => new Page()], throws: true, engines: ['6', '7'] },
  { name: 'unsafePrototypeLocals', view: 'options-prototype', options: { unsafePrototypeLocals: true }, locals: [() => new Page()] }
]
