'use strict'

const { brand } = require('./brand')
const { ignore } = require('../util/errors')
const { endOfTurn } = require('../util/natives')

/** The event loop runs again after this many values at the latest, even if all are ready. */
const MOST_AT_ONCE = 1000

/** The number of values collected so far, of all pages. */
let collected = 0

/** The streams and iterators already being read: each can be read only once. @type {WeakSet<object>} */
const consumed = new WeakSet()

/** The iterators that were given up before their end. @type {WeakSet<object>} */
const released = new WeakSet()

/** A place on a page whose value is a promise, an async iterable or a stream. */
class AsyncChunk {
  /**
   * @param {Settlement | AsyncIterable<unknown>} source may be the same in several places
   * @param {(value: unknown) => Part} render renders each value of this place
   *
   * @typedef {{ chunks: (import('./rendered').Chunk | AsyncChunk)[] }} Part
   */
  constructor (source, render) {
    this.source = source
    this.render = render
    this.isCancelled = false
    /** The latest chunks while `collect` runs, for `cancel`. @type {Part['chunks']} */
    this.part = []
  }

  /** @param {unknown} value a value for which `isAsyncValue` is true, or a thenable. @returns {AsyncChunk} */
  static of (value, render) {
    if (!isIterable(value)) return new PromiseChunk(settlementOf(Promise.resolve(value)), render)
    ignoreErrors(value)
    return new IterableChunk(value, render)
  }

  clone () {
    return new this.constructor(this.source, this.render)
  }

  /** @returns {Promise<Part['chunks']>} all chunks of this place. @throws {Error} if it is cancelled meanwhile */
  async collect () {
    const chunks = []
    let part = await this.next()
    for (; part !== undefined && !this.isCancelled; part = await this.next()) {
      this.part = part
      for (const chunk of await collectAll(part)) chunks.push(chunk)
      if (++collected % MOST_AT_ONCE === 0) await endOfTurn()
    }
    if (!this.isCancelled) return chunks
    // It may be cancelled after it has its value, and before this function has it.
    cancel(part ?? [])
    throw incomplete()
  }

  renderValue (value) {
    const { chunks } = this.render(value)
    if (this.isCancelled) cancel(chunks)
    return chunks
  }

  /** Releases the promises and streams of this place, present and future. */
  cancel () {
    if (this.isCancelled) return
    this.isCancelled = true
    cancel(this.part)
    this.release().catch(ignore)
  }
}

/** An async chunk whose source is the settlement of a promise. */
class PromiseChunk extends AsyncChunk {
  isConsumed = false

  get isReady () {
    return this.source.isFulfilled && !this.isConsumed
  }

  /** Like `next`, for a chunk that is ready. */
  nextReady () {
    this.isConsumed = true
    this.part = this.renderValue(this.source.value)
    return this.part
  }

  /** Gives the next chunks; `undefined` at the end. @throws the reason of the promise, or an error of rendering */
  async next () {
    if (this.isConsumed) return
    this.isConsumed = true
    return this.renderValue(await awaitValue(this.source.promise))
  }

  /** Renders the value once it is there, which cancels its chunks. */
  release () {
    return this.next()
  }
}

/** An async chunk whose source is an async iterable or a stream. Bytes are decoded as UTF-8. */
class IterableChunk extends AsyncChunk {
  iterator = undefined
  decoder = undefined

  /** The same for an iterable. @throws its errors; a TypeError if it can be read only once and is in two places */
  async next () {
    this.iterator ??= iterate(this.source)
    const result = await awaitValue(this.iterator.next())
    if (Object(result) !== result) {
      throw new TypeError(`An async iterator on the page gave ${String(result)}. ` +
        'Its next() must give an object with "value" and "done"')
    }
    const { value, done } = result
    if (!done) return this.renderValue(value instanceof Uint8Array ? this.decode(value) : value)
    if (released.has(this.iterator) && !this.isCancelled) throw readTwice()
    const rest = this.decoder?.decode()
    if (rest) return this.renderValue(rest)
  }

  /** @returns {string} the characters that are complete with these bytes */
  decode (bytes) {
    this.decoder ??= new TextDecoder('utf-8', { __proto__: null, ignoreBOM: true })
    return this.decoder.decode(bytes, { stream: true })
  }

  async release () {
    if (typeof this.source.destroy === 'function') return this.source.destroy()
    this.iterator ??= iteratorOf(this.source)
    released.add(this.iterator)
    await this.iterator.return?.()
  }
}

/**
 * @returns {Settlement} the promise, and its value once it is fulfilled
 *
 * @typedef {{ promise: Promise<unknown>, isFulfilled: boolean, value: unknown }} Settlement
 */
function settlementOf (promise) {
  const settlement = { promise, isFulfilled: false, value: undefined }
  // The promise may reject before it is awaited. `next` throws that error later.
  promise.then((value) => {
    settlement.isFulfilled = true
    settlement.value = value
    ignoreErrors(value)
  }, ignore)
  return settlement
}

/** Replaces async chunks with the chunks of their values. @throws the first error, after cancelling all of them */
async function collectAll (chunks) {
  try {
    // Promises that are fulfilled already give their values meanwhile.
    await undefined
    const known = replaceReady(chunks)
    if (!known.some((chunk) => chunk instanceof AsyncChunk)) return known
    return (await Promise.all(known.map((chunk) => chunk instanceof AsyncChunk ? chunk.collect() : [chunk]))).flat()
  } catch (error) {
    cancel(chunks)
    throw error
  }
}

/** Replaces fulfilled promises, such as calls of cached fragments, which then cost a tenth of awaited ones. */
function replaceReady (chunks) {
  const replaced = []
  for (const chunk of chunks) {
    if (!(chunk instanceof PromiseChunk && chunk.isReady)) replaced.push(chunk)
    else for (const part of chunk.nextReady()) replaced.push(part)
  }
  return replaced
}

function cancel (chunks) {
  for (const chunk of chunks) {
    if (chunk instanceof AsyncChunk) chunk.cancel()
  }
}

/** @returns {Part['chunks']} the chunks with clones of the async ones, to be awaited independently */
function clone (chunks) {
  return chunks.map((chunk) => chunk instanceof AsyncChunk ? chunk.clone() : chunk)
}

/** Awaits a value. @throws the reason of a rejected promise; an error if the reason is falsy */
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

/** @returns {AsyncIterator<unknown>} @throws {TypeError} if it can be read only once and is in two places */
function iterate (values) {
  if (consumed.has(values)) throw readTwice()
  const iterator = iteratorOf(values)
  const isStream = typeof values.pipe === 'function' || typeof values.getReader === 'function'
  if (iterator === values || isStream) consumed.add(values)
  return iterator
}

/** @returns {AsyncIterator<unknown>} for a web stream, one that can be given up while it waits */
function iteratorOf (values) {
  if (typeof values.getReader !== 'function') return values[Symbol.asyncIterator]()
  const reader = values.getReader()
  return { next: () => reader.read(), return: () => reader.cancel() }
}

function incomplete () {
  return new Error('The page is incomplete: its client has disconnected, or another part of it has failed')
}

function readTwice () {
  return new TypeError('A stream or an async iterator is in several places of a page, ' +
    'but it can be read only once. Read it into a variable first')
}

brand(AsyncChunk)
brand(IterableChunk)

module.exports = {
  AsyncChunk,
  IterableChunk,
  MOST_AT_ONCE,
  awaitValue,
  cancel,
  clone,
  collectAll,
  incomplete,
  isIterable,
  toError
}
