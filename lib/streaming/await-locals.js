'use strict'

const { awaited } = require('../page/async-chunk')
const { isPage } = require('../page/pending-rendered')
const { isAsyncValue } = require('../page/splicer')

/**
 * Waits for the promises among the locals of a view whose template runs on values: one that ran on
 * promises would test, count and change those.
 *
 * @param {object} given the locals of one call; those of the app and of the response are left alone
 * @param {string} view its name, or its file
 * @returns {Promise<object> | undefined} what they give, by name; nothing if there are none
 * @throws {TypeError} for a stream or an async iterable, at once or as what a promise gives
 * @throws what the first of them rejects with
 */
function awaitLocals (given, view) {
  const late = Object.entries(given).filter(([, value]) => isAsyncValue(value))
  for (const [name, value] of late) expectPromise(name, value, view)
  return late.length === 0 ? undefined : valuesOf(late, view)
}

/**
 * @param {[name: string, value: PromiseLike<unknown>][]} late
 * @returns {Promise<object>}
 */
async function valuesOf (late, view) {
  const entries = await Promise.all(late.map(async ([name, promise]) => {
    const value = await awaited(promise)
    if (isAsyncValue(value)) expectPromise(name, value, view)
    return [name, value]
  }))
  return Object.fromEntries(entries)
}

/**
 * @param {object} value that `isAsyncValue`
 * @throws {TypeError} if it gives several values
 */
function expectPromise (name, value, view) {
  if (isPage(value) || typeof value.then === 'function') return
  throw new TypeError(`Local "${name}" of view "${view}" is a stream or an async iterable, which its template language cannot print bit by bit; read it before, or print it in EJS, Eta, Liquid or html\`…\``)
}

module.exports = { awaitLocals }
