'use strict'

const { PendingRendered } = require('./pending-rendered')
const { Rendered } = require('./rendered')

/**
 * What a program writes into during one render. Text is coalesced until
 * something that is bytes already comes along, as a buffered writer does.
 */
class Splicer {
  constructor () {
    /** Text since the last chunk. Programs may append to it directly. */
    this.text = ''
    /** @type {import('./rendered').Chunk[]} */
    this.chunks = []
    /** Whether a chunk is a promise. */
    this.pending = false
  }

  /**
   * @param {import('./static-fragment').StaticFragment} fragment
   */
  fragment (fragment) {
    this.flush()
    this.chunks.push(fragment)
  }

  /**
   * Puts another render into this one; its fragments stay fragments.
   *
   * @param {Rendered} rendered
   */
  splice (rendered) {
    for (const chunk of rendered.chunks) {
      if (typeof chunk === 'string') this.text += chunk
      else this.fragment(chunk)
    }
  }

  /**
   * Keeps a place for what is not known yet.
   *
   * @param {Promise<Rendered>} promise
   */
  wait (promise) {
    this.flush()
    this.chunks.push(promise)
    this.pending = true
  }

  flush () {
    if (this.text === '') return
    this.chunks.push(this.text)
    this.text = ''
  }

  /**
   * @returns {Rendered|PendingRendered} the latter if something was waited for
   */
  end () {
    this.flush()
    return this.pending ? new PendingRendered(this.chunks) : new Rendered(this.chunks)
  }
}

module.exports = { Splicer }
