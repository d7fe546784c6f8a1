'use strict'

const { dialects } = require('../dialects')
const { Rendered } = require('../page/rendered')
const { Template } = require('../template')

/** @typedef {import('./express-views').Engine} Engine */

/** Function that Express calls for views, or View class → its engine; null where no dialect knows it. @type {WeakMap<Function, Engine | null>} */
const enginesByFunction = new WeakMap()

/** Engine → what Express calls for its views, where the app has named nothing. @type {WeakMap<object, Function>} */
const functions = new WeakMap()

/**
 * @param {Function} fn what renders a view: the function of an engine, or a View class
 * @param {object} view about to be rendered
 * @returns {Engine | null}
 */
function engineOf (fn, view) {
  let found = enginesByFunction.get(fn)
  if (found === undefined) {
    found = findEngine(fn, view)
    enginesByFunction.set(fn, found)
  }
  return found
}

function findEngine (fn, view) {
  for (const dialect of dialects) {
    const engine = loadedPackages(dialect).map((exports) => ask(dialect, fn, exports, view)).find(Boolean)
    if (engine) return { dialect, engine }
  }
  return null
}

/** Asks a dialect; the exports may be of any module, and throw when they are read, as proxies for environment variables do. */
function ask (dialect, fn, exports, view) {
  try {
    return dialect.engineOf(fn, exports, view)
  } catch {
    return undefined
  }
}

/**
 * @param {Engine} found
 * @returns {Function} what Express calls for its views
 */
function functionOf (found) {
  let fn = functions.get(found.engine)
  if (fn === undefined) {
    const { dialect, engine } = found
    fn = dialect.expressFunction ? dialect.expressFunction(engine) : renderFunction(dialect, engine)
    functions.set(found.engine, fn)
    enginesByFunction.set(fn, found)
  }
  return fn
}

/**
 * @returns {Function} what Express calls for a view: a method of that, which takes a file,
 *   the locals and a callback
 */
function renderFunction ({ compile, read }, engine) {
  return function renderFile (filename, locals, callback) {
    let page
    try {
      const options = { views: this?.root, cache: Boolean(locals.cache) }
      const load = (file) => new Template(file, compile(read(file, engine), { filename: file, engine, options, load }))
      page = load(filename).render(locals)
    } catch (error) {
      return callback(error)
    }
    if (page instanceof Rendered) callback(null, page.toString())
    else page.then((page) => callback(null, page.toString()), callback)
  }
}

/**
 * Finds every copy of an engine's packages that has been loaded: an app may have
 * several versions installed, and the one it registered is the one to use.
 *
 * @returns {object[]} the exports of modules, which may be others' as well
 */
function loadedPackages ({ package: main, packages }) {
  const names = [main, ...packages]
  return Object.keys(require.cache)
    .filter((file) => names.some((name) => file.includes(name)))
    .map((file) => require.cache[file]?.exports)
    .filter(Boolean)
}

module.exports = { engineOf, functionOf }
