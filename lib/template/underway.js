'use strict'

const { setImmediate: endOfTurn } = require('node:timers/promises')
const { LargeFile } = require('./large-file')
const { Later, again, cancel } = require('./later')
const { PendingRendered, isPage, join } = require('./pending-rendered')
const { Instead, Splicer, isLater } = require('./splicer')

/** Of what comes late, so many bytes are put together: enough for their writes to cost little. */
const MOST_COALESCED = 16 * 1024

/** Half a character, whose other half may be in the text that comes. */
const HALF = /[\ud800-\udbff]$/

const ignore = () => {}

/**
 * @typedef {import('./rendered').Chunk} Chunk
 */

/**
 * A render that is still under way: gives what of its page is ready, in the order of
 * the page.
 */
class Underway {
  /**
   * @param {(error: unknown) => unknown} [rescue] hears of all that fails, and may give
   *   the page that is put in its place, or a promise of it
   */
  constructor (rescue) {
    this.rescue = rescue
    /** What `rescue` heard of last, and gave. @type {{ error: unknown, page: Promise<unknown> } | undefined} */
    this.told = undefined
    /** What was not given yet. @type {(Chunk | Later)[]} */
    this.chunks = []
    /** The half of a character that was kept back. */
    this.half = ''
    /** Whether these are all that there will be. */
    this.isComplete = false
    this.isCancelled = false
    /** What is freed if the render is given up, beside what these wait for. @type {Later[]} */
    this.given = []
    /** What has ended the render behind them. @type {{ error: unknown } | undefined} */
    this.failure = undefined
    /** What is waited for: the next part in a place, or any chunk. @type {{ place?: Later, part: Promise<unknown> } | undefined} */
    this.coming = undefined
    this.wake = ignore
  }

  /**
   * @param {import('./later').Part} page
   * @param {(error: unknown) => unknown} [rescue]
   * @returns {Underway} of a page all of whose places are known
   */
  static of ({ chunks }, rescue) {
    const underway = new Underway(rescue)
    underway.push(chunks)
    underway.complete()
    return underway
  }

  /** Whether all has been given. */
  get hasEnded () {
    return this.isComplete && this.chunks.length === 0 && this.half === '' && this.failure === undefined
  }

  /**
   * @param {(Chunk | Later)[]} chunks
   */
  push (chunks) {
    // Some templates go on when they have ended.
    if (this.isComplete) return cancel(chunks)
    for (const chunk of again(chunks)) this.chunks.push(chunk)
    this.wake()
  }

  /**
   * Sees to what a template may print, or may not get to: an error of it is none of the
   * process's, and it is freed if the render is given up.
   *
   * @param {object} locals that nobody else uses
   */
  heed (locals) {
    this.given = Object.values(locals).flatMap((value) => heeded(value).chunks)
  }

  /** Says that these were all. */
  complete () {
    this.isComplete = true
    this.wake()
  }

  /**
   * @param {unknown} error that has ended the render
   */
  fail (error) {
    this.failure = { error }
    this.complete()
  }

