'use strict'

const { LargeFile } = require('../page/large-file')
const { AsyncChunk, again, cancel, reasonOf } = require('../page/async-chunk')
const { ownImmediate } = require('../timers')
const { PendingRendered, isPage, join } = require('../page/pending-rendered')
const { Fallback, isAsyncValue } = require('../page/splicer')

/** Of what comes late, so many bytes are put together: enough for their writes to cost little. */
const MOST_COALESCED = 16 * 1024

/** Half a character, whose other half may be in the text that comes. */
const HALF = /[\ud800-\udbff]$/

const ignore = () => {}

/** @typedef {import('../page/rendered').Chunk} Chunk */

/** So many parts may come without the event loop getting on. */
const MOST_AT_ONCE = 1000

/** Chunks of which the first ones were given, or come instead of a place in those before. */
class Level {
  /**
   * @param {(Chunk | AsyncChunk)[]} chunks
   * @param {boolean} [isFallback] they are in the place of what has failed
   */
  constructor (chunks, isFallback = false) {
    this.chunks = chunks
    this.isFallback = isFallback
    /** The index of the first one that was not given. */
    this.at = 0
  }

  get isDone () {
    return this.at === this.chunks.length
  }
}

/** A render that is still under way: gives what of its page is ready, in the order of the page. */
class StreamingRender {
  /**
   * @param {(error: unknown) => unknown} [rescue] hears of all that fails, and may give
   *   the page that is put in its place, or a promise of it
   */
  constructor (rescue) {
    this.rescue = rescue
    /** What `rescue` heard of, and gave. @type {Map<unknown, Promise<{ page: unknown }>>} */
    this.told = new Map()
    /** What was not given yet: the page, and what has come in a place of the level before. */
    this.levels = [new Level([])]
    /** The half of a character that was kept back. */
    this.half = ''
    /** Whether these are all that there will be. */
    this.isComplete = false
    this.isCancelled = false
    /** What is freed in the end, beside what these wait for. @type {(Chunk | AsyncChunk)[]} */
    this.given = []
    /** What has ended the render behind them. @type {{ error: unknown } | undefined} */
    this.failure = undefined
    /** What is waited for: the next part in a place, or any chunk. @type {{ place?: AsyncChunk, part: Promise<Level | undefined> } | undefined} */
    this.coming = undefined
    this.wake = ignore
  }

  /**
   * @param {import('../page/async-chunk').Part} page
   * @param {(error: unknown) => unknown} [rescue]
   * @returns {StreamingRender} of a page all of whose places are known
   */
  static of ({ chunks }, rescue) {
    const streamingRender = new StreamingRender(rescue)
    streamingRender.push(chunks)
    streamingRender.complete()
    return streamingRender
  }

  /** Whether all has been given. */
  get hasEnded () {
    return this.isEmpty && this.half === '' && this.failure === undefined
  }

  /** Whether there is nothing more to give, but for the half of a character or a failure. */
  get isEmpty () {
    return this.isComplete && this.levels.every(({ isDone }) => isDone)
  }

  /** @param {(Chunk | AsyncChunk)[]} chunks */
  push (chunks) {
    // Some templates go on when they have ended.
    if (this.isComplete) return cancel(chunks)
    for (const chunk of again(chunks)) this.levels[0].chunks.push(chunk)
    this.wake()
  }

  /**
   * Sees to what a template may print, or may not get to: an error of it is none of the
   * process's, and it is freed in the end.
   *
   * @param {object} locals that nobody else uses
   */
  track (locals) {
    this.given = Object.values(locals).flatMap((value) => tracked(value).chunks)
  }

  /** Says that these were all. */
  complete () {
    this.isComplete = true
    this.wake()
  }

  /** @param {unknown} error that has ended the render */
  fail (error) {
    this.failure = { error: reasonOf(error) }
    this.complete()
  }

