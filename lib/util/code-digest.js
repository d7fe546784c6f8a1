'use strict'

const { hash } = require('node:crypto')
const { memoize } = require('./memoize')

/** The length of a digest, in characters of six bits. */
const LENGTH = 12

/** @returns {string} the function's code without comments and white space, which differ within a version */
function strippedCodeOf (fn) {
  if (typeof fn !== 'function') return ''
  return Function.prototype.toString.call(fn).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').replace(/\s+/g, '')
}

const digestOfFunction = memoize((fn) => hash('sha256', strippedCodeOf(fn), 'base64url').slice(0, LENGTH))

/** @returns {string} equal for functions with the same code; of anything else, its type or its value as text */
function codeDigestOf (property) {
  if (typeof property === 'function') return digestOfFunction(property)
  return Object(property) === property ? typeof property : String(property)
}

module.exports = { codeDigestOf, strippedCodeOf }
