'use strict'

const { AsyncLocalStorage } = require('node:async_hooks')
const { setTimeout, clearTimeout } = require('node:timers')
const { describeType } = require('../describe-type')
const { inOwnMemory } = require('../page/own-memory')
const { Rendered } = require('../page/rendered')
const { CachedFragment } = require('./cached-fragment')
const { addTokens } = require('./tokens')

/** The load whose function runs. @type {AsyncLocalStorage<Load>} */
const running = new AsyncLocalStorage()

/** A load under way. It collects what the fragment is made of. */
class Load {
  /**
   * @param {string} key of the fragment
   * @param {string[]} tags of the fragment itself
   * @param {Load} [parent] the load that this one is a part of, if it belongs to no other
   * @throws {Error} if the fragment is among its parents
   */
  constructor (key, tags, parent) {
    this.key = key
    this.tags = tags
    /** The tags that this process has invalidated since the load began. @type {Set<string>} */
    this.invalidated = new Set()
    this.parent = parent
    for (let load = parent; load !== undefined; load = load.parent) {
      if (load.key === key) throw cycle(load, parent)
    }
    /** The tokens of the parts. @type {import('./tokens').Tokens} */
    this.tokens = new Map()
    /** Whether no part is stale. */
    this.isFresh = true
    /** When the parts were confirmed: the oldest of them. */
    this.confirmedAt = Infinity
    /** The loads of parts that this one waits for. @type {Set<Load>} */
    this.awaited = new Set()
    /** @type {Promise<import('./entry').Entry> | undefined} */
    this.entry = undefined
  }

  /** The load that the current code runs in. @type {Load | undefined} */
  static get current () {
    return running.getStore()
  }

  /** Adds a part: a fragment that the function has got, or that its page contains. */
  take (entry) {
    addTokens(this.tokens, entry.tokens)
    this.isFresh &&= entry.isFresh
    this.confirmedAt = Math.min(this.confirmedAt, entry.confirmedAt)
  }

  /**
   * Waits for the load of a part.
   *
   * @returns {Promise<import('./entry').Entry>}
   * @throws {Error} if the part waits for this load
   */
  async wait (part) {
    if (part.waitsFor(this)) throw cycle(this, part)
    this.awaited.add(part)
    try {
      return await part.entry
    } finally {
      this.awaited.delete(part)
    }
  }

  waitsFor (load) {
    return this === load || [...this.awaited].some((part) => part.waitsFor(load))
  }

  /**
   * Runs the function of a definition, in the async context of the definition.
   *
   * @returns {Promise<CachedFragment>}
   * @throws {TypeError} if the function gives no page
   * @throws {Error} if it takes too long
   * @throws errors of the function
   */
  async run (definition, args) {
    const page = await withinTime(() => definition.run(() => running.run(this, async () => definition.load(...args))), definition.loadTimeout, this.key)
    if (!(page instanceof Rendered)) throw new TypeError(`The fragment ${this.key} expects html\`…\`, a rendered view or html.raw(text) from its function, got ${describeType(page)}`)
    for (const chunk of page.chunks) {
      if (chunk instanceof CachedFragment) this.take(chunk.entry)
    }
    return CachedFragment.create(inOwnMemory(page.toBuffer()), definition.name)
  }
}

function cycle (load, part) {
  return new Error(`The fragment ${load.key} contains ${part.key === load.key ? 'itself' : `${part.key}, which contains ${load.key}`}: each would wait for the other`)
}

/** @throws {Error} if it takes longer than `time` milliseconds; its result is thrown away then */
async function withinTime (start, time, key) {
  let timer
  const late = new Promise((resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`The fragment ${key} was not loaded within ${time} ms, its loadTimeout`)), time)
  })
  try {
    return await Promise.race([start(), late])
  } finally {
    clearTimeout(timer)
  }
}

module.exports = { Load }
