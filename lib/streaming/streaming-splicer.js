'use strict'

const { Splicer } = require('../page/splicer')

/** The write side of a streaming render. */
class StreamingSplicer extends Splicer {
  constructor (streamingRender, filename) {
    super({ isStreaming: true, filename, streamingRender })
  }

  ready () {
    this.flush()
    this.streamingRender.push(this.chunks.splice(0))
  }

  paced (value) {
    this.ready()
    return super.paced(value)
  }

  complete () {
    this.ready()
    this.streamingRender.complete()
  }

  readyFor (value) {
    if (!this.streamingRender.reports.onError || typeof value?.then !== 'function') return this.paced(value)
    return this.paced(Promise.resolve(value).catch((error) => this.substituteFor(error)))
  }

  substituteFor (error, source) {
    return this.streamingRender.reports.substituteFor(error, source)
  }
}

module.exports = { StreamingSplicer }
