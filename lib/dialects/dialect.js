'use strict'

const fs = require('node:fs')

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
 * @returns {Required<Dialect>} with what was left out; `package`, `expressFunction` and the hooks of the command line may still be
 */
function complete (parts) {
  return {
    packages: [],
    read: (filename) => fs.readFileSync(filename, 'utf8'),
    accepts: () => false,
    engineOf: () => undefined,
    answers: 'at once',
    appOptions: (engine, app) => ({ ...app.get('view options'), views: app.get('views') }),
    asyncChunks: false,
    ...parts
  }
}

module.exports = { complete, isDialect }
