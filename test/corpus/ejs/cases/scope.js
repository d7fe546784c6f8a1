'use strict'

const title = 'A <title>'
const items = [1, 2, 3]

const fresh = () => ({ title, items: [...items], count: 1, empty: '', nothing: null })

const globals = () => ({
  Math: 'local Math',
  Date: 'local Date',
  name: 'local name',
  JSON: 'local JSON',
  Object: 'local Object',
  String: 'local String',
  Array: { isArray: 'local Array' },
  undefined: 'local undefined',
  NaN: 'local NaN',
  Infinity: 'local Infinity',
  escape: 'local escape',
  globalThis: 'local globalThis',
  eval: (code) => `not evaluated: ${code}`,
  settings: 'local settings',
  parseInt: (text) => `not parsed: ${text}`,
  Symbol: 'local Symbol',
  Promise: 'local Promise',
  encodeURIComponent: (text) => `not encoded: ${text}`,
  process: 'local process',
  require: (name) => `not required: ${name}`,
  isNaN: 'local isNaN',
  async: 'local async',
  of: 'local of',
  get: 'local get',
  let1: 'local let1',
  $: 'local $',
  _: 'local _',
  变量: 'local 变量',
  ünï: 'local ünï',
  x: { y: 'local x.y' }
})

const ownNames = [
  'out', 'write', 'text', 'html', 's', 'fragment', 'fragments', 'splicer', 'load', 'template', 'render', 'scope',
  'data', 'raw', 'append', 'output', 'local', 'buffer', 'Buffer', '$0', '_0', '__out', '__text', '__fragment',
  '__splicer', '__locals', '__escape', '__include'
]

function counting () {
  let count = 0
  return { get count () { return ++count } }
}

function withSetters () {
  let value = 0
  return {
    get value () { return `value ${value}` },
    set value (next) { value = next },
    get readOnly () { return 'read only' }
  }
}

// Helpers that keep the object they came from, as Express apps do with res.locals.
function closedOver () {
  const locals = { title, provide: (name) => { locals[name] = 'provided' }, read: (name) => locals[name] }
  return locals
}

function provider () {
  return { title, provide (name) { this[name] = 'provided' }, read (name) { return this[name] } }
}

const unscopable = () => ({ title, hidden: 1, [Symbol.unscopables]: { hidden: true } })
const throwing = () => ({ title, get unused () { throw new Error('an accessor failed') } })
const frozen = () => Object.freeze({ title })
const inheriting = () => Object.assign(Object.create({ inherited: 'inherited' }), { title })

const proxied = () => new Proxy({ title }, {
  has: (target, name) => name in target || name === 'anything',
  get: (target, name) => name === 'anything' ? 'trapped' : target[name]
})

