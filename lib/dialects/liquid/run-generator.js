'use strict'

/**
 * @returns {boolean} whether Liquid would run it to its end. It never gets to that of an
 *   asynchronous generator, which would stop the process
 */
function isIterator (value) {
  return Boolean(value) && typeof value.next === 'function' && typeof value.throw === 'function' && typeof value.return === 'function' &&
    typeof value[Symbol.asyncIterator] !== 'function'
}

/** @returns {boolean} whether Liquid would wait for it */
function isPromise (value) {
  return Boolean(value) && typeof value.then === 'function'
}

/** @returns {boolean} whether it is a promise or an iterator */
function isPending (value) {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false
  return isPromise(value) || isIterator(value)
}

/**
 * Runs what Liquid yields as its `toPromise` does, but waits only for promises.
 *
 * @param {unknown} value
 * @returns {unknown} a promise if something had to be waited for
 */
function runGenerator (value) {
  return isIterator(value) ? proceed(value, 'next', undefined) : value
}

/**
 * @param {Iterator<unknown>} iterator
 * @param {'next' | 'throw'} method
 * @param {unknown} value
 * @returns {unknown}
 */
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
      // An iterator that ends with one that fails has its error as the value.
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

module.exports = { runGenerator, isIterator, isPending, isPromise }
