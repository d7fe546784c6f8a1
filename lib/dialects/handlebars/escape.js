'use strict'

const { createEscaper } = require('../../template/escape')

/** The entities of Handlebars' own `escapeExpression`. */
const escape = createEscaper({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;', '`': '&#x60;', '=': '&#x3D;' })

/** How that ends, since Handlebars 4: every string gets here as it is. */
const OWN = /if\s*\(typeof string !== 'string'\)[^]*if\s*\(!possible\.test\(string\)\)\s*\{\s*return string;\s*\}\s*return string\.replace\(badChars, escapeChar\);\s*\}$/

/** @type {WeakMap<Function, Function>} */
const known = new WeakMap()

/**
 * Gives what does the same as the escape function of an engine, for strings faster.
 *
 * @param {Function} escapeExpression an app may have replaced Handlebars' own
 * @returns {Function}
 */
function fasterThan (escapeExpression) {
  if (typeof escapeExpression !== 'function') return escapeExpression
  let faster = known.get(escapeExpression)
  if (faster === undefined) {
    faster = isOwn(escapeExpression) ? (value) => typeof value === 'string' ? escape(value) : escapeExpression(value) : escapeExpression
    known.set(escapeExpression, faster)
  }
  return faster
}

/**
 * @param {Function} escapeExpression
 * @returns {boolean} whether it is Handlebars' own
 */
function isOwn (escapeExpression) {
  if (!OWN.test(Function.prototype.toString.call(escapeExpression))) return false
  const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).join('')
  return escapeExpression(characters) === escape(characters)
}

module.exports = { fasterThan }