  /**
   * Gives all that is ready, or else what comes next, with what comes in the same turn
   * of the event loop.
   *
   * @returns {Promise<import('../page/rendered').Rendered | undefined>} nothing at the end
   * @throws what has failed, if nothing was put in its place
   */
  async next () {
    const ready = this.takeReady()
    let turn
    let late = 0
    let count = 0
    while (!this.isEmpty) {
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
        late += bytesOf(chunk)
      }
    }
    if (ready.length > 0 || this.half !== '') return this.give(ready)
    if (this.failure) {
      await this.tell(this.failure.error)
      throw this.failure.error
    }
    cancel(this.given)
  }

  /**
   * @param {Chunk[]} ready
   * @returns {import('../page/rendered').Rendered}
   */
  give (ready) {
    const rendered = join(this.half === '' ? ready : [this.half, ...ready])
    this.half = this.isEmpty ? '' : takeHalf(rendered.chunks)
    if (this.hasEnded) cancel(this.given)
    return rendered
  }

  /** @returns {Chunk[]} the first ones that need not be waited for, which are given now */
  takeReady () {
    const ready = []
    for (;;) {
      const level = this.levels.at(-1)
      if (isPlace(level.chunks[level.at])) return ready
      if (!level.isDone) {
        ready.push(level.chunks[level.at++])
      } else {
        this.levels.pop()
        if (this.levels.length > 0) continue
        this.levels.push(new Level([]))
        return ready
      }
    }
  }

  /** What is waited for now. @type {AsyncChunk | LargeFile | undefined} */
  get place () {
    const { chunks, at } = this.levels.at(-1)
    return chunks[at]
  }

  expect () {
    const level = this.levels.at(-1)
    if (this.place instanceof LargeFile) level.chunks[level.at] = AsyncChunk.of(this.place.read(), partOf)
    const { place } = this
    return place === undefined ? { part: new Promise((resolve) => { this.wake = resolve }) } : { place, part: this.partIn(place) }
  }

  /**
   * @param {AsyncChunk} place
   * @returns {Promise<Level | undefined>} what comes next there, nothing at the end
   * @throws what fails, if nothing is put in its place
   */
  async partIn (place) {
    const level = this.levels.at(-1)
    try {
      const chunks = await place.next()
      return chunks && new Level([...chunks])
    } catch (error) {
      const chunks = await this.fallbackFor(error)
      place.cancel()
      // There is nothing behind it.
      level.at++
      return new Level(chunks, true)
    }
  }

  /**
   * @param {unknown} error of the place that is waited for
   * @returns {Promise<(Chunk | AsyncChunk)[]>} what comes instead
   * @throws the error, if there is nothing
   */
  async fallbackFor (error) {
    // What the rescue gives and fails is an error of its own.
    if (this.levels.some(({ isFallback }) => isFallback)) {
      this.rescue = undefined
      throw error
    }
    const { page } = await this.insteadOf(error)
    // It may be in several places.
    return again(page.chunks)
  }

  /** Puts what was waited for into its place. */
  async receive () {
    const { place, part } = this.coming
    const level = await part
    this.coming = undefined
    if (place === undefined) return
    if (this.isCancelled) cancel(level?.chunks ?? [])
    else if (level === undefined) this.levels.at(-1).at++
    else this.levels.push(level)
  }

  /**
   * @param {unknown} [source] what an engine has worded as this error
   * @returns {Promise<Fallback>} the page that is put in the place of what has failed
   * @throws the error, if there is none
   */
  async insteadOf (error, source) {
    const { page } = await this.tell(error, source)
    if (!isPage(page)) throw error
    return new Fallback(page)
  }

  /**
   * @param {unknown} [source] what an engine has worded as this error, maybe not for the first time
   * @returns {Promise<{ page: unknown }>} what is made of it, the first time that it is told
   */
  tell (error, source = error) {
    if (!this.told.has(source)) this.told.set(source, this.ask(error))
    this.reword(source, error)
    return this.told.get(error)
  }

  /**
   * @returns {Promise<{ page: unknown }>} as a property: a page may be awaited as a whole
   * @throws what the rescue itself throws, and is told of no more
   * @throws {TypeError} if it gives text, which would be on the page as it is
   */
  async ask (error) {
    // What is freed may fail by that.
    if (this.isCancelled) return {}
    try {
      const given = this.rescue?.(error)
      const page = isPage(given) ? given : await given
      if (typeof page === 'string') throw new TypeError('onError puts html`…` in the place of what has failed, or nothing; got a string')
      return { page }
    } catch (own) {
      this.rescue = undefined
      throw because(own, error)
    }
  }

  /** @param {unknown} worded the same, as an engine words it */
  reword (error, worded) {
    if (this.told.has(error)) this.told.set(worded, this.told.get(error))
  }

  /** @returns {boolean} whether the rescue has heard of it */
  hasTold (error) {
    return this.rescue !== undefined && this.told.has(error)
  }

  /** Frees what is still waited for. */
  cancel () {
    this.isCancelled = true
    this.isComplete = true
    this.half = ''
    for (const { chunks, at } of this.levels.splice(0, Infinity, new Level([]))) cancel(chunks.slice(at))
    cancel(this.given)
  }
}

/** @returns {import('../page/async-chunk').Part} what there is to free of it, or of what it gives */
function tracked (value) {
  if (value instanceof PendingRendered) return { chunks: again(value.chunks) }
  return { chunks: isAsyncValue(value) ? [AsyncChunk.of(value, tracked)] : [] }
}

/** @returns {unknown} its own error, which says what it was asked about when it failed */
function because (own, error) {
  if (own instanceof Error && own !== error && Object.isExtensible(own)) own.cause ??= error
  return own
}

/**
 * @param {Chunk | AsyncChunk | undefined} chunk
 * @returns {boolean} whether it is to be waited for
 */
function isPlace (chunk) {
  return chunk instanceof AsyncChunk || chunk instanceof LargeFile
}

/**
 * @param {Chunk[]} chunks
 * @returns {string} the half of a character that was their end, if any
 */
function takeHalf (chunks) {
  const last = chunks.at(-1)
  if (typeof last !== 'string' || !HALF.test(last)) return ''
  chunks.push(chunks.pop().slice(0, -1))
  return last.at(-1)
}

function partOf (bytes) {
  return { chunks: [bytes] }
}

/**
 * @param {Promise<unknown>} promise
 * @param {Promise<void>} turn
 * @returns {Promise<boolean>} whether it is settled by then
 */
function isBefore (promise, turn) {
  return Promise.race([promise.then(() => true, () => true), turn.then(() => false)])
}

/** @returns {number} about its bytes */
function bytesOf (chunk) {
  return typeof chunk === 'string' ? chunk.length : chunk.byteLength
}

/**
 * @returns {Promise<void>} fulfilled when the event loop has got to its next turn; at once by fake
 *   timers, which may never run
 */
function endOfTurn () {
  return new Promise((resolve) => ownImmediate === undefined ? resolve() : ownImmediate(resolve))
}

module.exports = { StreamingRender }
