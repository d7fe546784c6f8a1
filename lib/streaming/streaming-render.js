'use strict'

const { AsyncChunk, MOST_AT_ONCE, cancel, clone, incomplete, toError } = require('../page/async-chunk')
const { endOfTurn } = require('../util/natives')
const { PendingRendered, join } = require('../page/pending-rendered')
const { isAsyncValue } = require('../page/splicer')
const { ChunkReader } = require('./chunk-reader')
const { ErrorReports } = require('./error-reports')

/** Chunks that arrive late are joined up to this many bytes, which makes their writes cheap. */
const MOST_COALESCED = 16 * 1024

/** A high surrogate at the end of text. Its other half may be in the next text. */
const HIGH_SURROGATE = /[\ud800-\udbff]$/

/** How a render ends without an error. */
const COMPLETE = { error: undefined }
const CANCELLED = { error: undefined }

/** A page that is read while it is still being produced. */
class StreamingRender {
  constructor (onError) {
    this.reports = new ErrorReports(onError)
    this.reader = new ChunkReader(this.reports)
    /** Async chunks of the locals, cancelled at the end. @type {AsyncChunk[]} */
    this.tracked = []
    /** A high surrogate, held back until the text after it arrives. */
    this.highSurrogate = ''
    /** How the render has ended. Before that, more chunks are pushed. @type {{ error: unknown } | undefined} */
    this.end = undefined
  }

  static of ({ chunks }, onError) {
    const streamingRender = new StreamingRender(onError)
    streamingRender.push(chunks)
    streamingRender.complete()
    return streamingRender
  }

  get isCancelled () {
    return this.end === CANCELLED
  }

  /** Whether all chunks have been read. A high surrogate or an error may remain. */
  get isRead () {
    return this.end !== undefined && this.reader.isEmpty
  }

  get hasEnded () {
    return this.isRead && this.highSurrogate === '' && this.end.error === undefined
  }

  push (chunks) {
    // Some templates go on writing after their end.
    if (this.end !== undefined) cancel(chunks)
    else this.reader.add(chunks)
  }

  /**
   * Has the program of a template wait while its client reads more slowly than it writes.
   *
   * @param {unknown} value what the program awaits
   * @returns {unknown} the value, or a promise of it, which rejects once the page is cancelled: that ends the program
   */
  paced (value) {
    if (!this.isCancelled && !this.reader.isFull) return value
    return Promise.all([value, this.room()]).then(([given]) => given)
  }

  async room () {
    await this.reader.room()
    if (this.isCancelled) throw incomplete()
  }

  /** Tracks the locals, which may never be printed: no error of theirs is unhandled, and `cancel` releases them. */
  track (locals) {
    this.tracked = Object.values(locals).flatMap((value) => trackedPart(value).chunks)
  }

  complete () {
    this.end ??= COMPLETE
    this.reader.wake()
  }

  fail (error) {
    if (!this.isCancelled) this.end = { error: toError(error) }
    this.reader.wake()
  }

  /**
   * Reads all ready chunks, or many. If none is ready, waits for the next one and reads all that
   * become ready in the same turn of the event loop.
   *
   * @returns {Promise<import('../page/rendered').Rendered | undefined>} `undefined` at the end
   * @throws the error of a failed chunk without a substitute
   */
  async next () {
    const { reader } = this
    const ready = []
    let turn
    let late = 0
    reader.readReady(ready)
    for (let count = 1; !this.isRead && !reader.isReady; count++) {
      if (late >= MOST_COALESCED || count % MOST_AT_ONCE === 0) {
        await (turn ?? endOfTurn())
        if (ready.length > 0) break
      }
      reader.receiving ??= reader.receive()
      if (ready.length > 0) turn ??= endOfTurn().then(() => true)
      const isLate = await (turn ? Promise.race([reader.receiving, turn]) : reader.receiving)
      if (isLate) break
      late += reader.readReady(ready)
    }
    // Without the text before the error, a response that has not begun becomes an error page.
    const error = this.end?.error
    if (error) {
      await this.reports.report(error)
      throw error
    }
    if (ready.length > 0 || this.highSurrogate !== '') return this.join(ready)
  }

  /** @returns {import('../page/rendered').Rendered} the page of the chunks, without a high surrogate at the end */
  join (ready) {
    const rendered = join(this.highSurrogate === '' ? ready : [this.highSurrogate, ...ready])
    const { chunks } = rendered
    const last = chunks.at(-1)
    const isHeld = !this.isRead && typeof last === 'string' && HIGH_SURROGATE.test(last)
    this.highSurrogate = isHeld ? last.at(-1) : ''
    if (isHeld) chunks[chunks.length - 1] = last.slice(0, -1)
    return rendered
  }

  /** Ends the render, and releases all async chunks. */
  cancel () {
    this.end = CANCELLED
    this.highSurrogate = ''
    this.reports.cancel()
    this.reader.cancel()
    cancel(this.tracked)
  }
}

/** @returns {import('../page/async-chunk').Part} the async chunks of a local, or of a value that a local resolves to */
function trackedPart (value) {
  if (value instanceof PendingRendered) return { chunks: clone(value.chunks) }
  return { chunks: isAsyncValue(value) ? [AsyncChunk.of(value, trackedPart)] : [] }
}

module.exports = { StreamingRender }
