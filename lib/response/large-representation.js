'use strict'

const { LargeFile } = require('../page/large-file')
const { StreamingRender } = require('../streaming/streaming-render')
const { entityTag } = require('./validator')
const { PageStream, unencoded } = require('./page-stream')

/**
 * A page with a large file as a client gets it: read while it is sent, never encoded
 * and never kept. What it is asked is as for `Representation`.
 */
class LargeRepresentation {
  /** @param {(error: unknown) => unknown} [settings.onError] hears of what fails */
  constructor (rendered, { etag, onError }) {
    this.rendered = rendered
    /** The length has been said: nothing can stand in place of what fails. */
    this.rescue = onError && (async (error) => { await onError(error) })
    this.etag = etag
    this.isNegotiated = false
    this.coding = 'identity'
    this.isHit = false
    this.duration = 0
  }

  get byteLength () {
    return this.rendered.byteLength
  }

  /** A file is told from what it was by its length and time, so the validator is weak. */
  get tag () {
    const { etag } = this
    if (typeof etag === 'function') return etag(this.rendered.toBuffer())
    return etag ? entityTag(this.rendered, 'weak') : undefined
  }

  /** @throws {Error} if a file is not what it was when the page was made */
  async check () {
    const files = this.rendered.chunks.filter((chunk) => chunk instanceof LargeFile)
    await Promise.all(files.map((file) => file.check()))
  }

  /** @type {PageStream} */
  get body () {
    return new PageStream(StreamingRender.of(this.rendered, this.rescue), unencoded)
  }
}

module.exports = { LargeRepresentation }
