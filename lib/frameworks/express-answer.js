'use strict'

const { ownImmediate, ownNextTick } = require('../timers')

/** @typedef {'at once' | 'next tick' | 'later'} Moment when the engine's own function calls back with a page */

/** Each calls `done` as Express would. @type {Record<Moment, (done: Function, error: unknown, rendered?: object) => void>} */
const ANSWERS = {
  'at once': callAtOnce,
  'next tick': ownNextTick,
  later: ownImmediate ?? ownNextTick
}

/**
 * Renders, and calls back when Express alone would, in the request's own async context.
 *
 * @param {Moment} moment
 * @param {() => import('../page/rendered').Rendered | Promise<import('../page/rendered').Rendered>} render
 * @param {(error: unknown, rendered?: import('../page/rendered').Rendered) => void} done
 */
function answer (moment, render, done) {
  const give = ANSWERS[moment]
  let rendered
  try {
    rendered = render()
  } catch (error) {
    return give(done, error)
  }
  if (typeof rendered.then !== 'function') return give(done, null, rendered)
  // A promise settles when that of the engine does.
  const settle = moment === 'later' ? give : callAtOnce
  rendered.then((page) => settle(done, null, page), (error) => settle(done, error))
}

/** Calls as `app.render` of Express does, which catches what a callback throws and calls it again with that. */
function callAtOnce (done, error, rendered) {
  try {
    done(error, rendered)
  } catch (thrown) {
    done(thrown)
  }
}

module.exports = { answer }
