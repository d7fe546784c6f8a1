'use strict'

const { CheckedMethods } = require('../shared/checked-methods')
const { memoize } = require('../../util/memoize')

/** Digests of mustache.js 4.1.0 and 4.2.0, the same in the CommonJS and the ES module. */
const ENGINE_CODE = 'Cetb4S7SFCPs'
const CONTEXT_CODE = 'yMTVLliXsJe1'
const WRITER_CODE = 'onmgQl47x19i'

/**
 * @returns {boolean} whether the engine is mustache.js 4.1 or 4.2 with its own functions: other versions, and functions that
 *   an app has replaced, may render differently
 */
function isUnmodified (engine) {
  const methods = methodsOf(engine)
  return methods !== null && methods.findReplaced() === undefined
}

/** Returns the checked methods of an engine; null with other code. @type {(engine: object) => CheckedMethods | null} */
const methodsOf = memoize((engine) => {
  const methods = new CheckedMethods()
  const [context, writer] = [engine.Context.prototype, engine.Writer.prototype]
  const isOwn = methods.check(engine, ['Context', 'Writer', 'render'], ENGINE_CODE, 'mustache') &&
    methods.check(context, Object.keys(context), CONTEXT_CODE, 'Context') &&
    methods.check(writer, Object.keys(writer), WRITER_CODE, 'Writer')
  return isOwn ? methods : null
})

module.exports = { isUnmodified }