module.exports = [
  { name: 'declarations', view: 'scope-declarations', locals: [{}] },
  { name: 'var and a local of the same name', view: 'scope-var-and-local', locals: [fresh, () => ({})] },
  { name: 'let, const, class and catch that shadow locals', view: 'scope-let-and-local', locals: [fresh] },
  { name: 'a local shadowed by a later let', view: 'scope-dead-zone', locals: [{ title }, {}], throws: true },
  { name: 'assignment to a constant', view: 'scope-const', locals: [{}], throws: true },
  { name: 'assignment to a constant taken from locals', view: 'scope-const-and-local', locals: [fresh], throws: true },
  { name: 'assignments to locals', view: 'scope-assign-locals', locals: [() => ({ ...fresh(), rest: null })] },
  { name: 'assignments to unknown names', view: 'scope-assign-unknown', locals: [() => ({})] },
  { name: 'the locals object', view: 'scope-locals-object', locals: [fresh] },
  { name: 'the locals object replaced', view: 'scope-locals-replaced', locals: [() => ({ title })] },
  { name: 'delete', view: 'scope-delete', locals: [fresh] },
  { name: 'typeof', view: 'scope-typeof', locals: [{ title, nothing: null }, { title: '', nothing: undefined }] },
  { name: 'a missing local', view: 'scope-missing', locals: [{ title }], throws: true },
  { name: 'a missing helper', view: 'scope-missing-call', locals: [{ title }], throws: true },
  { name: 'a missing local in a function', view: 'scope-missing-in-function', locals: [{}], throws: true },
  { name: 'missing locals that are not reached', view: 'scope-missing-unused', locals: [{ title }] },
  { name: 'names that EJS itself declares', view: 'scope-internals', locals: [{}] },
  { name: 'names that EJS itself declares, assigned', view: 'scope-internals-assigned', locals: [{}], throws: true },
  { name: 'names that EJS itself declares, shadowed', view: 'scope-internals-shadowed', locals: [{ title }] },
  { name: 'names that EJS itself declares, declared again', view: 'scope-internals-redeclared', locals: [() => ({ title })] },
  {
    name: '__append declared again',
    view: 'scope-append-redeclared',
    options: { compileDebug: false },
    locals: [{ title }]
  },
  { name: '__append declared again in the try block of compileDebug', view: 'scope-append-redeclared', locals: [{ title }], throws: true },
  { name: 'a local named __append', view: 'scope-local-append', locals: [{ title, __append: () => {} }] },
  { name: 'a local named __append that is no function', view: 'scope-local-append', locals: [{ title, __append: 1 }], throws: true },
  { name: 'a local named __output', view: 'scope-local-output', locals: [() => ({ title, __output: 'local' })] },
  { name: 'a local named escapeFn', view: 'scope-local-escape', locals: [{ title, escapeFn: (text) => `[${text}]` }] },
  {
    name: 'locals named __line, __filename, __lines, rethrow and __locals',
    view: 'scope-local-line',
    locals: [() => ({ __line: 'line', __filename: 'file', __lines: 'lines', rethrow: 'rethrow', __locals: 'locals' })]
  },
  { name: 'an error with a local named __line', view: 'scope-local-line-error', locals: [() => ({ __line: 'line' })], throws: true },
  { name: 'locals named like globals', view: 'scope-local-globals', locals: [globals] },
  {
    name: 'locals named like methods of Object.prototype',
    view: 'scope-local-prototype-names',
    locals: [{ toString: 1, valueOf: 2, hasOwnProperty: 3, isPrototypeOf: 4, watch: 5 }]
  },
  {
    name: 'locals named constructor and __proto__',
    view: 'scope-local-constructor',
    locals: [() => JSON.parse('{ "constructor": "given", "__proto__": "given" }')]
  },
  { name: 'methods of Object.prototype', view: 'scope-prototype-names', locals: [{ title }] },
  { name: 'calls of Object.prototype methods before EJS 6', view: 'scope-has-own-property', locals: [{ title }], engines: ['3', '4', '5'] },
  { name: 'calls of Object.prototype methods', view: 'scope-has-own-property', locals: [{ title }], throws: true, engines: ['6', '7'] },
  {
    name: 'locals named like what a compiler may declare',
    view: 'scope-own-names',
    locals: [() => Object.fromEntries(ownNames.map((name) => [name, `<${name}>`]))]
  },
  { name: 'arguments', view: 'scope-arguments', locals: [{ title }] },
  { name: 'a variable named undefined', view: 'scope-undefined', locals: [{ title }], options: { _with: false }, throws: true },
  { name: 'arguments alias the parameters', view: 'scope-arguments-aliased', locals: [() => ({ title })] },
  { name: 'eval', view: 'scope-eval', locals: [fresh] },
  { name: 'with', view: 'scope-with', locals: [() => ({ title, user: { name: 'Ann', email: 'a@b.c' } })] },
  { name: 'Symbol.unscopables', view: 'scope-unscopables', locals: [unscopable] },
  { name: 'locals with accessors', view: 'scope-getters', locals: [counting] },
  { name: 'an accessor that throws and is not used', view: 'scope-getter-throws', locals: [throwing], engines: ['3', '4', '5'] },
  { name: 'an accessor that throws while locals are copied', view: 'scope-getter-throws', locals: [throwing], throws: true, engines: ['6', '7'] },
  { name: 'locals with setters', view: 'scope-setters', locals: [withSetters] },
  { name: 'frozen locals', view: 'scope-frozen', locals: [frozen] },
  { name: 'locals behind a proxy', view: 'scope-proxy', locals: [proxied], engines: ['3', '4', '5'] },
  { name: 'locals behind a proxy, copied', view: 'scope-proxy', locals: [proxied], throws: true, engines: ['6', '7'] },
  { name: 'locals without a prototype', view: 'scope-null-prototype', locals: [() => Object.assign(Object.create(null), { title })] },
  { name: 'inherited locals and includes', view: 'scope-inherited-locals', locals: [inheriting] },
  { name: 'a helper that adds a local through this', view: 'scope-helper-adds-local', locals: [provider] },
  { name: 'a helper that adds a local to the object it came from', view: 'scope-helper-adds-local', locals: [closedOver], engines: ['3', '4', '5'] },
  {
    name: 'a helper that adds a local to the object the locals were copied from',
    view: 'scope-helper-adds-local',
    locals: [closedOver],
    throws: true,
    engines: ['6', '7']
  },
  { name: 'locals spread and passed on', view: 'scope-spread-locals', locals: [{ title, items }] }
]
