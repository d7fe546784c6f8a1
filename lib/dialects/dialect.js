'use strict'

const fs = require('node:fs')
const { Rendered } = require('../template/rendered')
const { Template } = require('../template/template')

/**
 * The adapter for one template language. All but `name`, `extensions` and `compile` may be left out.
 *
 * @typedef {import('../../types/template').Dialect} Dialect
 * @typedef {import('../../types/template').DialectContext} Context
 * @typedef {import('../../types/template').Explanation} Explanation
 * @typedef {import('../../types/template').Span} Span
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
