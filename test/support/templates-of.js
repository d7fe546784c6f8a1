'use strict'

const dialects = require('../../lib/dialects')
const { Templates } = require('../../lib/templates')

/**
 * @param {string} name of a dialect
 * @param {object} engine its package, or an instance of it
 * @param {object} [options] compile options; templates are kept unless `cache` is off
 * @returns {Templates} templates of the dialect, as a renderer keeps them
 */
function templatesOf (name, engine, { cache = true, ...options } = {}) {
  const dialect = dialects.byName(name)
  const compileOptions = { ...options, cache }
  return new Templates({ dialect, engine, options: () => compileOptions, cache }, { hits: 0, misses: 0, entries: new Map() })
}

module.exports = { templatesOf }
