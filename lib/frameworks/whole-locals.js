'use strict'

const { unlessGone } = require('../response/gone')
const { awaitLocals } = require('../template/await-locals')
const { free } = require('./free-locals')

/**
 * Waits for the promises among the locals of a view that somebody else renders.
 *
 * @param {string} view its name
 * @param {object} locals those of the call, which nobody else uses; they are freed if one fails, or
 *   the client goes
 * @returns {Promise<object | undefined>} the locals, with what promises give; nothing if the client goes before
 */
async function wholeLocals (view, locals, res) {
  let whole
  try {
    whole = await unlessGone(res, async () => ({ ...locals, ...await awaitLocals(locals, view) }))
    return whole
  } finally {
    if (whole === undefined) free(locals)
  }
}

module.exports = { wholeLocals }
