'use strict'

const { createHash } = require('node:crypto')

/** `digestOf` the methods of `Context` and `Writer` in mustache.js 4.2.0; the CommonJS and the ES module have the same. */
const METHODS = 'H2fJZCG2PnFm97mI_FWpaD4k2M7HuIs0WYdxVEQkPQ4'

/** `Mustache.escape` of 4.2.0 without its white space. */
const ESCAPE = 'functionescapeHtml(string){returnString(string).replace(/[&<>"\'`=\\/]/g,functionfromEntityMap(s){returnentityMap[s];});}'

/**
 * @param {object} engine
 * @returns {boolean} whether it renders as mustache.js 4.2 does: another version, or one
 *   whose methods an app has replaced, may do so in another way
 */
function isStock (engine) {
  return digestOf([engine.Context, engine.Writer]) === METHODS
}

function digestOf (classes) {
  const methods = classes.flatMap(({ prototype }) => Object.entries(prototype))
  const source = methods.map(([name, method]) => `${name}:${withoutSpace(method)}`).join('')
  return createHash('sha256').update(source).digest('base64url')
}

/** Whether a function is the engine's own `escape`. */
function isStockEscape (escape) {
  return withoutSpace(escape) === ESCAPE
}

/** The source of a method. */
function withoutSpace (method) {
  return String(method).replace(/\s+/g, '')
}

module.exports = { isStock, isStockEscape }
