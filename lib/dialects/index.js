'use strict'

const dialects = [require('./ejs')]

/**
 * The adapter for one template language.
 *
 * @typedef {object} Dialect
 * @property {string} name also the name of the engine's package
 * @property {string[]} extensions with their dot
 * @property {(source: string, context: object) => import('../template/template').Program} compile
 * @property {(filename: string, engine: object) => string} read gives a file's source
 * @property {(engine: unknown) => boolean} accepts whether it is an engine of
 *   this dialect
 * @property {(engine: object, fn: Function) => boolean} renders whether `fn` is
 *   the function of the engine that Express calls
 * @property {(engine: object) => Function} expressFunction that function
 * @property {(engine: object, app: object) => object | undefined} appOptions the
 *   compile options that the engine takes from an Express app; nothing if the
 *   app sets some in a way that only Express's own rendering follows
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
