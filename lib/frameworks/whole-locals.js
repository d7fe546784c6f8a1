'use strict'

const { unlessGone } = require('../response/gone')
const { awaited, isIterable } = require('../template/later')
const { isLater } = require('../template/splicer')
const { wholeText } = require('../template/whole-text')
const { free } = require('./free-locals')

/**
 * Waits for what is not there yet among the locals of a view that somebody else renders.
 *
 * @param {object} locals
 * @param {object} given those of them that nobody else uses; they are freed if one fails, or
 *   the client goes
 * @param {import('node:http').ServerResponse} res
 * @returns {Promise<object | undefined>} with what promises give, and the text of what gives
 *   it bit by bit; nothing if the client goes before
 * @throws the first error of those
 */
async function wholeLocals (locals, given, res) {
  let whole
  try {
    whole = await unlessGone(res, () => all(locals))
    return whole
  } finally {
    if (whole === undefined) free(given)
  }
}

async function all (locals) {
  const entries = Object.entries(locals).map(async ([name, value]) => [name, isLater(value) ? await wholeOf(value) : value])
  return Object.fromEntries(await Promise.all(entries))
}

async function wholeOf (value) {
  const given = await awaited(value)
  return isLater(given) && isIterable(given) ? wholeText(given) : given
}

module.exports = { wholeLocals }
