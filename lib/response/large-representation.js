'use strict'

const etag = require('etag')
const { LargeFile } = require('../page/large-file')
const { StreamingRender } = require('../streaming/streaming-render')
const { PageStream, unencoded } = require('./page-stream')

/**
 * The representation of a page with a large file: read while it is sent, never encoded
 * and never stored. It has the interface of `Representation`.
 */
class LargeRepresentation {
  /** @param {{ etag: import('./responder').Etag, onError?: (error: unknown) => unknown }} settings */
  constructor (rendered, { etag, onError }) {
    this.rendered = rendered
    /** Ignores fallbacks of `onError`: the length of the page is already sent. */
    this.onError = onError && (async (error) => { await onError(error) })
    this.etag = etag
    this.isNegotiated = false
    this.coding = 'identity'
    this.isHit = false
    this.unencoded = undefined
    this.duration = 0
  }

  get byteLength () {
    return this.rendered.byteLength
  }

  /**
   * Weak, since a change of a file is detected by its length and time only. A function of the app is not called: it
   * takes the whole body. Express does not call it for `res.sendFile` either.
   */
  get tag () {
    return this.etag ? etag(this.rendered.identityBytes, { weak: true }) : undefined
  }

  /** @throws {Error} if a file has changed since the page was rendered */
  async check () {
    const files = this.rendered.chunks.filter((chunk) => chunk instanceof LargeFile)
    await Promise.all(files.map((file) => file.check()))
  }

  /** @type {PageStream} */
  get body () {
    return new PageStream(StreamingRender.of(this.rendered, this.onError), unencoded)
  }
}

module.exports = { LargeRepresentation }
