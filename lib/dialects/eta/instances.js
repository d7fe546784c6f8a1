'use strict'

const path = require('node:path')
const { isWithin } = require('../../template/files')

/** How many instances of one package are kept, each for a set of options. */
const MOST = 16

/** @type {WeakMap<object, { config: object, instance: object }[]>} */
const made = new WeakMap()

/**
 * @param {unknown} engine
 * @returns {boolean} whether it is an instance of Eta, or made of one by `withConfig`
 */
function isInstance (engine) {
  return typeof engine?.compileToString === 'function' && typeof engine.renderAsync === 'function' && typeof engine.config === 'object'
}

/**
 * @param {unknown} engine
 * @returns {boolean} whether it is the exports of an `eta` package
 */
function isPackage (engine) {
  return typeof engine?.Eta === 'function' && (engine.EtaError !== undefined || engine.EtaParseError !== undefined)
}

/**
 * Gives the instance of Eta that a template belongs to.
 *
 * @param {object} engine an instance, which has its own settings, or the package
 * @param {string} filename of the template
 * @param {object} options of Eta's constructor; `views` may be a list of folders
 * @returns {object}
 */
function instanceFor (engine, filename, { views, async, cache, ...rest }) {
  if (isInstance(engine)) return engine

  const folders = [views ?? []].flat()
  const folder = folders.find((folder) => isWithin(filename, folder)) ?? folders[0]
  const config = { ...rest, ...(folder !== undefined && { views: path.resolve(folder) }), cache: Boolean(cache) }
  const list = made.get(engine) ?? []
  made.set(engine, list)
  const known = list.find((each) => equal(each.config, config))
  if (known) return known.instance

  const instance = new engine.Eta(config)
  list.push({ config, instance })
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
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && a[name] === b[name])
}

module.exports = { instanceFor, isInstance, isPackage }
