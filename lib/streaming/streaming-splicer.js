'use strict'

const { Splicer } = require('../page/splicer')

/** The write side of a streaming render. */
class StreamingSplicer extends Splicer {
  constructor (streamingRender, filename) {
    super({ isStreaming: true, filename })
    this.streamingRender = streamingRender
  }

  ready (value) {
    this.flush()
    this.streamingRender.push(this.chunks.splice(0))
    return value
  }

  complete () {
    this.ready()
    this.streamingRender.complete()
  }

  readyFor (value) {
    this.ready()
    if (!this.streamingRender.reports.onError || typeof value?.then !== 'function') return value
    return Promise.resolve(value).catch((error) => this.substituteFor(error))
  }

  substituteFor (error, source) {
    return this.streamingRender.reports.substituteFor(error, source)
  }
}

module.exports = { StreamingSplicer }
