'use strict'

const path = require('node:path')
const { isWithin } = require('../../files')
const { Instances } = require('../shared/instances')
const { codeOf } = require('../shared/is-unmodified')

/**
 * The class `Eta` in the builds of Eta 3 and 4, without white space. What such a class makes has methods
 * of the package only.
 */
const CLASSES = new Set([
  'classextendsEta$1{readFile=readFile;resolvePath=resolvePath;}',
  'classEtaextendsEta$1{constructor(...args){super(...args);this.readFile=readFile;this.resolvePath=resolvePath;}}'
])

/** Maps a class of those to an instance that no app has changed. @type {WeakMap<Function, object>} */
const stockInstances = new WeakMap()

const instances = new Instances(({ Eta }, config) => new Eta(config))

/** @returns {boolean} whether a value is an instance of Eta, or derived from one by `withConfig` */
function isInstance (engine) {
  return typeof engine?.compileToString === 'function' && typeof engine.renderAsync === 'function' && typeof engine.config === 'object'
}

/** @returns {boolean} whether a value is the exports of an `eta` package */
function isPackage (engine) {
  return typeof engine?.Eta === 'function' && (engine.EtaError !== undefined || engine.EtaParseError !== undefined)
}

/**
 * Returns the instance of Eta that a template belongs to.
 *
 * @param {object} engine an instance with its own settings, or the package
 * @param {string} filename the file of the template
 * @param {object} options the options of Eta's constructor; `views` may be an array of folders
 * @returns {object}
 */
function instanceFor (engine, filename, { views, async, cache, ...rest }) {
  if (isInstance(engine)) return engine

  const folders = [views ?? []].flat()
  const folder = folders.find((folder) => isWithin(filename, folder)) ?? folders[0]
  return instances.get(engine, { ...rest, ...(folder !== undefined && { views: path.resolve(folder) }), cache: Boolean(cache) })
}

/** @returns {string} the path that Eta uses for a file, for example in errors: relative if `views` is relative */
function filepathOf (filename, { config: { views } }) {
  if (typeof views !== 'string' || !isWithin(filename, views)) return filename
  return path.join(views, path.relative(views, filename))
}

/** Whether an instance renders includes as Eta itself does: an app may have replaced methods, by a subclass as well. */
function rendersAsStock (engine) {
  const Class = classOf(engine)
  if (Class === undefined) return false
  if (!stockInstances.has(Class)) stockInstances.set(Class, new Class())
  const stock = stockInstances.get(Class)
  return engine.render === stock.render && engine.renderAsync === stock.renderAsync
}

/** The package's own class that an instance is of, if it is one of those. */
function classOf (engine) {
  for (let object = engine; object !== null; object = Object.getPrototypeOf(object)) {
    const { constructor } = object
    if (typeof constructor === 'function' && CLASSES.has(codeOf(constructor))) return constructor
  }
}

module.exports = { filepathOf, instanceFor, isInstance, isPackage, rendersAsStock }
