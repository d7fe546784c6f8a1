'use strict'

const fs = require('node:fs')

/**
 * The adapter for one template language. Only `name`, `extensions` and `compile` are required.
 *
 * @typedef {import('../../types/template').Dialect} Dialect
 * @typedef {import('../../types/template').DialectContext} Context
 * @typedef {import('../../types/template').Explanation} Explanation
 * @typedef {import('../../types/template').Span} Span
 */

/** @returns {boolean} whether a value has the required properties of a dialect */
function isDialect (value) {
  return typeof value.name === 'string' && Array.isArray(value.extensions) && typeof value.compile === 'function'
}

/**
 * Fills in the defaults of a dialect.
 *
 * @param {Dialect} parts
 * @returns {Required<Dialect>} `package`, `expressFunction` and the hooks of the command line stay optional
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
