'use strict'

const fs = require('node:fs')

/**
 * @typedef {import('../../types/template').Dialect & BundledDialect} Dialect
 * @typedef {import('../../types/template').DialectContext} Context
 * @typedef {NonNullable<Dialect['byEngine']>} ByEngine
 * @typedef {'at once' | 'after the call' | 'next tick' | 'async function' | 'promise' | 'later'} CallbackMoment when
 *   the engine's function calls back, see `frameworks/callback-moment.js`
 */

/**
 * What the dialects of this library also have, for engines that Express apps set up themselves.
 *
 * @typedef {object} BundledDialect
 * @property {CallbackMoment | ((engine: object) => CallbackMoment)} [answers] the moment, or gives that of an engine
 * @property {import('./guards/known-code').Guard} [guard] what is known of the package
 * @property {string[]} [packages] other packages whose functions an Express app may register for views of this language
 * @property {() => object} [bundled] requires this library's copy if the app has none; bundlers need a constant name
 * @property {(engine: unknown) => boolean} [accepts] whether a value is the package, or an instance that an app made
 * @property {(fn: Function, exports: object, view: object) => object | undefined} [engineOf] returns the engine that
 *   the function, which Express is about to call for a view, belongs to, if it comes from a package with these exports
 * @property {(engine: object, fn: Function) => boolean} [isCalledBy] whether that function still calls the engine's own
 *   functions: an app may replace those at any time
 * @property {(engine: object) => boolean} [ignoresCacheLocal] whether the engine ignores the local `cache`
 * @property {(engine: object) => ((call: () => unknown) => unknown) | undefined} [callAlone] gives what calls a
 *   function of the app that then gets no templates of the dialect, and leaves it none; `undefined` if the engine keeps
 *   them in one cache
 * @property {{ get: (engine: object, filename: string) => Function | undefined,
 *   set: (engine: object, filename: string, compiled: Function) => void }} [engineCache] where the engine's function
 *   for Express keeps what it compiles, by file: the app may empty or fill it. Such a dialect gets as `stored` what is
 *   there, and programs have the engine's function as `compiled`
 * @property {boolean} [readsFiles] whether programs read their files themselves, when the engine would
 * @property {(engine: object) => Function} [expressFunction] returns what Express calls for a view, as a method of its
 *   View. The function takes the views folders from that View, never from the locals
 */

/** @returns {boolean} whether a value has the required properties of a dialect */
function isDialect (value) {
  return typeof value.name === 'string' && Array.isArray(value.extensions) && typeof value.compile === 'function'
}

/** Fills in defaults. `package`, `guard`, `bundled`, `expressFunction` and the command line's hooks stay optional. */
function withDefaults (given) {
  return {
    __proto__: null,
    packages: [],
    read: (filename) => fs.readFileSync(filename, 'utf8'),
    accepts: () => false,
    engineOf: () => undefined,
    isCalledBy: () => true,
    answers: 'at once',
    engineCache: undefined,
    readsFiles: false,
    ignoresCacheLocal: () => false,
    callAlone: () => (call) => call(),
    appOptions: (engine, app) => ({ ...app.get('view options'), views: app.get('views') }),
    ...given
  }
}

module.exports = { isDialect, withDefaults }
