'use strict'

const { NONE } = require('./words')

/**
 * What keeps a view from being rendered, or from being rendered fast.
 *
 * @typedef {object} Finding
 * @property {'missing-engine' | 'does-not-compile' | 'rendered-by-engine' | 'keeps-with' | 'does-not-render'} kind
 * @property {string} reason the message of the error; or what a sentence about the template
 *   has after "since it" where the engine renders it, or after "since" where it keeps `with`
 */

/** The rest of a sentence that begins with the view, and what leads on to the reason. */
const WORDS = {
  'missing-engine': ['lacks its engine', ': '],
  'does-not-compile': ['does not compile', ': '],
  'rendered-by-engine': ['is left to the engine', ', since it '],
  'keeps-with': ['keeps with', ', since '],
  'does-not-render': ['does not render', ': ']
}

/**
 * @param {Finding} finding
 * @returns {string} the rest of a sentence that begins with the view, without the reason
 */
function inShort ({ kind }) {
  return WORDS[kind][0]
}

/**
 * @param {Finding} finding
 * @returns {string} the rest of a sentence that begins with the view
 */
function inFull ({ kind, reason }) {
  return WORDS[kind].join('') + reason
}

/**
 * What becomes of the `with` of EJS.
 *
 * @param {{ kept?: string, keptIf: string[] } | undefined} fate of an explanation
 * @returns {string} with a star where that depends on the locals
 */
function fateOf (fate) {
  if (fate === undefined) return NONE
  if (fate.kept !== undefined) return 'kept'
  return fate.keptIf.length > 0 ? 'removed*' : 'removed'
}

/**
 * @param {{ kept?: string, keptIf: string[] } | undefined} fate of an explanation
 * @returns {string[]} the rest of a sentence that begins with the view, if there is one to say
 */
function conditionsOf (fate) {
  return fateOf(fate) === 'removed*' ? [`keeps with if ${fate.keptIf.join(', or if ')}`] : []
}

module.exports = { conditionsOf, fateOf, inFull, inShort }
