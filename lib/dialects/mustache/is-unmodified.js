'use strict'

const guard = require('../guards/mustache.json')
const { CheckedMethods, KnownCode } = require('../guards/known-code')
const { memoize } = require('../../util/memoize')

const known = new KnownCode(guard)

/**
 * @returns {boolean} whether the engine is a known mustache.js with its own functions: other versions, and functions that
 *   an app has replaced, may render differently
 */
function isUnmodified (engine) {
  const methods = methodsOf(engine)
  return methods !== null && methods.findReplaced() === undefined
}

/** Returns the checked methods of an engine; null with other code. @type {(engine: object) => CheckedMethods | null} */
const methodsOf = memoize((engine) => {
  const methods = new CheckedMethods(known)
  const [context, writer] = [engine.Context.prototype, engine.Writer.prototype]
  const isOwn = methods.check('mustache', engine) &&
    methods.check('Context', context, Object.keys(context)) && methods.check('Writer', writer, Object.keys(writer))
  return isOwn ? methods : null
})

module.exports = { guard, isUnmodified, known }
