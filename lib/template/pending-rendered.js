'use strict'

const { Rendered } = require('./rendered')

/**
 * A render some of whose chunks are not known yet. It can be awaited.
 */
class PendingRendered {
  /**
   * @param {(import('./rendered').Chunk | Promise<Rendered>)[]} chunks
   */
  constructor (chunks) {
    this.chunks = chunks
  }

  /**
   * @param {(rendered: Rendered) => any} [onFulfilled] gets the whole page
   * @param {(reason: unknown) => any} [onRejected] gets the first error
   * @returns {Promise<any>}
   */
  then (onFulfilled, onRejected) {
    return Promise.all(this.chunks).then(join).then(onFulfilled, onRejected)
  }
}

/**
 * @param {(import('./rendered').Chunk | Rendered)[]} chunks
 * @returns {Rendered}
 */
function join (chunks) {
  const joined = []
  for (const chunk of chunks.flatMap((chunk) => chunk instanceof Rendered ? chunk.chunks : [chunk])) {
    const last = joined.length - 1
    if (typeof chunk === 'string' && typeof joined[last] === 'string') joined[last] += chunk
    else joined.push(chunk)
  }
  return new Rendered(joined)
}

module.exports = { PendingRendered }
