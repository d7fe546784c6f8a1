'use strict'

const { setTimeout, clearTimeout } = require('node:timers')
const { LargeFile } = require('../page/large-file')
const { AsyncChunk, MOST_AT_ONCE, cancel, clone, toError } = require('../page/async-chunk')
const { endOfTurn } = require('../timers')
const { PendingRendered, isPage, join } = require('../page/pending-rendered')
const { Substitute, isAsyncValue } = require('../page/splicer')

/** Chunks that arrive late are joined up to this many bytes, which makes their writes cheap. */
const MOST_COALESCED = 16 * 1024

/** No more ready text is read at once. The encoder deflates so much in zlib's threads, see `gzip-parts.js`. */
const MOST_READY = 512 * 1024

/** Milliseconds for `onError`: as long as a cached fragment may load by default. */
const LONGEST_ON_ERROR = 30_000

/** A high surrogate at the end of text. Its other half may be in the next text. */
const HIGH_SURROGATE = /[\ud800-\udbff]$/

const ignore = () => {}

/** @typedef {import('../page/rendered').Chunk} Chunk */

/** The chunks of the page, or of one async chunk, and the position of the next one to read. */
class Level {
  /** @param {boolean} [isSubstitute] whether these chunks replace a failed chunk */
  constructor (chunks, isSubstitute = false) {
    this.chunks = chunks
    this.isSubstitute = isSubstitute
    /** The index of the first unread chunk. */
    this.at = 0
  }

  get isDone () {
    return this.at === this.chunks.length
  }

  /** @returns {Chunk} the next chunk, marked as read; of long text only the beginning */
  take () {
    const chunk = this.chunks[this.at]
    if (typeof chunk === 'string' && chunk.length > MOST_READY) {
      this.chunks[this.at] = chunk.slice(MOST_READY)
      return chunk.slice(0, MOST_READY)
    }
    this.at++
    return chunk
  }
}

/** The read side of a page that is still being produced. Its parts are read in the order of the page. */
class StreamingRender {
  /**
   * @param {(error: unknown) => unknown} [onError] is called with each error, and may return a substitute
   *   page or a promise of one
   */
  constructor (onError) {
    this.onError = onError
    /** Error → what `onError` returned for it. @type {Map<unknown, Promise<{ page: unknown }>>} */
    this.reported = new Map()
    /** The unread chunks: the page first, each next level in the place of an async chunk of the level before. */
    this.levels = [new Level([])]
    /** A high surrogate, held back until the text after it arrives. */
    this.highSurrogate = ''
    /** Whether no more chunks are pushed. */
    this.isComplete = false
    this.isCancelled = false
    /** Async chunks of the locals, cancelled at the end. @type {(Chunk | AsyncChunk)[]} */
    this.tracked = []
    /** The error that ended the render after the pushed chunks. @type {{ error: unknown } | undefined} */
    this.failure = undefined
    /** The awaited next part of `chunk`, or of any chunk that is pushed. @type {{ chunk?: AsyncChunk, part: Promise<Level | undefined> } | undefined} */
    this.coming = undefined
    this.wake = ignore
    /** Made by the first wait for `onError`; `stopWaiting` fulfils it. @type {Promise<import('../page/rendered').Rendered> | undefined} */
    this.cancelled = undefined
    this.stopWaiting = ignore
  }

  /** @returns {StreamingRender} the render of a page whose chunks are all known */
  static of ({ chunks }, onError) {
    const streamingRender = new StreamingRender(onError)
    streamingRender.push(chunks)
    streamingRender.complete()
    return streamingRender
  }

  /** Whether the whole page has been read. */
  get hasEnded () {
    return this.isEmpty && this.highSurrogate === '' && this.failure === undefined
  }

  /** Whether all chunks have been read. A high surrogate or a failure may remain. */
  get isEmpty () {
    return this.isComplete && this.levels.every(({ isDone }) => isDone)
  }

  /** @param {(Chunk | AsyncChunk)[]} chunks */
  push (chunks) {
    // Some templates go on writing after their end.
    if (this.isComplete) return cancel(chunks)
    for (const chunk of clone(chunks)) this.levels[0].chunks.push(chunk)
    this.wake()
  }

  /**
   * Tracks the locals of a template, which may never print them: their errors cause no unhandled
   * rejection, and promises and streams are released at the end.
   *
   * @param {object} locals used by this render alone
   */
  track (locals) {
    this.tracked = Object.values(locals).flatMap((value) => trackedPart(value).chunks)
  }

