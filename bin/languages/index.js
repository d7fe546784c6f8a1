'use strict'

const { byName, dialects } = require('../../lib/dialects')

/**
 * The functions of a language that only the command line needs.
 *
 * @typedef {object} Language
 * @property {NonNullable<import('../../lib/dialects/dialect').Dialect['explain']>} explain
 * @property {(page: import('../../lib/page/rendered').Rendered, engine: object) => string | undefined} [fallbackAfter]
 *   why the engine renders a view after such a page
 * @property {[message: RegExp, hint: string][]} [hints] the messages of its engine for a missing name, and where apps
 *   have such names
 */

/** Languages of the dialects in lib/. @type {Record<string, Language>} */
const LANGUAGES = Object.fromEntries(dialects.map(({ name }) => [name, require(`./${name}`)]))

/** Returns the language of a bundled dialect, or the hook of a dialect of the app. */
function languageOf (dialect) {
  if (byName(dialect.name) === dialect) return LANGUAGES[dialect.name]
  const compile = (source, context) => {
    dialect.compile(source, context)
    return {}
  }
  return { explain: dialect.explain ?? compile }
}

/**
 * @param {string} language the name of the dialect
 * @param {string} message that of an error of its engine
 * @returns {string | undefined} which option of the command line gives what is missing
 */
function hintFor (language, message) {
  return LANGUAGES[language]?.hints?.find(([missing]) => missing.test(message))?.[1]
}

module.exports = { hintFor, languageOf }
