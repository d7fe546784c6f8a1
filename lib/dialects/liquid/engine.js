'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { Instances } = require('../shared/instances')
const { strippedCodeOf } = require('../../util/code-digest')
const { receiverOf } = require('../guards/probes')
const { LiquidInternals, classOf, guard } = require('./liquid-internals')

const instances = new Instances(({ Liquid }, options) => new Liquid(options))

function isInstance (engine) {
  return typeof engine?.renderFileSync === 'function' && typeof engine.registerTag === 'function' &&
    typeof engine.options === 'object'
}

function isPackage (engine) {
  return typeof engine?.Liquid === 'function' && typeof engine.Liquid.prototype?.renderFileSync === 'function'
}

/** @returns {object} the engine if it is an instance, else the package's with these options, see `settingsOf` */
function instanceFor (engine, options) {
  return isInstance(engine) ? engine : instances.get(engine, settingsOf(options))
}

/** Gives Liquid's options: `views` are its folders, unless there is a `root`; `cache` is the dialect's. */
function settingsOf ({ views = [], cache, ...rest }) {
  return { root: [views].flat().map((folder) => path.resolve(folder)), extname: '.liquid', ...rest }
}

/** What the first call of an instance's Express function has thrown: the second one adds no folders. */
const firstErrors = new WeakMap()

/**
 * Finds the instance behind a function that `instance.express()` has returned. The function is called for the view that
 * is about to be rendered. An instance of another copy of the package does render, so the file name is one that no file
 * has. The first call of such a function adds the view's folders to the instance, here too.
 *
 * @param {object} exports those of a package, or an instance of Liquid
 * @returns {object | undefined} nothing for functions of other packages and of the app, which are not called
 */
function engineOf (fn, exports, view) {
  const Liquid = isInstance(exports) ? classOf(exports) : exports.Liquid
  if (typeof Liquid?.prototype?.express !== 'function' || !isExpressFunction(fn, Liquid)) return undefined
  const thrown = []
  const find = () => receiverOf(Liquid.prototype, 'renderFile', () => {
    try {
      fn.call(view, '', {}, () => {})
    } catch (error) {
      thrown.push(error)
    }
  })
  const instance = find() ?? (thrown.length > 0 ? find() : undefined)
  if (instance !== undefined && thrown.length > 1) firstErrors.set(instance, thrown[0])
  return instance
}

/** @returns {object} the instance. @throws once, what the first call of its Express function has thrown */
function started (instance) {
  const error = firstErrors.get(instance)
  if (firstErrors.delete(instance)) throw error
  return instance
}

/**
 * No digest: compared with the source of its class, the function of every release is known.
 *
 * @returns {boolean} whether a function has the code of what `express`, as the class defines it, returns
 */
function isExpressFunction (fn, Liquid) {
  const express = strippedCodeOf(Liquid.prototype.express)
  return strippedCodeOf(Liquid).includes(express) && /^express\(\)\{/.test(express) &&
    express.endsWith(`return${strippedCodeOf(fn)};}`)
}

/** A separate instance keeps no files for others. */
function byEngine (filename, { engine, options }) {
  const instance = isInstance(engine)
    ? engine
    : new engine.Liquid({ ...settingsOf(options), cache: Boolean(options.cache) })
  return (locals) => instance.renderFile(filename, locals)
}

/** @returns {string} the source; '' if the instance reads the template itself, from a different file system */
function read (filename, engine) {
  return isInstance(engine) && !LiquidInternals.readsDisk(engine) ? '' : fs.readFileSync(filename, 'utf8')
}

/** Returns a function for `app.engine` with the folders of the calling view: `locals.settings` may be a request's. */
function expressFunction (engine) {
  if (isInstance(engine)) return engine.express()
  return function (filename, locals, callback) {
    instanceFor(engine, { __proto__: null, views: this?.root }).renderFile(filename, locals)
      .then((page) => callback(null, page), callback)
  }
}

/** Returns nothing for an instance whose pages may not be strings. */
function appOptions (engine, app) {
  if (isInstance(engine) && engine.options.keepOutputType) return undefined
  return { ...app.get('view options'), views: app.get('views') }
}

module.exports = {
  accepts: (engine) => isInstance(engine) || isPackage(engine),
  appOptions,
  byEngine,
  engineOf,
  expressFunction,
  guard,
  instanceFor,
  isInstance,
  read,
  settingsOf,
  started
}
