'use strict'

const { endOfTurn, ownNextTick } = require('../natives')

/** @typedef {'at once' | 'after the call' | 'next tick' | 'async function' | 'promise' | 'later'} Moment when the engine's own function calls back */

/**
 * How `done` is called at each moment, with a page that is there when the call returns (`now`) and with one that was awaited
 * (`awaited`). An error that `done` throws must end as with the engine: as a rejection or an uncaught exception, after a second
 * call of `done` if the engine's call of it is in a `try` block (`isTried`).
 *
 * @type {Record<Moment, { now?: Function, awaited: Function, isTried?: boolean }>}
 */
const CALLS = {
  'at once': { now: callTwice, awaited: ownNextTick, isTried: true },
  // Express 5 delays the calls of such engines.
  'after the call': { now: ownNextTick, awaited: ownNextTick, isTried: true },
  'next tick': { now: ownNextTick, awaited: ownNextTick },
  'async function': { now: callSoon, awaited: call, isTried: true },
  promise: { now: callSoon, awaited: call },
  later: { now: (...args) => endOfTurn().then(() => call(...args)), awaited: call }
}

/** Renders, and calls back at the same moment as Express alone, in the request's own async context. */
function renderAt (moment, render, done) {
  const { now, awaited, isTried } = CALLS[moment]
  let rendered
  try {
    rendered = render()
  } catch (error) {
    return now(done, error)
  }
  if (typeof rendered.then !== 'function') return now(done, null, rendered)
  // This promise settles at the same moment as the engine's own, unless the engine reads files before.
  const settled = moment === 'later' ? Promise.allSettled([rendered, endOfTurn()]).then(() => rendered) : rendered
  settled.then((page) => isTried ? awaited(callTwice, done, null, page) : awaited(done, null, page), (error) => awaited(done, error))
}

/** Calls after all promises that are settled, but before any input or timer. */
function callSoon (...args) {
  Promise.resolve().then(() => new Promise(ownNextTick)).then(() => call(...args))
}

function call (fn, ...args) {
  fn(...args)
}

/** Calls `done`, and again with any error that it throws, as `app.render` of Express and some engines do. */
function callTwice (done, error, rendered) {
  try {
    done(error, rendered)
  } catch (thrown) {
    done(thrown)
  }
}

module.exports = { renderAt }
