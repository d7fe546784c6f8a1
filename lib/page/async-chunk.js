'use strict'

const { endOfTurn } = require('../timers')

/** The event loop runs again after this many values at the latest, although all are ready. */
const MOST_AT_ONCE = 1000

const ignore = () => {}

/** The number of values collected so far, of all pages. */
let collected = 0

/** The streams and iterators already being read: each can be read only once. @type {WeakSet<object>} */
const consumed = new WeakSet()

/** A place on a page whose value is a promise, an async iterable or a stream. */
class AsyncChunk {
  /**
   * @param {(value: unknown) => Part} render renders each value of this place
   *
   * @typedef {{ chunks: (import('./rendered').Chunk | AsyncChunk)[] }} Part
   */
  constructor (render) {
    this.render = render
    this.isCancelled = false
    /** The latest chunks while `collect` runs, for `cancel`. @type {Part['chunks']} */
    this.part = []
  }

  /**
   * @param {unknown} value a value for which `isAsyncValue` is true, or a thenable
   * @param {(value: unknown) => Part} render
   * @returns {AsyncChunk}
   */
  static of (value, render) {
    if (!isIterable(value)) return new PromiseChunk(Promise.resolve(value), render)
    ignoreErrors(value)
    return new IterableChunk(value, render)
  }

  /**
   * @returns {Promise<Part['chunks']>} all chunks of this place
   * @throws {Error} if it is cancelled meanwhile
   */
  async collect () {
    const chunks = []
    for (let part = await this.next(); part !== undefined && !this.isCancelled; part = await this.next()) {
      this.part = part
      for (const chunk of await collectAll(part)) chunks.push(chunk)
      if (++collected % MOST_AT_ONCE === 0) await endOfTurn()
    }
    if (this.isCancelled) throw new Error('The page is incomplete: its client has disconnected, or another part of it has failed')
    return chunks
  }

  /**
   * @param {unknown} value
   * @returns {Part['chunks']} the rendered value
   */
  renderValue (value) {
    const { chunks } = this.render(value)
    if (this.isCancelled) cancel(chunks)
    return chunks
  }

  /** Releases the promises and streams of this place, present and future. */
  cancel () {
    this.isCancelled = true
    cancel(this.part)
  }
}

/** An async chunk whose value is a promise. */
class PromiseChunk extends AsyncChunk {
  /**
   * @param {Promise<unknown>} promise
   * @param {(value: unknown) => Part} render
   */
  constructor (promise, render) {
    super(render)
    this.promise = promise
    this.isConsumed = false
    // The promise may reject before it is awaited. `next` throws that error later.
    promise.then(ignoreErrors, ignore)
  }

  /** @returns {PromiseChunk} a chunk with the same promise, for another page */
  clone () {
    return new PromiseChunk(this.promise, this.render)
  }

  /**
   * @returns {Promise<Part['chunks'] | undefined>} the next chunks of this place; `undefined` at the end
   * @throws the reason of the rejected promise, or an error of rendering
   */
  async next () {
    if (this.isConsumed) return
    this.isConsumed = true
    return this.renderValue(await awaitValue(this.promise))
  }

  cancel () {
    super.cancel()
    this.next().catch(ignore)
  }
}

/** An async chunk whose value is an async iterable or a stream. Bytes are decoded as UTF-8. */
class IterableChunk extends AsyncChunk {
  /**
   * @param {AsyncIterable<unknown>} values
   * @param {(value: unknown) => Part} render
   */
  constructor (values, render) {
    super(render)
    this.values = values
    this.iterator = undefined
    this.decoder = undefined
  }

  /** @returns {IterableChunk} a chunk with the same iterable, for another page */
  clone () {
    return new IterableChunk(this.values, this.render)
  }

  /**
   * @returns {Promise<Part['chunks'] | undefined>} the next chunks of this place; `undefined` at the end
   * @throws an error of the iterable, or of rendering
   */
  async next () {
    this.iterator ??= this.iterate()
    const result = await awaitValue(this.iterator.next())
    if (Object(result) !== result) throw new TypeError(`An async iterator on the page gave ${String(result)}. Its next() must give an object with "value" and "done"`)
    const { value, done } = result
    if (!done) return this.renderValue(value instanceof Uint8Array ? this.decode(value) : value)
    const rest = this.decoder?.decode() ?? ''
    this.decoder = undefined
    return rest === '' ? undefined : this.renderValue(rest)
  }

  /**
   * @returns {AsyncIterator<unknown>}
   * @throws {TypeError} if the iterable can be read only once and is in two places
   */
  iterate () {
    const { values } = this
    if (consumed.has(values)) {
      throw new TypeError('A stream or an async iterator is in several places of a page, but it can be read only once. Read it into a variable first')
    }
    const iterator = values[Symbol.asyncIterator]()
    if (iterator === values || isStream(values)) consumed.add(values)
    return iterator
  }

  /** @returns {string} the characters that are complete with these bytes */
  decode (bytes) {
    this.decoder ??= new TextDecoder('utf-8', { __proto__: null, ignoreBOM: true })
    return this.decoder.decode(bytes, { stream: true })
  }

  cancel () {
    if (this.isCancelled) return
    super.cancel()
    this.release().catch(ignore)
  }

  async release () {
    if (typeof this.values.destroy === 'function') return this.values.destroy()
    this.iterator ??= this.values[Symbol.asyncIterator]()
    await this.iterator.return?.()
  }
}

/**
 * Waits for all async chunks.
 *
 * @param {Part['chunks']} chunks
 * @returns {Promise<import('./rendered').Chunk[]>} the chunks, each async chunk replaced by its own chunks
 * @throws the first error; all async chunks are cancelled then
 */
async function collectAll (chunks) {
  try {
    const parts = await Promise.all(chunks.map((chunk) => chunk instanceof AsyncChunk ? chunk.collect() : [chunk]))
    return parts.flat()
  } catch (error) {
    cancel(chunks)
    throw error
  }
}

/**
 * Cancels all async chunks.
 *
 * @param {Part['chunks']} chunks
 */
function cancel (chunks) {
  for (const chunk of chunks) {
    if (chunk instanceof AsyncChunk) chunk.cancel()
  }
}

/**
 * @param {Part['chunks']} chunks
 * @returns {Part['chunks']} the chunks with clones of the async ones, to be awaited independently
 */
function clone (chunks) {
  return chunks.map((chunk) => chunk instanceof AsyncChunk ? chunk.clone() : chunk)
}

/**
 * @returns {Promise<unknown>} the value, awaited if it is a promise
 * @throws the reason of a rejected promise; an error if the reason is falsy
 */
async function awaitValue (value) {
  try {
    return await value
  } catch (error) {
    throw toError(error)
  }
}

/** @returns {unknown} the reason itself, or an error if it is falsy: frameworks ignore falsy errors */
function toError (reason) {
  return reason || new Error(`The page failed with ${String(reason)}. Throw an Error, or reject the promise with one`)
}

function isIterable (value) {
  return typeof value?.[Symbol.asyncIterator] === 'function'
}

/** Keeps a stream that fails before it is read from ending the process. `next` throws its error later. */
function ignoreErrors (value) {
  if (isIterable(value) && typeof value.on === 'function') value.on('error', ignore)
}

/** @returns {boolean} whether the iterable is a Node or web stream */
function isStream (values) {
  return typeof values.pipe === 'function' || typeof values.getReader === 'function'
}

module.exports = { AsyncChunk, MOST_AT_ONCE, awaitValue, cancel, clone, collectAll, isIterable, toError }
