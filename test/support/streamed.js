'use strict'

const { Underway } = require('../../lib/streaming/streaming-render')

/**
 * @param {Underway} underway
 * @returns {Promise<string[]>} what would be sent, write by write
 * @throws what the render fails with
 */
async function partsOf (underway) {
  const parts = []
  for (let part = await underway.next(); part !== undefined; part = await underway.next()) parts.push(part.toString())
  return parts
}

/**
 * @param {import('../../lib/template').Template} template
 * @param {object} locals an object of this render's own
 * @returns {Promise<string>} the page, streamed
 * @throws what the render fails with
 */
async function streamedText (template, locals) {
  const underway = new Underway()
  template.stream(locals, underway)
  return (await partsOf(underway)).join('')
}

module.exports = { partsOf, streamedText }
