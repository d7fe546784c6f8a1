'use strict'

const { Splicer } = require('../page/splicer')

/** The write side of a render that is under way. */
class StreamingSplicer extends Splicer {
  /** @param {string} [view] the file of the view */
  constructor (streamingRender, view) {
    super({ isStreaming: true, view })
    this.streamingRender = streamingRender
  }

  ready () {
    this.flush()
    this.streamingRender.push(this.chunks.splice(0))
  }

  complete () {
    this.ready()
    this.streamingRender.complete()
  }

  segment (value) {
    this.ready()
    if (!this.streamingRender.rescue || typeof value?.then !== 'function') return value
    return Promise.resolve(value).catch((error) => this.instead(error))
  }

  instead (error, source) {
    return this.streamingRender.insteadOf(error, source)
  }
}

module.exports = { StreamingSplicer }
