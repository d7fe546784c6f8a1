'use strict'

const { Later } = require('./later')
const { isPage, join } = require('./pending-rendered')

/**
 * @param {AsyncIterable<unknown>} values
 * @returns {Promise<string>} all that it gives, as text
 * @throws what it fails with
 */
async function wholeText (values) {
  const chunks = await Later.of(values, (value) => isPage(value) ? value : { chunks: [textOf(value)] }).all()
  return join(chunks).toString()
}

/**
 * @param {unknown} value
 * @returns {string} what engines print for it: nothing for null and undefined
 */
function textOf (value) {
  return value === null || value === undefined ? '' : String(value)
}

module.exports = { textOf, wholeText }
