'use strict'

const { isProxy } = require('node:util/types')

/**
 * @returns {boolean} whether Liquid would run the value to its end. Asynchronous generators are excluded: Liquid would
 *   never reach their end, and would block the process. What a Proxy is, only Liquid's reads may tell
 */
function isIterator (value) {
  return Boolean(value) &&
    typeof value.next === 'function' && typeof value.throw === 'function' && typeof value.return === 'function' &&
    (isProxy(value) || typeof value[Symbol.asyncIterator] !== 'function')
}

/** @returns {boolean} whether Liquid would wait for the value */
function isPromise (value) {
  return Boolean(value) && typeof value.then === 'function'
}

/**
 * Asks, in Liquid's order, whether Liquid would wait for the value.
 *
 * @returns {Iterator<unknown> | undefined} what a generator yields to get the result, without asking the value again
 */
function pendingOf (value) {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return undefined
  if (isIterator(value)) return value
  return isPromise(value) ? waitingFor(value) : undefined
}

function * waitingFor (promise) {
  return yield (async () => await promise)()
}

/** Runs a generator as Liquid's `toPromise` does, but waits only for promises: then the result is a promise. */
function runGenerator (value) {
  return isIterator(value) ? proceed(value, 'next', undefined) : value
}

function proceed (iterator, method, value) {
  let done
  do {
    const state = iterator[method](value)
    done = Boolean(state.done)
    value = state.value
    method = 'next'
    try {
      if (isIterator(value)) value = proceed(value, 'next', undefined)
      if (isPromise(value)) return wait(iterator, done, value)
    } catch (error) {
      // An iterator that returns a failing one gives that error as its value.
      method = 'throw'
      value = error
    }
  } while (!done)
  return value
}

async function wait (iterator, done, promise) {
  let method = 'next'
  let value
  try {
    value = await promise
  } catch (error) {
    method = 'throw'
    value = error
  }
  return done ? value : proceed(iterator, method, value)
}

module.exports = { runGenerator, isIterator, isPromise, pendingOf, waitingFor }
