'use strict'

const { createEscaper } = require('../../page/escape')

/** The entities of Handlebars' own `escapeExpression`. */
const escape = createEscaper({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;', '`': '&#x60;', '=': '&#x3D;' })

/** How that ends since Handlebars 4: every string gets here unchanged. */
const OWN = /if\s*\(typeof string !== 'string'\)[^]*if\s*\(!possible\.test\(string\)\)\s*\{\s*return string;\s*\}\s*return string\.replace\(badChars, escapeChar\);\s*\}$/

/** Whether an escape function is Handlebars' own. @type {WeakMap<Function, boolean>} */
const ownCache = new WeakMap()

/**
 * @param {unknown} escapeExpression an app may have replaced Handlebars' own
 * @returns {boolean}
 */
function isOwnEscape (escapeExpression) {
  if (typeof escapeExpression !== 'function') return false
  let isOwn = ownCache.get(escapeExpression)
  if (isOwn === undefined) {
    isOwn = OWN.test(Function.prototype.toString.call(escapeExpression)) && escapesEqually(escapeExpression)
    ownCache.set(escapeExpression, isOwn)
  }
  return isOwn
}

function escapesEqually (escapeExpression) {
  const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).join('')
  return escapeExpression(characters) === escape(characters)
}

/**
 * @param {Function} escapeExpression Handlebars' own
 * @returns {Function} one that does the same, faster for strings
 */
function fasterThan (escapeExpression) {
  return (value) => typeof value === 'string' ? escape(value) : escapeExpression(value)
}

module.exports = { fasterThan, isOwnEscape }
