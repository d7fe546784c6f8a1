'use strict'

const { isProxy } = require('node:util/types')
const { memoize } = require('../../util/memoize')

/** What names `this`, or runs code that does: letters of `eval` may be escaped. */
const THIS = /\b(?:this|eval|super)\b|\\u(?:\{0*|00)(?:6[15c]|76)/i

/** Whether a function may use its `this`. A proxy passes it on. @type {(fn: Function) => boolean} */
const usesThis = memoize((fn) => isProxy(fn) || THIS.test(Function.prototype.toString.call(fn)))

module.exports = { usesThis }