  /** Marks the page as complete. */
  complete () {
    this.isComplete = true
    this.wake()
  }

  /** @param {unknown} error that ends the render */
  fail (error) {
    this.failure = { error: toError(error) }
    this.complete()
  }

  /**
   * Reads all ready chunks, or many. If none is ready, waits for the next one and reads all that
   * become ready in the same turn of the event loop.
   *
   * @returns {Promise<import('../page/rendered').Rendered | undefined>} `undefined` at the end
   * @throws the error of a failed chunk without a substitute
   */
  async next () {
    const ready = this.takeReady()
    let turn
    let late = 0
    let count = 0
    while (!this.isEmpty && !this.isReady) {
      if (late >= MOST_COALESCED || count++ === MOST_AT_ONCE) {
        await (turn ?? endOfTurn())
        if (ready.length > 0) break
        count = 0
      }
      this.coming ??= this.expect()
      if (ready.length > 0) turn ??= endOfTurn()
      if (turn && !await isBefore(this.coming.part, turn)) break
      await this.receive()
      for (const chunk of this.takeReady()) {
        ready.push(chunk)
        late += sizeOf(chunk)
      }
    }
    // Without the text before the failure, a response that has not begun becomes an error page.
    if (this.failure) {
      await this.report(this.failure.error)
      throw this.failure.error
    }
    if (ready.length > 0 || this.highSurrogate !== '') return this.joinReady(ready)
    cancel(this.tracked)
  }

  /** @returns {import('../page/rendered').Rendered} the ready chunks, without a high surrogate at the end */
  joinReady (ready) {
    const rendered = join(this.highSurrogate === '' ? ready : [this.highSurrogate, ...ready])
    this.highSurrogate = this.isEmpty ? '' : takeHighSurrogate(rendered.chunks)
    if (this.hasEnded) cancel(this.tracked)
    return rendered
  }

  /** Whether the next chunk can be read at once. */
  get isReady () {
    const level = this.levels.at(-1)
    return !level.isDone && !isPending(level.chunks[level.at])
  }

  /** @returns {Chunk[]} the chunks before the next async one, up to `MOST_READY`, marked as read */
  takeReady () {
    const ready = []
    let size = 0
    for (;;) {
      const level = this.levels.at(-1)
      if (size >= MOST_READY || isPending(level.chunks[level.at])) return ready
      if (!level.isDone) {
        const chunk = level.take()
        ready.push(chunk)
        size += sizeOf(chunk)
      } else {
        this.levels.pop()
        if (this.levels.length > 0) continue
        this.levels.push(new Level([]))
        return ready
      }
    }
  }

  expect () {
    const level = this.levels.at(-1)
    const next = level.chunks[level.at]
    if (next instanceof LargeFile) level.chunks[level.at] = AsyncChunk.of(next.read(), partOf)
    const chunk = level.chunks[level.at]
    return chunk === undefined ? { chunk, part: new Promise((resolve) => { this.wake = resolve }) } : { chunk, part: this.nextLevel(chunk) }
  }

  /**
   * @returns {Promise<Level | undefined>} the next part of the chunk, or its substitute; `undefined` at its end
   * @throws the error of the chunk, if there is no substitute
   */
  async nextLevel (chunk) {
    const level = this.levels.at(-1)
    try {
      const chunks = await chunk.next()
      return chunks && new Level([...chunks])
    } catch (error) {
      const chunks = await this.substituteChunks(error)
      chunk.cancel()
      // The failed chunk has no further parts.
      level.at++
      return new Level(chunks, true)
    }
  }

  /**
   * @param {unknown} error of the awaited chunk
   * @returns {Promise<(Chunk | AsyncChunk)[]>} the chunks of its substitute
   * @throws the error, if there is no substitute
   */
  async substituteChunks (error) {
    // A substitute has no substitute of its own.
    if (this.levels.some(({ isSubstitute }) => isSubstitute)) {
      this.onError = undefined
      throw error
    }
    const { page } = await this.substituteFor(error)
    // The same substitute may be in several places.
    return clone(page.chunks)
  }

