'use strict'

const { createHash } = require('node:crypto')

/**
 * The methods of `Context` and `Writer` in mustache.js 4.2.0, as `digestOf`
 * gives them; the CommonJS and the ES module have the same.
 */
const METHODS = 'H2fJZCG2PnFm97mI_FWpaD4k2M7HuIs0WYdxVEQkPQ4'

/** `Mustache.escape` of 4.2.0 without its white space. */
const ESCAPE = 'functionescapeHtml(string){returnString(string).replace(/[&<>"\'`=\\/]/g,functionfromEntityMap(s){returnentityMap[s];});}'

/**
 * @param {object} engine
 * @returns {boolean} whether it renders as the version of mustache.js does that
 *   this dialect knows: another version, or one whose methods an app has
 *   replaced, may do so in another way
 */
function isStock (engine) {
  return digestOf([engine.Context, engine.Writer]) === METHODS
}

/**
 * @param {Function[]} classes
 * @returns {string}
 */
function digestOf (classes) {
  const methods = classes.flatMap(({ prototype }) => Object.entries(prototype))
  const source = methods.map(([name, method]) => `${name}:${withoutSpace(method)}`).join('')
  return createHash('sha256').update(source).digest('base64url')
}

/**
 * @param {object} engine
 * @returns {Function | undefined} its own `escape`, if no app has replaced it
 */
function stockEscape (engine) {
  return withoutSpace(engine.escape) === ESCAPE ? engine.escape : undefined
}

/**
 * @param {unknown} method
 * @returns {string} its source
 */
function withoutSpace (method) {
  return String(method).replace(/\s+/g, '')
}

module.exports = { isStock, stockEscape }
