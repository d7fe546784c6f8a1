'use strict'

const { byName } = require('../../lib/dialects')

/**
 * The functions of a language that only the command line needs.
 *
 * @typedef {object} Language
 * @property {NonNullable<import('../../lib/dialects/dialect').Dialect['explain']>} explain
 * @property {import('../../lib/dialects/dialect').Dialect['byEngine']} byEngine
 */

/** Languages of the dialects in lib/. @type {Record<string, Language>} */
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
 * Returns the language of a bundled dialect, or the hooks of the app's own dialect.
 *
 * @param {import('../../lib/dialects/dialect').Dialect} dialect
 * @returns {Language}
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
