'use strict'

/**
 * A reason why a view cannot be rendered, or not at full speed.
 *
 * @typedef {object} Finding
 * @property {'unreadable' | 'missing-engine' | 'does-not-compile' | 'left-to-express' | 'rendered-by-engine' |
 *   'part-rendered-by-engine' | 'keeps-with' | 'unknown-filter' | 'does-not-render'} kind
 * @property {string} reason the error message; for `left-to-express` and `rendered-by-engine` a predicate whose subject
 *   is the view, for `part-rendered-by-engine` a file and such a clause; for `keeps-with` a clause
 * @property {string} [hint] a sentence that names the option which may give what is missing
 */

/**
 * The predicate of each finding for one view and for several, in the order of the verdict, and the words that lead to
 * the reason.
 *
 * @type {Record<Finding['kind'], [one: string, several: string, lead?: string]>}
 */
const WORDS = {
  'left-to-express': ['is left to Express', 'are left to Express', ', because it '],
  'rendered-by-engine': ['is rendered by its engine', 'are rendered by their engines', ', because it '],
  'part-rendered-by-engine': ['has a part that its engine renders', 'have parts that their engines render'],
  unreadable: ['cannot be read', 'cannot be read'],
  'missing-engine': ['needs an engine that is not installed', 'need an engine that is not installed'],
  'does-not-compile': ['does not compile', 'do not compile'],
  'keeps-with': ['keeps the with statement', 'keep the with statement', ', because '],
  'unknown-filter': ['uses an unknown filter', 'use unknown filters'],
  'does-not-render': ['does not render with the data', 'do not render with the data']
}

/** @returns {string} a predicate whose subject is the view, with the reason, and the hint on a separate line */
function inFull ({ kind, reason, hint }) {
  const [predicate, , lead = ': '] = WORDS[kind]
  return predicate + lead + reason + (hint === undefined ? '' : `\n${hint}`)
}

/**
 * @param {{ kept?: string, keptIf: string[] } | undefined} withState that of EJS's `with` statement in an explanation
 * @returns {string[]} a predicate whose subject is the view, or nothing if there are no conditions
 */
function withConditions ({ kept, keptIf } = { keptIf: [] }) {
  return kept === undefined && keptIf.length > 0 ? [`keeps the with statement if ${keptIf.join(', or if ')}`] : []
}

module.exports = { WORDS, inFull, withConditions }
