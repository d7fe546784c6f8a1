'use strict'

const { all } = require('./async-chunk')
const { Rendered } = require('./rendered')

/** A render of which some is not known yet. It can be awaited, or streamed. */
class PendingRendered {
  /** @param {import('./async-chunk').Part['chunks']} chunks */
  constructor (chunks) {
    this.chunks = chunks
    /** @type {Promise<Rendered> | undefined} once somebody wants all of it */
    this.whole = undefined
  }

  /**
   * @param {(rendered: Rendered) => any} [onFulfilled] gets the whole page
   * @param {(reason: unknown) => any} [onRejected] gets the first error
   * @returns {Promise<any>}
   */
  then (onFulfilled, onRejected) {
    this.whole ??= all(this.chunks).then(join)
    return this.whole.then(onFulfilled, onRejected)
  }

  /** @throws {TypeError} where something would make a string of it, as a template that joins it with others */
  toString () {
    throw new TypeError('A page that waits for what is not there yet was made a string; await the page before')
  }

  toJSON () {
    return this.toString()
  }
}

/** @returns {boolean} whether it is a page, of which some may not be known yet */
function isPage (value) {
  return value instanceof Rendered || value instanceof PendingRendered
}

/**
 * @param {import('./rendered').Chunk[]} chunks
 * @returns {Rendered} of them, neighbouring texts as one
 */
function join (chunks) {
  const joined = []
  for (const chunk of chunks) {
    const last = joined.length - 1
    if (typeof chunk === 'string' && typeof joined[last] === 'string') joined[last] += chunk
    else joined.push(chunk)
  }
  return new Rendered(joined)
}

module.exports = { PendingRendered, isPage, join }
