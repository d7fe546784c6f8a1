'use strict'

const { unlessDisconnected } = require('../response/disconnect')
const { awaitLocals } = require('../streaming/await-locals')
const { StreamingRender } = require('../streaming/streaming-render')

/**
 * Releases locals that no template uses: destroys streams, returns iterators, ignores errors.
 *
 * @param {object} given
 */
function free (given) {
  const streamingRender = new StreamingRender()
  streamingRender.track(given)
  streamingRender.cancel()
}

/**
 * Awaits the promises among the locals of a view that Express renders.
 *
 * @param {string} view its name
 * @param {object} locals the locals of the call; released if a promise rejects or the client disconnects
 * @param {import('node:http').ServerResponse} res
 * @returns {Promise<object | undefined>} the locals with awaited values; `undefined` if the client disconnects
 * @throws as `awaitLocals`
 */
async function resolvedLocals (view, locals, res) {
  let values
  try {
    values = await unlessDisconnected(res, () => awaitLocals(locals, view) ?? {})
    return values && { ...locals, ...values }
  } finally {
    if (values === undefined) free(locals)
  }
}

module.exports = { free, resolvedLocals }
