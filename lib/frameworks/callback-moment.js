'use strict'

const { endOfTurn, nodesNextTick } = require('../util/natives')

const call = (fn, ...args) => fn(...args)

/** Calls after all promises that are settled, but before any input or timer. */
const callSoon = (...args) => Promise.resolve().then(() => new Promise(nodesNextTick)).then(() => call(...args))

/**
 * For each `CallbackMoment`, how `done` is called with a page that is there at once, and with one that was awaited;
 * whether the engine calls it in a `try` block, and again. What `done` throws ends as with the engine: as a rejection
 * or an uncaught exception.
 */
const CALLS = {
  'at once': [callTwice, nodesNextTick, true],
  // Express 5 delays the calls of such engines.
  'after the call': [nodesNextTick, nodesNextTick, true],
  'next tick': [nodesNextTick, nodesNextTick],
  'async function': [callSoon, call, true],
  promise: [callSoon, call],
  later: [(...args) => endOfTurn().then(() => call(...args)), call]
}

/**
 * Calls back with a page or a promise of it, or with the error of its render: at the same moment as Express alone, in
 * the request's async context.
 *
 * @param {Rendered | Promise<Rendered>} [rendered] `undefined` after an error, which may be falsy
 */
function callBack (moment, done, error, rendered) {
  const [now, awaited, isTried] = CALLS[moment]
  if (rendered === undefined) return now(done, error)
  if (typeof rendered.then !== 'function') return now(done, null, rendered)
  // This promise settles at the same moment as the engine's, unless the engine reads files first.
  const settled = moment === 'later' ? Promise.allSettled([rendered, endOfTurn()]).then(() => rendered) : rendered
  settled.then((page) => awaited(...isTried ? [callTwice, done] : [done], null, page), (error) => awaited(done, error))
}

/** Calls `done`, and again with any error that it throws, as `app.render` of Express and some engines do. */
function callTwice (done, error, rendered) {
  try {
    done(error, rendered)
  } catch (thrown) {
    done(thrown)
  }
}

module.exports = { callBack }
