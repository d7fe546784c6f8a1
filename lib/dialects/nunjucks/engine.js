'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { Instances } = require('../shared/instances')
const { isBoundTo, receiverOf } = require('../guards/probes')
const { fromCallback } = require('../../util/from-callback')
const { guard, isKnownRender, known, templateClassOf } = require('./nunjucks-internals')

/** Functions of the package, and those that it makes for Express. */
const isPackageRender = known.recognizer('nunjucks', 'render')
const isPackageRenderString = known.recognizer('nunjucks', 'renderString')
const isView = known.recognizer('NunjucksView', 'constructor')
const isViewRender = known.recognizer('NunjucksView', 'render')

/** The name of the class that `env.express(app)` sets. */
const VIEW = 'NunjucksView'

const environments = new Instances(({ Environment, FileSystemLoader }, { folders, noCache, ...options }) => {
  return new Environment(new FileSystemLoader(folders, { noCache }), options)
})

/** The environment that renders the views of an app, and finds them by name. */
class ByName {
  /**
   * @param {() => object} find returns the current environment, which may change
   * @param {() => boolean} isCalled whether Nunjucks' own functions call it
   */
  constructor (find, isCalled = () => true) {
    this.find = find
    this.isCalled = isCalled
  }

  get env () {
    return this.find()
  }
}

/** @returns {boolean} whether a value is an environment, such as `nunjucks.configure()` returns */
function isInstance (engine) {
  return typeof engine?.getTemplate === 'function' && typeof engine.renderString === 'function' &&
    Array.isArray(engine.loaders)
}

function isPackage (engine) {
  return typeof engine?.Environment === 'function' && typeof engine.FileSystemLoader === 'function' &&
    typeof engine.configure === 'function'
}

/**
 * @param {object} options those of `nunjucks.configure`, and `views`; without `cache`, renders use changed files
 * @returns {object} the engine if it is an environment, else the package's with these options
 */
function instanceFor (engine, { views = 'views', cache, noCache = !cache, watch, web, express, ...rest }) {
  if (isInstance(engine)) return engine

  return environments.get(engine, { ...rest, noCache, folders: [views].flat().map((folder) => path.resolve(folder)) })
}

/**
 * Finds the environment that renders the views of an app. It is known for the View class that `env.express(app)` sets,
 * for `nunjucks.render`, and for the bound `render` of an environment. Other functions are not called.
 *
 * @param {Function} fn a View class, or the function that Express calls for a view
 * @returns {ByName | undefined} `undefined` if the function belongs to another package or to the app
 */
function engineOf (fn, exports) {
  if (!isPackage(exports)) return
  const { Environment, render } = exports
  if (fn === render) {
    const isCalled = () => isPackageRender(fn) && isPackageRenderString(exports.renderString)
    return isCalled() ? new ByName(() => globalInstance(exports), isCalled) : undefined
  }
  const env = instanceOf(fn, Environment.prototype)
  return env && new ByName(() => env, () => fn.name !== VIEW || isViewRender(fn.prototype.render))
}

/** @returns {object | undefined} the environment that the function calls */
function instanceOf (fn, prototype) {
  if (fn.name === VIEW) {
    const { render } = fn.prototype
    return isView(fn) && isViewRender(render)
      ? receiverOf(prototype, 'render', () => render.call(NAMELESS, {}, () => {}))
      : undefined
  }
  if (fn.name === 'bound render' && isKnownRender(prototype.render) && isBoundTo(fn, prototype.render)) {
    return receiverOf(prototype, 'getTemplate', () => fn('', {}, () => {}))
  }
}

/** A view that throws when its name is read, for an environment that overrides `render`. */
const NAMELESS = {
  get name () {
    throw new Error('Stopped before a call')
  }
}

/** Returns the environment of the last `nunjucks.configure()`, or creates one, as `nunjucks.render` does. */
function globalInstance ({ renderString }) {
  let instance
  renderString({ type: 'code', obj: { root: (env) => { instance = env } } }, {})
  return instance
}

function byEngine (filename, { engine, options }) {
  if (engine instanceof ByName) return (locals) => fromCallback((done) => engine.env.render(filename, locals, done))
  const env = instanceFor(engine, options)
  const source = fs.readFileSync(filename, 'utf8')
  const Template = templateClassOf(env)
  // What `renderString` does, which compiles for each render.
  const template = Template && new Template(source, env, filename, true)
  return (locals) => fromCallback((done) => {
    if (template) template.render(locals, done)
    else env.renderString(source, locals, { path: filename }, done)
  })
}

/** @returns {string} the source of a file; empty if the environment reads the file */
function read (filename, engine) {
  return engine instanceof ByName ? '' : fs.readFileSync(filename, 'utf8')
}

/** Creates a function for Express. The folders are the view's: `locals.settings` may come from a request. */
function expressFunction (engine) {
  return function (filename, locals, callback) {
    instanceFor(engine, { __proto__: null, views: this?.root, cache: locals.cache }).render(filename, locals, callback)
  }
}

module.exports = {
  ByName,
  accepts: (engine) => isInstance(engine) || isPackage(engine),
  byEngine,
  engineOf,
  expressFunction,
  guard,
  instanceFor,
  isCalledBy: (engine) => !(engine instanceof ByName) || engine.isCalled(),
  read
}
