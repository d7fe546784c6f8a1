'use strict'

const entityTag = require('etag')
const { LargeFile } = require('../page/large-file')
const { StreamingRender } = require('../streaming/streaming-render')
const { PageStream, unencoded } = require('./page-stream')

/**
 * Represents a page with a large file, which is read while the page is sent: never encoded, and never in the memo.
 *
 * The tag is weak, since a change of a file is detected by its length and time only. A function of the app is not called: it
 * takes the whole body. Express does not call it for `res.sendFile` either.
 *
 * @returns {import('./representation').Representation}
 */
function representLarge (rendered, { etag, onError }) {
  const files = rendered.chunks.filter((chunk) => chunk instanceof LargeFile)
  // Ignores substitutes of `onError`: the length of the page is already sent.
  const report = onError && (async (error) => { await onError(error) })
  return {
    rendered,
    coding: 'identity',
    isNegotiated: false,
    unencoded: undefined,
    tag: etag ? entityTag(rendered.identityBytes, { weak: true }) : undefined,
    byteLength: rendered.byteLength,
    isHit: false,
    isStreamed: false,
    body: () => new PageStream(StreamingRender.of(rendered, report), unencoded),
    check: () => Promise.all(files.map((file) => file.check()))
  }
}

module.exports = { representLarge }
