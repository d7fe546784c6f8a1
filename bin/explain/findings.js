'use strict'

const { NONE } = require('./words')

/**
 * A reason why a view cannot be rendered, or not at full speed.
 *
 * @typedef {object} Finding
 * @property {'missing-engine' | 'does-not-compile' | 'rendered-by-engine' | 'keeps-with' | 'does-not-render'} kind
 * @property {string} reason the error message; for `rendered-by-engine` a predicate whose subject
 *   is the template; for `keeps-with` a clause
 */

/** The predicate of each finding, whose subject is the view, and the words that lead to the reason. */
const WORDS = {
  'missing-engine': ['needs an engine that is not installed', ': '],
  'does-not-compile': ['does not compile', ': '],
  'rendered-by-engine': ['is rendered by the engine', ', because it '],
  'keeps-with': ['keeps the with statement', ', because '],
  'does-not-render': ['does not render', ': ']
}

/**
 * @param {Finding} finding
 * @returns {string} predicate whose subject is the view, without the reason
 */
function inShort ({ kind }) {
  return WORDS[kind][0]
}

/**
 * @param {Finding} finding
 * @returns {string} predicate whose subject is the view, with the reason
 */
function inFull ({ kind, reason }) {
  return WORDS[kind].join('') + reason
}

/**
 * Names the state of EJS's `with` statement.
 *
 * @param {{ kept?: string, keptIf: string[] } | undefined} withState of an explanation
 * @returns {string} with a star if it depends on the locals
 */
function withLabel (withState) {
  if (withState === undefined) return NONE
  if (withState.kept !== undefined) return 'kept'
  return withState.keptIf.length > 0 ? 'removed*' : 'removed'
}

/**
 * @param {{ kept?: string, keptIf: string[] } | undefined} withState of an explanation
 * @returns {string[]} predicate whose subject is the view, or nothing if there are no conditions
 */
function withConditions (withState) {
  return withLabel(withState) === 'removed*' ? [`keeps the with statement if ${withState.keptIf.join(', or if ')}`] : []
}

module.exports = { inFull, inShort, withConditions, withLabel }
