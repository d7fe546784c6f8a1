'use strict'

const { areKnown } = require('./tokens')

/** Milliseconds for which a comparison with the store holds. */
const SECOND = 1000

/** Milliseconds after which a comparison of an entry in use is repeated in the background. */
const DUE = 250

/**
 * What a process does with an entry: serves it ('fresh'), serves it and compares it in the background ('due'), serves
 * it while a load runs ('stale'; without a store, the call starts the load), compares it first ('compare'), or loads it
 * ('gone').
 *
 * | store        | compared                  | is fresh | time            | state     |
 * | ------------ | ------------------------- | -------- | --------------- | --------- |
 * | none or away |                           |          | < `freshUntil`  | 'fresh'   |
 * | none or away |                           |          | < `staleUntil`  | 'stale'   |
 * | none or away |                           |          | later           | 'gone'    |
 * | there        | before it was away        |          |                 | 'compare' |
 * | there        | 1,000 ms ago or more      |          |                 | 'compare' |
 * | there        | less than 1,000 ms ago    | no       |                 | 'stale'   |
 * | there        | less than 1,000 ms ago    | yes      | ≥ `freshUntil`  | 'compare' |
 * | there        | less than 250 ms ago      | yes      | < `freshUntil`  | 'fresh'   |
 * | there        | 250 to 1,000 ms ago       | yes      | < `freshUntil`  | 'due'     |
 */
function stateOf ({ isFresh, confirmedAt, freshUntil, staleUntil }, now, breaker) {
  if (breaker === undefined || breaker.isAway) return now < freshUntil ? 'fresh' : now < staleUntil ? 'stale' : 'gone'
  if (now - confirmedAt >= SECOND || confirmedAt <= breaker.returnedAt) return 'compare'
  if (!isFresh) return 'stale'
  if (now >= freshUntil) return 'compare'
  return now - confirmedAt < DUE ? 'fresh' : 'due'
}

/** @returns {boolean} whether a call that began at `start` may get an entry that was looked up or loaded for it */
function isConfirmed ({ confirmedAt, tokens }, start, breaker) {
  if (breaker === undefined || breaker.isAway || !areKnown(tokens)) return confirmedAt > -Infinity
  return confirmedAt >= start - SECOND
}

module.exports = { SECOND, isConfirmed, stateOf }
