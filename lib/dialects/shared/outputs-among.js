'use strict'

/** @typedef {import('../../../types/template').Part} Part */
/** @typedef {{ statement: object, parts: Part[] }} Output */

/**
 * Joins static text with nothing but silent statements between.
 *
 * @param {object[]} statements one after the other; or nodes of a language that is not compiled to JavaScript
 * @param {(statement: object) => Part[] | null | undefined} partsOf see `PageLanguage`; parts may have more properties
 * @returns {Output[]} the statements that write. The first part of adjacent static text has all of it
 */
function outputsAmong (statements, partsOf) {
  const outputs = []
  let last
  for (const statement of statements) {
    const all = partsOf(statement)
    if (all === undefined) last = undefined
    if (all === undefined || all === null) continue
    const parts = []
    for (const given of all) {
      // What it lacks is missing, even if `Object.prototype` has it.
      const part = { __proto__: null, ...given }
      if (last?.text !== undefined && part.text !== undefined) last.text += part.text
      else parts.push(last = part)
    }
    outputs.push({ statement, parts })
  }
  return outputs
}

module.exports = { outputsAmong }
