'use strict'

const path = require('node:path')
const { dialects, loaded } = require('../dialects')
const { INSTALLED, packageJsonIn, packageNameOf } = require('../util/files')
const { memoize } = require('../util/memoize')
const { Rendered } = require('../page/rendered')
const { Template } = require('../views/template')

/** @typedef {import('../views/engines').NamedEngine} Engine */

/** Render function or View class → its engine; null without a dialect. @type {WeakMap<Function, Engine | null>} */
const engineCache = new WeakMap()

/** Render function → the engine that an option names for it, and whether the function is the engine's own. */
const namedCache = new WeakMap()

/** Folder → the name of the package that it belongs to. @type {Map<string, string>} */
const packageCache = new Map()

/** @returns {Engine | null} that of a render function or a View class for this view; null if no dialect supports it */
function engineOfFunction (fn, view) {
  const known = engineCache.get(fn)
  if (known !== undefined) return known
  const engine = findEngine(fn, view)
  engineCache.set(fn, engine)
  return engine
}

/** @param {Engine} named the one in the option `engines`. @returns {boolean} whether a render function is that of it */
function belongsTo (fn, view, { dialect, engine }) {
  const cached = namedCache.get(fn)
  if (cached?.engine === engine) return cached.isOfEngine
  const isOfEngine = tryEngineOf(dialect, fn, engine, view) === engine
  namedCache.set(fn, { engine, isOfEngine })
  return isOfEngine
}

function findEngine (fn, view) {
  // Most packages are in a folder of their name. Reading all package.json files takes 4 ms.
  for (const nameOf of [packageNameOf, packageOf]) {
    const files = Object.keys(require.cache ?? {}).map((file) => ({
      file,
      name: nameOf(INSTALLED.exec(file)?.[0] ?? path.dirname(file))
    }))
    for (const row of dialects) {
      const names = [row.package, ...row.packages]
      // An app may have several versions installed, and the registered one must be used.
      const engine = files.filter(({ name }) => names.includes(name))
        .map(({ file }) => tryEngineOf(loaded(row), fn, require.cache[file]?.exports, view))
        .find(Boolean)
      if (engine) return { dialect: loaded(row), engine }
    }
  }
  return null
}

/** Returns `undefined` if an export throws when it is read, such as one of a proxy for environment variables. */
function tryEngineOf (dialect, fn, exports, view) {
  try {
    return dialect.engineOf(fn, exports, view)
  } catch {
    return undefined
  }
}

/** Returns what Express calls if the app registers nothing. @type {(engine: object, dialect: object) => Function} */
const functionOf = memoize((engine, dialect) => {
  const fn = dialect.expressFunction?.(engine) ?? renderFunction(dialect, engine)
  engineCache.set(fn, { dialect, engine })
  return fn
})

/** @returns {Function} what Express calls as a method of the view, with a file, the locals and a callback */
function renderFunction ({ compile, read }, engine) {
  return function renderFile (filename, locals, callback) {
    let page
    try {
      const options = { __proto__: null, views: this?.root, cache: Boolean(locals.cache) }
      const load = (file) => new Template(file, compile(read(file, engine), { filename: file, engine, options, load }))
      page = load(filename).render(locals)
    } catch (error) {
      return callback(error)
    }
    if (page instanceof Rendered) callback(null, page.toString())
    else page.then((page) => callback(null, page.toString()), callback)
  }
}

/** @returns {string} the name in the nearest package.json that has one: a path may show an alias, or no name */
function packageOf (folder) {
  const known = packageCache.get(folder)
  if (known !== undefined) return known
  const parent = path.dirname(folder)
  const name = packageJsonIn(folder).name ?? (parent === folder ? '' : packageOf(parent))
  packageCache.set(folder, name)
  return name
}

module.exports = { belongsTo, engineOfFunction, functionOf }
