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

/** @returns {string} the stripped code as engines publish it, even of copies that esbuild has printed in a bundle */
function publishedCodeOf (fn) {
  return strippedCodeOf(fn).replaceAll('"', "'").replace(/\bvoid0\b/g, 'undefined')
}

function digestOf (code) {
  return hash('sha256', code, 'base64url').slice(0, LENGTH)
}

const digestOfFunction = memoize((fn) => digestOf(strippedCodeOf(fn)))

/** @returns {string} equal for functions with the same code; of anything else, its type or its value as text */
function codeDigestOf (property) {
  if (typeof property === 'function') return digestOfFunction(property)
  return Object(property) === property ? typeof property : String(property)
}

/** @returns {string} also equal for copies in bundles of esbuild, which numbers names that occur twice in a bundle */
function bundledDigestOf (fn) {
  return digestOf(strippedCodeOf(fn).replace(/([a-z_$])\d+\b/gi, '$1'))
}

module.exports = { bundledDigestOf, codeDigestOf, publishedCodeOf, strippedCodeOf }
