'use strict'

/**
 * Responses are written at the end of the event loop's turn, when all that
 * arrived meanwhile has been rendered: one after the other, they wake the
 * client, or the proxy on this machine, once. Written one by one, each does.
 */

/**
 * What is to be done at the end of this turn. It is another map in each turn:
 * one that lives on is a burden to the garbage collector at every response.
 *
 * @type {Map<object, () => void>}
 */
let steps = new Map()

/**
 * @param {import('node:http').ServerResponse} res
 * @param {() => void} step is called at the end of the turn
 */
function atEndOfTurn (res, step) {
  if (steps.size === 0) setImmediate(endTurn)
  steps.set(res, step)
}

/**
 * @param {import('node:http').ServerResponse} res
 * @returns {Promise<void>} fulfilled at the end of the turn
 */
function endOfTurn (res) {
  return new Promise((resolve) => atEndOfTurn(res, resolve))
}

/**
 * @param {import('node:http').ServerResponse} res
 * @returns {boolean} whether it is written at the end of this turn
 */
function isUnderway (res) {
  return steps.has(res)
}

function endTurn () {
  const last = steps
  steps = new Map()
  for (const step of last.values()) attempt(step)
}

/**
 * Runs a step so that its error, uncaught as it would be by itself, keeps no
 * other response from being written.
 *
 * @param {() => void} step
 */
function attempt (step) {
  try {
    step()
  } catch (error) {
    setImmediate(() => { throw error })
  }
}

module.exports = { atEndOfTurn, endOfTurn, isUnderway }
