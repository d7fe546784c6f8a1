'use strict'

const { digestOf } = require('../shared/is-unmodified')

/** The digest of the methods of `Context` and `Writer` in mustache.js 4.2.0, the same in the CommonJS and the ES module. */
const METHODS = 'Ji5WrywKfycOunN0JC1fpH4mDsj3pHFH0_50cxBPyS8'

/**
 * @param {object} engine
 * @returns {boolean} whether the engine is mustache.js 4.2.0 with its own methods: other versions, and methods that an
 *   app has replaced, may render differently
 */
function isUnmodified ({ Context, Writer }) {
  return digestOf([Context, Writer].flatMap(({ prototype }) => Object.values(prototype))) === METHODS
}

module.exports = { isUnmodified }
