'use strict'

const { isPromise } = require('node:util/types')
const { unlessDisconnected } = require('../response/disconnect')
const { awaitLocals } = require('../streaming/await-locals')
const { StreamingRender } = require('../streaming/streaming-render')
const { ignore } = require('../util/errors')

/** Releases locals that no template uses: destroys streams, returns iterators, ignores errors. */
function releaseLocals (given) {
  const streamingRender = new StreamingRender()
  streamingRender.track(given)
  streamingRender.cancel()
}

/**
 * Keeps promises of `res.locals` or `ctx.state`, which are for all views, from being unhandled rejections: a view need
 * not print them. Getters are not called, and streams stay open, since they are not the call's.
 */
function ignoreRejections (shared) {
  for (const { value } of Object.values(Object.getOwnPropertyDescriptors(Object(shared)))) {
    if (isPromise(value)) value.then(undefined, ignore)
  }
}

/**
 * Awaits the promises among the locals of a view that Express renders. Without a result, the locals are released.
 *
 * @returns {Promise<object | undefined>} the locals with awaited values; `undefined` if the client disconnects
 * @throws as `awaitLocals`
 */
async function resolvedLocals (view, locals, res) {
  let values
  try {
    values = await unlessDisconnected(res, () => awaitLocals(locals, view) ?? {})
    return values && { ...locals, ...values }
  } finally {
    if (values === undefined) releaseLocals(locals)
  }
}

module.exports = { ignoreRejections, releaseLocals, resolvedLocals }
