'use strict'

const { AsyncLocalStorage } = require('node:async_hooks')
const { brand, isOfClassWith } = require('./brand')
const { IterableChunk, cancel, clone, collectAll } = require('./async-chunk')
const { VERSION, version } = require('./other-copy')
const { Rendered } = require('./rendered')

/** The pages that code awaits, for those who may give up waiting for that code. @type {AsyncLocalStorage<object[]>} */
const reads = new AsyncLocalStorage()

/** A page with async chunks. It can be awaited, or streamed. */
class PendingRendered {
  #ofThisCopy
  static isOfThisCopy = (object) => #ofThisCopy in object

  constructor (chunks) {
    this.chunks = chunks
    /** Tells it from a complete page, which has no async chunks. */
    this.isPending = true
    /** The clones that are being collected. @type {import('./async-chunk').Part['chunks']} */
    this.collecting = []
    /** The number of calls of `then` that were not abandoned. */
    this.readers = 0
    /** Made by the first `then`. @type {Promise<Rendered> | undefined} */
    this.rendered = undefined
    this.isComplete = false
  }

  get [VERSION] () {
    return version
  }

  /** Whether a value is an async iterable or a stream, not in a promise. */
  get hasIterable () {
    return this.chunks.some((chunk) => chunk instanceof IterableChunk)
  }

  /** Gives the complete page, or the first error. */
  then (onFulfilled, onRejected) {
    this.readers++
    reads.getStore()?.push(this)
    this.rendered ??= collectAll(this.collecting = clone(this.chunks)).then((chunks) => {
      this.isComplete = true
      return join(chunks)
    })
    return this.rendered.then(onFulfilled, onRejected)
  }

  /** Takes back one call of `then`. Without other readers, promises and streams are released. */
  abandon () {
    if (--this.readers > 0 || this.isComplete) return
    cancel(this.collecting)
    this.rendered = undefined
  }

  /** @throws {TypeError} always: the text is not complete yet */
  toString () {
    throw new TypeError('A page with unresolved promises cannot be converted to a string. Await the page first')
  }

  toJSON () {
    return this.toString()
  }
}

function isPage (value) {
  if (typeof value !== 'object' || value === null) return false
  if (Rendered.isOfThisCopy(value) || PendingRendered.isOfThisCopy(value)) return true
  return isOfClassWith(VERSION, value) && (value instanceof Rendered || value instanceof PendingRendered)
}

/** @returns {Rendered} the page of these chunks, with neighbouring texts joined */
function join (chunks) {
  const joined = []
  for (const chunk of chunks) {
    const last = joined.length - 1
    if (typeof chunk === 'string' && typeof joined[last] === 'string') joined[last] += chunk
    else joined.push(chunk)
  }
  return new Rendered(joined)
}

brand(PendingRendered, PendingRendered.isOfThisCopy)

module.exports = { PendingRendered, isPage, join, reads }
