'use strict'

const path = require('node:path')
const { Instances } = require('../shared/instances')

const environments = new Instances(({ Environment, FileSystemLoader }, { folders, noCache, ...options }) => {
  return new Environment(new FileSystemLoader(folders, { noCache }), options)
})

/** The environment that an app has its views rendered by: it finds them by their names itself. */
class ByName {
  /** @param {() => object} find gives the environment, which may be another one later */
  constructor (find) {
    this.find = find
  }

  get env () {
    return this.find()
  }
}

/** @returns {boolean} whether it is an environment, as `nunjucks.configure()` gives one */
function isInstance (engine) {
  return typeof engine?.getTemplate === 'function' && typeof engine.renderString === 'function' && Array.isArray(engine.loaders)
}

/** @returns {boolean} whether it is the exports of a `nunjucks` package */
function isPackage (engine) {
  return typeof engine?.Environment === 'function' && typeof engine.FileSystemLoader === 'function' && typeof engine.configure === 'function'
}

/**
 * Gives the environment that a template belongs to.
 *
 * @param {object} engine an environment, which has its own settings, or the package
 * @param {object} options of `nunjucks.configure`, and `views`, a folder or a list of them;
 *   `cache` off: a changed file is seen at the next render
 * @returns {object}
 */
function instanceFor (engine, { views = 'views', cache, noCache = !cache, watch, web, express, ...rest }) {
  if (isInstance(engine)) return engine

  return environments.get(engine, { ...rest, noCache, folders: [views].flat().map((folder) => path.resolve(folder)) })
}

/**
 * Finds the environment that an app has its views rendered by, where it can be told:
 * of the View class that `env.express(app)` sets, of `nunjucks.render`, and of the
 * bound `render` of an environment.
 *
 * @param {Function} fn a View class, or what Express calls for a view
 * @param {object} exports of a package
 * @returns {ByName | undefined} nothing if it is another package's, or an app's own
 */
function engineOf (fn, exports) {
  if (!isPackage(exports)) return
  if (fn === exports.render) return new ByName(() => globalInstance(exports))
  const env = instanceOf(fn, exports.Environment.prototype)
  return env && new ByName(() => env)
}

/** @returns {object | undefined} the environment that the function calls */
function instanceOf (fn, prototype) {
  if (fn.name === 'NunjucksView') return receiverOf(prototype, 'render', () => fn.prototype.render.call(new Nameless(), {}, () => {}))
  if (fn.name === 'bound render') return receiverOf(prototype, 'getTemplate', () => fn('', {}, () => {}))
}

/** A view that nothing can be done with. */
class Nameless {
  get name () {
    throw new Error('Asked for its instance')
  }
}

/**
 * Gives the environment that the last `nunjucks.configure()` made, which
 * `nunjucks.render` uses. As that does, it makes one if there was none.
 */
function globalInstance ({ renderString }) {
  let instance
  renderString({ type: 'code', obj: { root: (env) => { instance = env } } }, {})
  return instance
}

/**
 * Finds the environment that a function calls, by the method that it asks it for.
 *
 * @param {object} prototype of environments
 * @param {string} method
 * @param {() => void} ask calls the function, and throws before the method is called
 * @returns {object | undefined} nothing if the environment has a method of its own
 */
function receiverOf (prototype, method, ask) {
  const own = Object.getOwnPropertyDescriptor(prototype, method)
  let receiver
  Object.defineProperty(prototype, method, {
    configurable: true,
    get () {
      receiver = this
      if (method === 'getTemplate') throw new Error('Asked for its instance')
      return own.value
    }
  })
  try {
    // A function of another engine is only known by what it does, which may fail later.
    Promise.resolve(ask()).catch(() => {})
  } catch {
    // It was asked.
  } finally {
    Object.defineProperty(prototype, method, own)
  }
  return receiver
}

module.exports = { ByName, engineOf, instanceFor, isInstance, isPackage }
