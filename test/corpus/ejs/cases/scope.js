'use strict'

const title = 'A <title>'

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

module.exports = {
  globals,
  unscopable: () => ({ title, hidden: 1, [Symbol.unscopables]: { hidden: true } }),
  counting () {
    let count = 0
    return { get count () { return ++count } }
  },
  throwing: () => ({ title, get unused () { throw new Error('an accessor failed') } }),
  withSetters () {
    let value = 0
    return {
      get value () { return `value ${value}` },
      set value (next) { value = next },
      get readOnly () { return 'read only' }
    }
  },
  frozen: () => Object.freeze({ title }),
  proxied: () => new Proxy({ title }, {
    has: (target, name) => name in target || name === 'anything',
    get: (target, name) => name === 'anything' ? 'trapped' : target[name]
  }),
  inheriting: () => Object.assign(Object.create({ inherited: 'inherited' }), { title }),
  provider () {
    return { title, provide (name) { this[name] = 'provided' }, read (name) { return this[name] } }
  },
  // Helpers that keep the object they came from, as Express apps do with res.locals.
  closedOver () {
    const locals = { title, provide: (name) => { locals[name] = 'provided' }, read: (name) => locals[name] }
    return locals
  },
  bare: () => Object.assign(Object.create(null), { title }),
  bracket: (text) => `[${text}]`,
  nothing: () => {}
}
