'use strict'

const { byName } = require('../../lib/dialects')

/**
 * What the command line asks of a language, beyond what rendering needs.
 *
 * @typedef {object} Language
 * @property {NonNullable<import('../../lib/dialects/dialect').Dialect['explain']>} explain
 * @property {import('../../lib/dialects/dialect').Dialect['byEngine']} byEngine
 */

/** Those of the dialects in lib/. @type {Record<string, Language>} */
const LANGUAGES = {
  ejs: require('./ejs'),
  eta: require('./eta'),
  handlebars: require('./handlebars'),
  liquid: require('./liquid'),
  mustache: require('./mustache'),
  nunjucks: require('./nunjucks'),
  pug: require('./pug')
}

/**
 * @param {import('../../lib/dialects/dialect').Dialect} dialect
 * @returns {Language} of an app's own dialect, its hooks
 */
function languageOf (dialect) {
  if (byName(dialect.name) === dialect) return LANGUAGES[dialect.name]
  const compile = (source, context) => {
    dialect.compile(source, context)
    return {}
  }
  return { explain: dialect.explain ?? compile, byEngine: dialect.byEngine }
}

module.exports = { languageOf }
