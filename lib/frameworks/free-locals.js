'use strict'

const { unlessDisconnected } = require('../response/disconnect')
const { awaitLocals } = require('../streaming/await-locals')
const { StreamingRender } = require('../streaming/streaming-render')

/**
 * Gives locals up: streams are destroyed, iterators returned, and errors are nobody's.
 *
 * @param {object} given
 */
function free (given) {
  const streamingRender = new StreamingRender()
  streamingRender.track(given)
  streamingRender.cancel()
}

/**
 * Waits for the promises among the locals of a view that Express renders.
 *
 * @param {string} view its name
 * @param {object} locals those of the call, which nobody else uses; they are freed if one fails, or
 *   the client goes
 * @param {import('node:http').ServerResponse} res
 * @returns {Promise<object | undefined>} the locals, with what promises give; nothing if the client goes before
 * @throws as `awaitLocals`
 */
async function wholeLocals (view, locals, res) {
  let values
  try {
    values = await unlessDisconnected(res, () => awaitLocals(locals, view) ?? {})
    return values && { ...locals, ...values }
  } finally {
    if (values === undefined) free(locals)
  }
}

module.exports = { free, wholeLocals }
