'use strict'

const { Splicer } = require('../page/splicer')

/** The write side of a render that is under way. */
class UnderwaySplicer extends Splicer {
  /** @param {string} [view] the file of the view */
  constructor (underway, view) {
    super({ isStreaming: true, view })
    this.underway = underway
  }

  ready () {
    this.flush()
    this.underway.push(this.chunks.splice(0))
  }

  complete () {
    this.ready()
    this.underway.complete()
  }

  segment (value) {
    this.ready()
    if (!this.underway.rescue || typeof value?.then !== 'function') return value
    return Promise.resolve(value).catch((error) => this.instead(error))
  }

  instead (error, source) {
    return this.underway.insteadOf(error, source)
  }
}

module.exports = { UnderwaySplicer }