  /**
   * Gives all that is ready, or else what comes next, with what comes in the same turn
   * of the event loop.
   *
   * @returns {Promise<import('./rendered').Rendered | undefined>} nothing at the end
   * @throws what has failed, if nothing was put in its place
   */
  async next () {
    const ready = this.takeReady()
    let turn
    let late = 0
    while (late < MOST_COALESCED && !(this.isComplete && this.chunks.length === 0)) {
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
  }

  /**
   * @param {Chunk[]} ready
   * @returns {import('./rendered').Rendered}
   */
  give (ready) {
    const rendered = join(this.half === '' ? ready : [this.half, ...ready])
    const isLast = this.isComplete && this.chunks.length === 0
    this.half = isLast ? '' : takeHalf(rendered.chunks)
    return rendered
  }

  /**
   * @returns {Chunk[]} the first ones that need not be waited for, which are given now
   */
  takeReady () {
    const end = this.chunks.findIndex(isPlace)
    return this.chunks.splice(0, end === -1 ? this.chunks.length : end)
  }

  expect () {
    if (this.chunks[0] instanceof LargeFile) this.chunks[0] = Later.of(this.chunks[0].read(), partOf)
    const [place] = this.chunks
    const part = place === undefined
      ? new Promise((resolve) => { this.wake = resolve })
      : place.next().catch((error) => this.replace(place, error))
    return { place, part }
  }

  /** Puts what was waited for into its place. */
  async receive () {
    const { place, part } = this.coming
    const chunks = await part
    this.coming = undefined
    if (place === undefined || this.isCancelled) return
    if (chunks === undefined) this.chunks.shift()
    else this.chunks = chunks.concat(this.chunks)
  }

  /**
   * @param {Later} place
   * @param {unknown} error
   * @returns {Promise<(Chunk | Later)[]>} what is put there instead, and nothing behind it
   */
  async replace (place, error) {
    const { chunks } = await this.insteadOf(error)
    place.cancel()
    this.chunks.shift()
    return chunks
  }

  /**
   * @param {unknown} error
   * @returns {Promise<import('./later').Part>} the page that is put in the place of what
   *   has failed
   * @throws the error, if there is none
   */
  async insteadOf (error) {
    const page = await this.tell(error)
    if (!isPage(page)) throw error
    return page
  }

  /**
   * @param {unknown} error
   * @returns {Promise<unknown>} what is made of it, the first time that it is told
   */
  tell (error) {
    if (this.told?.error !== error) this.told = { error, page: this.ask(error) }
    return this.told.page
  }

  /**
   * @param {unknown} error
   * @returns {Promise<unknown>}
   * @throws what the rescue itself throws, and is told of no more
   */
  async ask (error) {
    // What is freed may fail by that.
    if (this.isCancelled) return
    try {
      return await this.rescue?.(error)
    } catch (own) {
      this.rescue = undefined
      throw own
    }
  }

  /**
   * @param {unknown} error
   * @param {unknown} worded the same, as an engine words it
   */
  reword (error, worded) {
    if (this.told?.error === error) this.told.error = worded
  }

  /**
   * @param {unknown} error
   * @returns {boolean} whether the rescue has heard of it
   */
  hasTold (error) {
    return this.rescue !== undefined && this.told?.error === error
  }

  /** Frees what is still waited for. */
  cancel () {
    this.isCancelled = true
    this.isComplete = true
    this.half = ''
    cancel(this.chunks.splice(0))
    cancel(this.given)
  }
}

/**
 * The write side of a render that is under way.
 */
class UnderwaySplicer extends Splicer {
  /**
   * @param {Underway} underway
   * @param {import('./stand-ins').StandIns} [standIns] what stands for values in the text
   */
  constructor (underway, standIns) {
    super()
    this.underway = underway
    this.standIns = standIns
    /** Nothing is given before it is known whether stand-ins do. */
    this.isHeld = standIns !== undefined
    this.hasGiven = false
    /** All that was written and not given, once that is all. @type {Chunk[] | undefined} */
    this.rest = undefined
  }

  /** Whether the template can be rendered anew, with the locals that it looks into. */
  get canStartAgain () {
    return this.standIns?.isOpened === true && !this.hasGiven
  }

  ready () {
    if (!this.isHeld && this.rest === undefined) this.give(this.take())
  }

  complete () {
    this.rest ??= this.take()
    if (!this.isHeld) this.giveRest()
  }

  /**
   * Gives what there is, and from now on what comes.
   *
   * @throws {Error} if a stand-in does not do
   */
  release () {
    if (this.rest === undefined) this.give(this.take())
    else this.giveRest()
    this.isHeld = false
  }

  take () {
    this.flush()
    return this.chunks.splice(0)
  }

  giveRest () {
    this.give(this.rest, () => this.standIns?.end())
    this.rest = []
    this.underway.complete()
  }

  /**
   * @param {(Chunk | Later)[]} chunks
   * @param {() => void} [end] is called when these are the last ones
   * @throws {Error} if a stand-in in them does not do
   */
  give (chunks, end) {
    const filled = this.standIns === undefined ? chunks : this.standIns.fill(chunks).chunks
    end?.()
    if (this.standIns?.isOpened) throw this.standIns.error()
    this.hasGiven = true
    this.underway.push(filled)
  }

  segment (value) {
    this.ready()
    if (!this.underway.rescue || typeof value?.then !== 'function') return value
    return Promise.resolve(value).catch((error) => this.instead(error))
  }

  async instead (error) {
    return new Instead(await this.underway.insteadOf(error))
  }
}

/**
 * @param {unknown} value
 * @returns {import('./later').Part} what there is to free of it, or of what it gives
 */
function heeded (value) {
  if (value instanceof PendingRendered) return { chunks: again(value.chunks) }
  return { chunks: isLater(value) ? [Later.of(value, heeded)] : [] }
}

/**
 * @param {Chunk | Later} chunk
 * @returns {boolean} whether it is to be waited for
 */
function isPlace (chunk) {
  return chunk instanceof Later || chunk instanceof LargeFile
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

/**
 * @param {Chunk} chunk
 * @returns {number} about its bytes
 */
function bytesOf (chunk) {
  return typeof chunk === 'string' ? chunk.length : chunk.byteLength
}

module.exports = { Underway, UnderwaySplicer }
