'use strict'

const { Underway } = require('../template/underway')

/**
 * Takes a step that nothing is awaited before.
 *
 * @template Value
 * @param {object} given locals that nobody else uses; they are freed if the step fails
 * @param {() => Value} step
 * @returns {Value} what it gives
 * @throws what it throws
 */
function freeing (given, step) {
  try {
    return step()
  } catch (error) {
    free(given)
    throw error
  }
}

/** Gives locals up: streams are destroyed, iterators returned, and errors are nobody's. */
function free (given) {
  const underway = new Underway()
  underway.heed(given)
  underway.cancel()
}

module.exports = { free, freeing }
