'use strict'

const ignore = () => {}

/** The streams and iterators that can be read once, and are being read. @type {WeakSet<object>} */
const taken = new WeakSet()

/** The place on a page of what is not there yet. What comes is rendered as the place asks for, and put there. */
class AsyncChunk {
  /**
   * @param {(value: unknown) => Part} render
   *
   * @typedef {{ chunks: (import('./rendered').Chunk | AsyncChunk)[] }} Part
   */
  constructor (render) {
    this.render = render
    this.isCancelled = false
    /** What has come last, where all is waited for. @type {Part['chunks']} */
    this.part = []
  }

  /**
   * @param {unknown} value that `isAsyncValue` or is a thenable
   * @param {(value: unknown) => Part} render
   * @returns {AsyncChunk}
   */
  static of (value, render) {
    if (!isIterable(value)) return new PromiseChunk(Promise.resolve(value), render)
    // A stream may fail before its turn has come, and throws then.
    value.on?.('error', ignore)
    return new IterableChunk(value, render)
  }

  /** @returns {Promise<Part['chunks']>} all that comes */
  async all () {
    const chunks = []
    for (let part = await this.next(); part !== undefined && !this.isCancelled; part = await this.next()) {
      this.part = part
      for (const chunk of await all(part)) chunks.push(chunk)
    }
    return chunks
  }

  /**
   * @param {unknown} value that has come
   * @returns {Part['chunks']} what is put in this place
   */
  put (value) {
    const { chunks } = this.render(value)
    if (this.isCancelled) cancel(chunks)
    return chunks
  }

  /** Frees what has come and what may come: nobody waits for it any more. */
  cancel () {
    this.isCancelled = true
    cancel(this.part)
  }
}

/** Of a promise. */
class PromiseChunk extends AsyncChunk {
  /**
   * @param {Promise<unknown>} promise
   * @param {(value: unknown) => Part} render
   */
  constructor (promise, render) {
    super(render)
    this.promise = promise
    this.isGiven = false
    // It may reject before its turn has come, and throws then.
    promise.catch(ignore)
  }

  /** @returns {PromiseChunk} for a page that this place is on as well */
  again () {
    return new PromiseChunk(this.promise, this.render)
  }

  /**
   * @returns {Promise<Part['chunks'] | undefined>} what comes next in this place;
   *   nothing at the end
   * @throws what the promise rejects with, or rendering throws
   */
  async next () {
    if (this.isGiven) return
    this.isGiven = true
    return this.put(await awaited(this.promise))
  }

  cancel () {
    super.cancel()
    this.next().catch(ignore)
  }
}

/** Of what an async iterable or a stream gives, bytes as UTF-8. */
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

  /** @returns {IterableChunk} for a page that this place is on as well */
  again () {
    return new IterableChunk(this.values, this.render)
  }

  /**
   * @returns {Promise<Part['chunks'] | undefined>} what comes next in this place;
   *   nothing at the end
   * @throws what the iterable throws, or rendering does
   */
  async next () {
    this.iterator ??= this.take()
    const { value, done } = await awaited(this.iterator.next())
    if (!done) return this.put(value instanceof Uint8Array ? this.decode(value) : value)
    const rest = this.decoder?.decode() ?? ''
    this.decoder = undefined
    return rest === '' ? undefined : this.put(rest)
  }

  /**
   * @returns {AsyncIterator<unknown>}
   * @throws {TypeError} if it is in two places, and can be read once
   */
  take () {
    const { values } = this
    if (taken.has(values)) throw new TypeError('A stream or an async iterator can be in one place of a page, this one is in several')
    const iterator = values[Symbol.asyncIterator]()
    if (iterator === values || isStream(values)) taken.add(values)
    return iterator
  }

  /** @returns {string} the characters that end in them */
  decode (bytes) {
    this.decoder ??= new TextDecoder('utf-8', { ignoreBOM: true })
    return this.decoder.decode(bytes, { stream: true })
  }

  cancel () {
    super.cancel()
    this.free().catch(ignore)
  }

  async free () {
    if (typeof this.values.destroy === 'function') return this.values.destroy()
    this.iterator ??= this.values[Symbol.asyncIterator]()
    await this.iterator.return?.()
  }
}

/**
 * @param {Part['chunks']} chunks
 * @returns {Promise<import('./rendered').Chunk[]>} with all that comes in the places
 * @throws the first error of what was waited for; the rest of it is freed then
 */
async function all (chunks) {
  try {
    const parts = await Promise.all(chunks.map((chunk) => chunk instanceof AsyncChunk ? chunk.all() : [chunk]))
    return parts.flat()
  } catch (error) {
    cancel(chunks)
    throw error
  }
}

/**
 * Frees what is waited for.
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
 * @returns {Part['chunks']} to be waited for, whoever else waits for these
 */
function again (chunks) {
  return chunks.map((chunk) => chunk instanceof AsyncChunk ? chunk.again() : chunk)
}

/**
 * @returns {Promise<unknown>} what it gives, if it is a promise
 * @throws what it rejects with, or an error if that is for no reason
 */
async function awaited (value) {
  try {
    return await value
  } catch (error) {
    throw reasonOf(error)
  }
}

/** @returns {unknown} what frameworks and others take for an error */
function reasonOf (error) {
  return error || new Error(`What a page waits for has failed with ${String(error)}`)
}

function isIterable (value) {
  return typeof value[Symbol.asyncIterator] === 'function'
}

/** @returns {boolean} whether it is a stream of Node or of the web */
function isStream (values) {
  return typeof values.pipe === 'function' || typeof values.getReader === 'function'
}

module.exports = { AsyncChunk, again, all, awaited, cancel, isIterable, reasonOf }
