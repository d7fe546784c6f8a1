'use strict'

// How responses were sent up to version 0.1: all of a turn of the event loop by one
// `setImmediate`, which showed the async context of one request to the others.

let steps = []

/**
 * @param {() => void} step is called at the end of the turn
 */
function atEndOfTurn (step) {
  if (steps.length === 0) setImmediate(endTurn)
  steps.push(step)
}

function endTurn () {
  const due = steps
  steps = []
  for (const step of due) step()
}

module.exports = { atEndOfTurn }
