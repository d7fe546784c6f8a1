'use strict'

const { dialects } = require('../dialects')

/**
 * The engines whose functions Express calls for views, or whose View class it uses;
 * null where no dialect knows it. Where views are not cached, this is asked at every render.
 *
 * @type {WeakMap<Function, { dialect: import('../dialects/dialect').Dialect, engine: object } | null>}
 */
const enginesByFunction = new WeakMap()

/**
 * @param {Function} fn what renders a view: the function of an engine, or a View class
 * @param {object} view about to be rendered
 * @returns {{ dialect: import('../dialects/dialect').Dialect, engine: object } | null}
 */
function engineOf (fn, view) {
  let found = enginesByFunction.get(fn)
  if (found === undefined) {
    found = findEngine(fn, view)
    enginesByFunction.set(fn, found)
  }
  return found
}

/** @returns {{ dialect: import('../dialects/dialect').Dialect, engine: object } | null} */
function findEngine (fn, view) {
  for (const dialect of dialects) {
    const engine = loadedPackages(dialect).map((exports) => ask(dialect, fn, exports, view)).find(Boolean)
    if (engine) return { dialect, engine }
  }
  return null
}

/**
 * @param {object} exports of a module, which may be no package at all, and throw when it is
 *   looked at, as proxies for environment variables do
 */
function ask (dialect, fn, exports, view) {
  try {
    return dialect.engineOf(fn, exports, view)
  } catch {
    return undefined
  }
}

/** What Express calls for the views of an engine. @type {WeakMap<object, Function>} */
const functions = new WeakMap()

/**
 * Gives what Express is to call for a view where the app has named nothing for it.
 *
 * @param {{ dialect: import('../dialects/dialect').Dialect, engine: object }} found
 */
function functionOf (found) {
  let fn = functions.get(found.engine)
  if (fn === undefined) {
    fn = found.dialect.expressFunction(found.engine)
    functions.set(found.engine, fn)
    enginesByFunction.set(fn, found)
  }
  return fn
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
