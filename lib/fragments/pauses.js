'use strict'

const { AsyncLocalStorage } = require('node:async_hooks')
const { clearTimeout, setTimeout } = require('../util/natives')

/** Milliseconds for which a source is not asked again: after the first failure, and at most. */
const FIRST_PAUSE = 100
const LONGEST_PAUSE = 5000

/** Each pause is shortened by up to this fraction, so that what failed together does not try again together. */
const SPREAD = 0.2

/** The most keys: a request may choose any. Their text takes at most a tenth of the memory for fragments. */
const MOST_PAUSES = 1000
const SHARE = 0.1

/**
 * The pauses of a source after loads that have failed, one for each key.
 *
 * @typedef {{ error: unknown, tags: string[], began: number, length: number, until: number, timer: object }} Pause
 */
class Pauses {
  /** @param {number} size the memory for fragments, in bytes */
  constructor (size, invalidations) {
    this.most = SHARE * size
    this.invalidations = invalidations
    this.inContext = AsyncLocalStorage.snapshot()
    this.bytes = 0
    /** @type {Map<string, Pause>} */
    this.pauses = new Map()
  }

  /** @returns the pause of a key. What has failed may succeed after an invalidation */
  get (key) {
    const pause = this.pauses.get(key)
    if (pause === undefined || performance.now() >= pause.until) return undefined
    return this.invalidations.isAfter(pause.began, pause.tags) ? undefined : pause
  }

  /** Begins the pause after a failure: twice as long as the one before, or that of the part that has failed. */
  begin (key, error, tags) {
    makeStack(error)
    const now = performance.now()
    const length = Math.min(2 * (this.pauses.get(key)?.length ?? FIRST_PAUSE / 2), LONGEST_PAUSE)
    const part = [...this.pauses.values()].find((other) => other.error === error && now < other.until)
    const until = now + length * (1 - SPREAD * Math.random())
    const own = { error, tags, began: this.invalidations.number, length, until }
    const pause = part === undefined ? own : { ...part, tags: [...part.tags, ...tags] }
    this.end(key)
    // It is forgotten once it has been over for as long as it lasted: a failure after that begins with a short one.
    const forgetAfter = pause.until - now + pause.length
    const timer = this.inContext(() => setTimeout(() => this.end(key), forgetAfter).unref())
    this.pauses.set(key, { ...pause, timer })
    this.bytes += 2 * key.length
    while (this.pauses.size > MOST_PAUSES || this.bytes > this.most) this.end(this.pauses.keys().next().value)
  }

  end (key) {
    if (!this.pauses.has(key)) return
    clearTimeout(this.pauses.get(key).timer)
    this.pauses.delete(key)
    this.bytes -= 2 * key.length
  }
}

/** Until V8 has made the text of a stack, the error keeps what waited for it, with the context of a request. */
function makeStack (error) {
  try {
    Reflect.get(Object(error), 'stack')
  } catch {
    // An accessor of the app: there is no such text.
  }
}

module.exports = { Pauses }
