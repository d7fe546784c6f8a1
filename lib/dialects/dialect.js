'use strict'

const fs = require('node:fs')
const { Rendered } = require('../template/rendered')
const { Template } = require('../template/template')

/**
 * The adapter for one template language. All but the first three may be left out.
 *
 * @typedef {object} Dialect
 * @property {string} name
 * @property {string[]} extensions with their dot
 * @property {(source: string, context: Context) => import('../template/template').Program} compile
 *   throws what the engine throws
 * @property {string} [package] the engine's, required from the app; without one, the engine is
 *   the dialect itself
 * @property {string[]} [packages] others whose functions an Express app may call for
 *   views of this language
 * @property {(filename: string, engine: object) => string} [read] gives a file's source
 * @property {(engine: unknown) => boolean} [accepts] whether it is an engine of
 *   this dialect: its package, or an instance that the app has made
 * @property {(fn: Function, exports: object, view: object) => object | undefined} [engineOf]
 *   gives the engine whose function Express is about to call for a view, or whose View class
 *   it uses, if it is one of a package with these exports; what such a function does when it
 *   is first called, it has done then
 * @property {(engine: object) => Function} [expressFunction] gives what Express can call, as a
 *   method of its View; folders of views are to be taken from that, never from the locals
 * @property {'at once' | 'next tick' | 'later'} [answers] when the engine's own function calls
 *   Express back with a page that is rendered at once here; one that is promised is given when it is there
 * @property {(engine: object, app: object, fn: Function) => object | undefined} [appOptions]
 *   gives the compile options that the engine takes from an Express app that calls this
 *   function; nothing if the app sets some in a way that only Express's own rendering
 *   follows
 * @property {boolean} [asyncChunks] whether its programs have the splicer wait for the promises, streams
 *   and async iterables that they print while a page is streamed; without that, what a call of
 *   `renderStream` gives is waited for before
 * @property {(source: string, context: Context & { locals?: object }) => Explanation} [explain]
 *   tells `buffered-render explain` what a template is made of: compiles all of it at once, also
 *   what is else left until it is rendered; with locals, for a render with those. Throws what the
 *   engine throws. Those of the dialects here are in `bin/languages`
 * @property {(filename: string, context: Context) => (locals: object) => string | Promise<string>} [byEngine]
 *   gives what renders a file by the engine itself, for `buffered-render compare`: compiled once, as
 *   its documentation has it done in production
 */

/**
 * What a template is made of, for people to see.
 *
 * @typedef {object} Explanation
 * @property {Span[]} [spans] of its source, in order, none over another; what is between them
 *   is code, comments and white space that the engine leaves out
 * @property {string} [whole] why the engine itself renders it, if it does: the rest of a
 *   sentence that begins with the template
 * @property {{ kept?: string, keptIf: string[] }} [with] of EJS: why the template keeps its
 *   `with`, and otherwise what would have it kept
 *
 * @typedef {object} Span
 * @property {number} start in UTF-16 units
 * @property {number} end
 * @property {'static' | 'dynamic'} kind text for the page, or what writes a dynamic segment
 */

/**
 * @typedef {object} Context
 * @property {string} filename
 * @property {object} engine
 * @property {object} options the engine's compile options; `views`, the folders of
 *   views, and `cache` are always there
 * @property {(filename: string) => import('../template/template').Template} load gives
 *   the template of another file
 */

/** @returns {boolean} whether it has what every dialect has */
function isDialect (value) {
  return typeof value.name === 'string' && Array.isArray(value.extensions) && typeof value.compile === 'function'
}

/**
 * @param {Dialect} parts
 * @returns {Required<Dialect>} with what was left out; `package` and the hooks of the command line may still be
 */
function complete (parts) {
  const dialect = {
    packages: [],
    read: (filename) => fs.readFileSync(filename, 'utf8'),
    accepts: () => false,
    engineOf: () => undefined,
    expressFunction: (engine) => expressFunction(dialect, engine),
    answers: 'at once',
    appOptions: (engine, app) => ({ ...app.get('view options'), views: app.get('views') }),
    asyncChunks: false,
    ...parts
  }
  return dialect
}

/**
 * @returns {Function} what Express calls for a view: a method of that, which takes a file,
 *   the locals and a callback
 */
function expressFunction ({ compile, read }, engine) {
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

module.exports = { complete, isDialect }
