'use strict'

const path = require('node:path')

/** How many instances of one package are kept, each for a set of options. */
const MOST = 16

/** @type {WeakMap<object, { options: object, instance: object }[]>} */
const made = new WeakMap()

/**
 * @param {unknown} engine
 * @returns {boolean} whether it is an instance of Liquid
 */
function isInstance (engine) {
  return typeof engine?.renderFileSync === 'function' && typeof engine.registerTag === 'function' && typeof engine.options === 'object'
}

/**
 * @param {unknown} engine
 * @returns {boolean} whether it is the exports of a `liquidjs` package
 */
function isPackage (engine) {
  return typeof engine?.Liquid === 'function' && typeof engine.Liquid.prototype?.renderFileSync === 'function'
}

/**
 * Gives the instance of Liquid that a template belongs to.
 *
 * @param {object} engine an instance, which has its own settings, or the package
 * @param {object} options of Liquid's constructor; `views` are the folders to look in
 *   where those do not say
 * @returns {object}
 */
function instanceFor (engine, { views = [], cache, ...rest }) {
  if (isInstance(engine)) return engine

  const options = { root: [views].flat().map((folder) => path.resolve(folder)), extname: '.liquid', ...rest }
  const list = made.get(engine) ?? []
  made.set(engine, list)
  const known = list.find((each) => equal(each.options, options))
  if (known) return known.instance

  const instance = new engine.Liquid({ ...options })
  list.push({ options, instance })
  if (list.length > MOST) list.shift()
  return instance
}

/**
 * @param {object} a
 * @param {object} b
 * @returns {boolean} whether they have the same properties
 */
function equal (a, b) {
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && isSame(a[name], b[name]))
}

function isSame (a, b) {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b
  return a.length === b.length && a.every((each, i) => each === b[i])
}

module.exports = { instanceFor, isInstance, isPackage }
