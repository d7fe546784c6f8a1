'use strict'

const { ODD_NAMES, withCache } = require('./scope')

/**
 * A name that a template looks up.
 *
 * @typedef {object} Path
 * @property {string} name
 * @property {string[] | undefined} names the parts of a dotted one
 */

/**
 * @param {string} name
 * @returns {Path}
 */
function pathOf (name) {
  // As the key of an object it is the one copy of its text, which is compared by its address.
  const [key] = Object.keys({ [name]: true })
  return { name: key, names: name.indexOf('.') > 0 ? name.split('.') : undefined }
}

/**
 * Gives what `Context.prototype.lookup` of mustache.js 4.2 gives.
 *
 * @param {import('./scope').Scope} scope
 * @param {Path} path
 * @returns {unknown} of a function, what it returns
 * @throws what a getter or a function of the locals throws; a TypeError if an
 *   item of a list is null or undefined and a name is looked up in it
 */
function lookup (scope, path) {
  const value = valueOf(scope, path)
  return typeof value === 'function' ? value.call(scope.view) : value
}

/**
 * @param {import('./scope').Scope} scope
 * @param {Path} path
 * @returns {unknown} what it was when the name was first looked up
 */
function valueOf (scope, path) {
  const { cache, names } = scope
  if (cache !== undefined) return valueByCache(scope, path)
  if (names === undefined) return find(scope, path)

  const { name } = path
  for (let i = 0; i < names.length; i++) {
    if (names[i] === name) return scope.values[i]
  }
  if (ODD_NAMES.includes(name)) return valueByCache(withCache(scope), path)
  const value = find(scope, path)
  names.push(name)
  scope.values.push(value)
  return value
}

/**
 * As the engine itself does it.
 *
 * @param {import('./scope').Scope} scope
 * @param {Path} path
 * @returns {unknown}
 */
function valueByCache (scope, path) {
  const { cache } = scope
  const { name } = path
  // Not Object.hasOwn: a template that looks up "hasOwnProperty" fails as by the engine.
  if (cache.hasOwnProperty(name)) return cache[name] // eslint-disable-line no-prototype-builtins
  const value = find(scope, path)
  cache[name] = value
  return value
}

/**
 * @param {import('./scope').Scope} scope
 * @param {Path} path
 * @returns {unknown} from the nearest scope that has it
 */
function find (scope, { name, names }) {
  if (name === '.') return scope.view
  if (names !== undefined) return findDotted(scope, names)

  for (let context = scope; context; context = context.parent) {
    const { view } = context
    // A function of the view may see that it is read before it is asked for.
    const value = view[name]
    if (typeof view === 'object' && name in view) return value
  }
}

/**
 * @param {import('./scope').Scope} scope
 * @param {string[]} names
 * @returns {unknown} from the nearest scope in which all names but the last
 *   lead to something that has the last
 */
function findDotted (scope, names) {
  const last = names.length - 1
  for (let context = scope; context; context = context.parent) {
    let owner = context.view
    for (let index = 0; index < last && owner != null; index++) owner = owner[names[index]]
    if (owner != null) {
      const found = hasProperty(owner, names[last])
      const value = owner[names[last]]
      if (found) return value
    }
  }
}

/**
 * @param {NonNullable<unknown>} owner
 * @param {string} name
 * @returns {boolean} of an object, also if it is inherited
 */
function hasProperty (owner, name) {
  return typeof owner === 'object' ? name in owner : hasOwnProperty(owner, name)
}

/**
 * @param {NonNullable<unknown>} primitive or a function, which may have a method
 *   of its own
 * @param {string} name
 * @returns {boolean}
 */
function hasOwnProperty (primitive, name) {
  return primitive.hasOwnProperty && primitive.hasOwnProperty(name) // eslint-disable-line no-prototype-builtins
}

module.exports = { lookup, pathOf }
