'use strict'

const { AsyncChunk, cancel, clone } = require('../page/async-chunk')
const { LargeFile } = require('../page/large-file')
const { ignore } = require('../util/errors')

/** The most ready text that is read at once. From half of it on, the encoder uses zlib's threads, see `blocks.js`. */
const MOST_READY = 512 * 1024

/** Reads chunks in the order of the page, while more are added at its end. */
class ChunkReader {
  constructor (reports) {
    this.reports = reports
    /** The place of the next chunk to read: the first of a list that ends with an empty place. */
    this.place = placeOf(undefined, false, undefined)
    this.tail = this.place
    /** What `receive` has returned, until it is fulfilled. @type {Promise<void> | undefined} */
    this.receiving = undefined
    /** Ends a wait for more chunks. */
    this.wake = ignore
    /** The size of the chunks that are added and not read, as `readReady` counts it. */
    this.unread = 0
    /** Each ends a wait for room. @type {(() => void)[]} */
    this.waits = []
  }

  add (chunks) {
    for (const chunk of clone(chunks)) {
      this.unread += sizeOf(chunk)
      this.tail.chunk = chunk
      this.tail = this.tail.next = placeOf(undefined, false, undefined)
    }
    this.wake()
  }

  get isEmpty () {
    return this.place === this.tail
  }

  /** Whether as much waits to be read as is read at once. */
  get isFull () {
    return this.unread > MOST_READY
  }

  /** @returns {Promise<void>} fulfilled once it is not full, or cancelled */
  async room () {
    while (this.isFull) await new Promise((resolve) => this.waits.push(resolve))
  }

  get isReady () {
    const { chunk } = this.place
    return !this.isEmpty && !(chunk instanceof AsyncChunk || chunk instanceof LargeFile)
  }

  /**
   * Reads the chunks before the next async one, up to `MOST_READY`.
   *
   * @returns {number} their size, in code units of text and bytes
   */
  readReady (chunks) {
    let size = 0
    while (size < MOST_READY && this.isReady) {
      let { chunk } = this.place
      // Only text has a length.
      if (chunk.length > MOST_READY) {
        this.place.chunk = chunk.slice(MOST_READY)
        chunk = chunk.slice(0, MOST_READY)
      } else {
        this.place = this.place.next
      }
      chunks.push(chunk)
      size += sizeOf(chunk)
    }
    this.unread -= size
    this.endWaits()
    return size
  }

  /** Waits for the next part of an async chunk, or more chunks. @throws the error of the chunk, without a substitute */
  async receive () {
    const { place } = this
    if (this.isEmpty) await new Promise((resolve) => { this.wake = resolve })
    else this.insert(await this.partOf(place), place)
    this.receiving = undefined
  }

  endWaits () {
    if (!this.isFull) for (const resolve of this.waits.splice(0)) resolve()
  }

  /** Inserts a part of an async chunk before the rest of that chunk. */
  insert ({ chunks, isLast, isSubstitute }, place) {
    // It may be cancelled meanwhile.
    if (this.place !== place) return cancel(chunks)
    if (isLast) this.place = place.next
    for (let i = chunks.length - 1; i >= 0; i--) {
      this.unread += sizeOf(chunks[i])
      this.place = placeOf(chunks[i], isSubstitute, this.place)
    }
  }

  async partOf (place) {
    // A large file is opened with its first part.
    if (place.chunk instanceof LargeFile) {
      place.chunk = AsyncChunk.of(place.chunk.read(), (bytes) => ({ chunks: [bytes] }))
    }
    const { chunk, isSubstitute } = place
    try {
      const chunks = await chunk.next()
      return { chunks: chunks ?? [], isLast: chunks === undefined, isSubstitute }
    } catch (error) {
      // A substitute has no substitute.
      if (isSubstitute) this.reports.onError = undefined
      const { page } = await this.reports.substituteFor(error)
      chunk.cancel()
      // The same substitute may be in several places.
      return { chunks: clone(page.chunks), isLast: true, isSubstitute: true }
    }
  }

  /** Releases all unread chunks, and those that are still awaited. */
  cancel () {
    for (; !this.isEmpty; this.place = this.place.next) cancel([this.place.chunk])
    this.unread = 0
    this.endWaits()
    this.wake()
  }
}

/** @returns {number} code units of text or bytes; 0 for what is still to be read */
function sizeOf (chunk) {
  return chunk instanceof AsyncChunk || chunk instanceof LargeFile ? 0 : chunk.length ?? chunk.byteLength
}

function placeOf (chunk, isSubstitute, next) {
  return { chunk, isSubstitute, next }
}

module.exports = { ChunkReader }
