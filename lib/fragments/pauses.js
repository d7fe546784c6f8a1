'use strict'

/** Milliseconds for which a source is not asked again: after the first failure, and at most. */
const FIRST_PAUSE = 100
const LONGEST_PAUSE = 5000

/** A pause is shorter by up to this fraction: what failed at the same time does not try again at the same time. */
const SPREAD = 0.2

/** The number of keys. Those of a request may be any. */
const MOST_PAUSES = 1000

/** The pauses of a source after loads that have failed, a key each. */
class Pauses {
  /** @type {Map<string, { error: unknown, tags: string[], length: number, until: number }>} */
  pauses = new Map()

  get (key) {
    const pause = this.pauses.get(key)
    return pause !== undefined && performance.now() < pause.until ? pause : undefined
  }

  /** Begins the pause after a failure: twice as long as the one before, or that of the part that has failed. */
  begin (key, error, tags) {
    const now = performance.now()
    const length = Math.min(2 * (this.pauses.get(key)?.length ?? FIRST_PAUSE / 2), LONGEST_PAUSE)
    const part = [...this.pauses.values()].find((other) => other.error === error && now < other.until)
    const pause = { error, tags, length, until: now + length * (1 - SPREAD * Math.random()) }
    this.end(key)
    this.pauses.set(key, part === undefined ? pause : { ...part, tags: [...part.tags, ...tags] })
    if (this.pauses.size > MOST_PAUSES) this.end(this.pauses.keys().next().value)
  }

  end (key) {
    this.pauses.delete(key)
  }

  /** What has failed may succeed after an invalidation. */
  endTagged (tag) {
    for (const [key, { tags }] of this.pauses) {
      if (tags.includes(tag)) this.end(key)
    }
  }
}

module.exports = { Pauses }
