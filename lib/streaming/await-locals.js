'use strict'

const { awaitValue } = require('../page/async-chunk')
const { isPage } = require('../page/pending-rendered')
const { isAsyncValue } = require('../page/splicer')

/**
 * Awaits the promises among the locals of one call, for a view whose template needs values: given promises, it
 * would test, count and change the promises themselves.
 *
 * @returns {Promise<object> | undefined} the awaited values by name; `undefined` if there are no promises
 * @throws {TypeError} for a stream or an async iterable, immediately or once a promise resolves to one
 * @throws the reason of the first rejected promise
 */
function awaitLocals (given, view) {
  const pending = Object.entries(given).filter(([, value]) => isAsyncValue(value))
  for (const [name, value] of pending) expectPromise(name, value, view)
  if (pending.length === 0) return

  const awaited = pending.map(async ([name, promise]) => {
    const value = await awaitValue(promise)
    if (isAsyncValue(value)) expectPromise(name, value, view)
    return [name, value]
  })
  return Promise.all(awaited).then(Object.fromEntries)
}

/** @throws {TypeError} if an async value is neither a promise nor a page */
function expectPromise (name, value, view) {
  if (isPage(value) || typeof value.then === 'function') return
  throw new TypeError(`Local "${name}" of view "${view}" is a stream or an async iterable. ` +
    'Its template language cannot stream it: read it before the render, ' +
    'or print it in html`…` or in a language of docs/streaming.md')
}

module.exports = { awaitLocals }