  /** Puts the awaited part into the place of its chunk. */
  async receive () {
    const { chunk, part } = this.coming
    const level = await part
    this.coming = undefined
    if (chunk === undefined) return
    if (this.isCancelled) cancel(level?.chunks ?? [])
    else if (level === undefined) this.levels.at(-1).at++
    else this.levels.push(level)
  }

  /**
   * @param {unknown} [source] the original error, where the engine has wrapped it
   * @returns {Promise<Substitute>} the substitute that `onError` gives
   * @throws the error, if `onError` gives none
   */
  async substituteFor (error, source) {
    const { page } = await this.report(error, source)
    if (!isPage(page)) throw error
    return new Substitute(page)
  }

  /**
   * Reports an error to `onError`, once.
   *
   * @param {unknown} [source] the original error, where the engine has wrapped it, maybe again
   * @returns {Promise<{ page: unknown }>} the value that `onError` gave the first time
   */
  report (error, source = error) {
    const result = this.reported.get(source) ?? this.callOnError(error)
    this.reported.set(source, result).set(error, result)
    return result
  }

  /**
   * @returns {Promise<{ page: unknown }>} in a property, since a promise of a page would be awaited as a whole
   * @throws the error of `onError` itself, or that it takes too long; it is not called again
   * @throws {TypeError} if `onError` gives text, which would be on the page unescaped
   */
  async callOnError (error) {
    // Cancelling may cause errors of its own.
    if (this.isCancelled) return {}
    try {
      const given = this.onError?.(error)
      const page = isPage(given) || typeof given?.then !== 'function' ? given : await this.waitFor(given)
      if (typeof page === 'string') throw new TypeError('onError returned a string. Return html`…` as the substitute, or nothing')
      return { page }
    } catch (own) {
      this.onError = undefined
      throw withCause(toError(own), error)
    }
  }

  /**
   * @returns {Promise<unknown>} the value that `onError` gave a promise of; an empty page if the render is cancelled first
   * @throws {Error} if it takes too long
   */
  async waitFor (given) {
    let timer
    const late = new Promise((resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`onError did not settle within ${LONGEST_ON_ERROR} ms`)), LONGEST_ON_ERROR).unref()
    })
    this.cancelled ??= new Promise((resolve) => { this.stopWaiting = () => resolve(join([])) })
    try {
      return await Promise.race([given, late, this.cancelled])
    } finally {
      clearTimeout(timer)
    }
  }

  /** @returns {boolean} whether the error was reported to `onError` */
  isReported (error) {
    return this.onError !== undefined && this.reported.has(error)
  }

  /** Ends the render, and cancels all async chunks. */
  cancel () {
    this.isCancelled = true
    this.isComplete = true
    this.stopWaiting()
    this.highSurrogate = ''
    for (const { chunks, at } of this.levels.splice(0, Infinity, new Level([]))) cancel(chunks.slice(at))
    cancel(this.tracked)
  }
}

/** @returns {import('../page/async-chunk').Part} the async chunks of a local, or of a value that a local resolves to */
function trackedPart (value) {
  if (value instanceof PendingRendered) return { chunks: clone(value.chunks) }
  return { chunks: isAsyncValue(value) ? [AsyncChunk.of(value, trackedPart)] : [] }
}

/** @returns {unknown} the error of `onError`, with the reported error as its cause where possible */
function withCause (own, error) {
  if (own instanceof Error && own !== error && Object.isExtensible(own)) own.cause ??= error
  return own
}

/** @returns {boolean} whether the chunk is read asynchronously */
function isPending (chunk) {
  return chunk instanceof AsyncChunk || chunk instanceof LargeFile
}

/**
 * Removes a high surrogate from the end of the last text.
 *
 * @returns {string} the surrogate, or empty text
 */
function takeHighSurrogate (chunks) {
  const last = chunks.at(-1)
  if (typeof last !== 'string' || !HIGH_SURROGATE.test(last)) return ''
  chunks.push(chunks.pop().slice(0, -1))
  return last.at(-1)
}

function partOf (bytes) {
  return { chunks: [bytes] }
}

/** @returns {Promise<boolean>} whether the promise settles before the turn ends */
function isBefore (promise, turn) {
  return Promise.race([promise.then(() => true, () => true), turn.then(() => false)])
}

/** @returns {number} the approximate size in bytes */
function sizeOf (chunk) {
  return typeof chunk === 'string' ? chunk.length : chunk.byteLength
}

module.exports = { StreamingRender }
