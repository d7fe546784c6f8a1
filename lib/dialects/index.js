'use strict'

const dialects = [
  require('./ejs'),
  require('./eta'),
  require('./handlebars'),
  require('./liquid'),
  require('./mustache'),
  require('./nunjucks'),
  require('./pug')
]

/**
 * The adapter for one template language.
 *
 * @typedef {object} Dialect
 * @property {string} name
 * @property {string} [package] the engine's, if it is not called like the dialect
 * @property {string[]} [packages] others whose functions an Express app may call for
 *   views of this language
 * @property {string[]} extensions with their dot
 * @property {(source: string, context: Context) => import('../template/template').Program} compile
 *   throws what the engine throws
 * @property {(filename: string, engine: object) => string} read gives a file's source
 * @property {(engine: unknown) => boolean} accepts whether it is an engine of
 *   this dialect: its package, or an instance that the app has made
 * @property {(fn: Function, exports: object, view: object) => object | undefined} [engineOf]
 *   gives the engine whose function Express is about to call for a view, or whose View class
 *   it uses, if it is one of a package with these exports; what such a function does when it is first called, it has
 *   done then
 * @property {(engine: object) => Function} expressFunction gives what Express can call
 * @property {(engine: object, app: object, fn: Function) => object | undefined} appOptions
 *   gives the compile options that the engine takes from an Express app that calls this
 *   function; nothing if the app sets some in a way that only Express's own rendering
 *   follows
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

/**
 * @param {string} extension with its dot
 * @returns {Dialect | undefined}
 */
function byExtension (extension) {
  return dialects.find(({ extensions }) => extensions.includes(extension))
}

/**
 * @param {string} name
 * @returns {Dialect | undefined}
 */
function byName (name) {
  return dialects.find((dialect) => dialect.name === name)
}

module.exports = { dialects, byExtension, byName }
