'use strict'

const { StreamingRender } = require('../../lib/streaming/streaming-render')

/**
 * @param {StreamingRender} streamingRender
 * @returns {Promise<string[]>} what would be sent, write by write
 * @throws what the render fails with
 */
async function partsOf (streamingRender) {
  const parts = []
  for (let part = await streamingRender.next(); part !== undefined; part = await streamingRender.next()) parts.push(part.toString())
  return parts
}

/**
 * @param {import('../../lib/views/template').Template} template
 * @param {object} locals an object of this render's own
 * @returns {Promise<string>} the page, streamed
 * @throws what the render fails with
 */
async function streamedText (template, locals) {
  const streamingRender = new StreamingRender()
  template.stream(locals, streamingRender)
  return (await partsOf(streamingRender)).join('')
}

module.exports = { partsOf, streamedText }
