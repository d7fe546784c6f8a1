'use strict'

const { endOfTurn, ownImmediate, ownNextTick } = require('../natives')

/** @typedef {'at once' | 'next tick' | 'promise' | 'later'} Moment when the engine's own function calls back with a page */

/** The functions that call `done` at each moment. @type {Record<Moment, (done: Function, error: unknown, rendered?: object) => void>} */
const CALL_AT = {
  'at once': callAtOnce,
  'next tick': ownNextTick,
  // After all promises that are settled, but before any input or timer.
  promise: (...args) => Promise.resolve().then(() => ownNextTick(...args)),
  later: ownImmediate ?? ownNextTick
}

/** Renders, and calls back at the same moment as Express alone, in the request's own async context. */
function renderAt (moment, render, done) {
  const callAt = CALL_AT[moment]
  let rendered
  try {
    rendered = render()
  } catch (error) {
    return callAt(done, error)
  }
  if (typeof rendered.then !== 'function') return callAt(done, null, rendered)
  // This promise settles at the same moment as the engine's own, unless the engine reads files before.
  const settled = moment === 'later' ? Promise.allSettled([rendered, endOfTurn()]).then(() => rendered) : rendered
  settled.then((page) => callAtOnce(done, null, page), (error) => callAtOnce(done, error))
}

/** Calls `done`, and again with any error that it throws, as `app.render` of Express does. */
function callAtOnce (done, error, rendered) {
  try {
    done(error, rendered)
  } catch (thrown) {
    done(thrown)
  }
}

module.exports = { renderAt }
