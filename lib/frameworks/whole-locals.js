'use strict'

const { isLater } = require('../template/splicer')

/**
 * Waits for what is not there yet among the locals of a view that somebody else renders.
 *
 * @param {object} locals
 * @returns {Promise<object>} with what promises give, and the text of what gives it bit by bit
 * @throws the first error of those
 */
async function wholeLocals (locals) {
  const entries = Object.entries(locals).map(async ([name, value]) => [name, isLater(value) ? await whole(value) : value])
  return Object.fromEntries(await Promise.all(entries))
}

async function whole (value) {
  if (value[Symbol.asyncIterator] === undefined) return value
  const parts = []
  for await (const part of value) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString()
}

module.exports = { wholeLocals }
