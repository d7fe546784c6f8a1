'use strict'

const { AsyncLocalStorage } = require('node:async_hooks')
const { wrongArgument, wrongOption } = require('../util/errors')
const { checkCall } = require('../options')

/** Lifetimes vary by up to this fraction of the `ttl`, so that what was loaded together does not expire together. */
const SPREAD = 0.1

/** How many ms a fragment made of a stale one is served without a store: else each call would load it. */
const STALE_TTL = 1000

/** The prefix of an app's tags, so that none of them is the key of a fragment. */
const TAG_PREFIX = '#'

/** A fragment that `renderer.cached` defines: its name, its lifetime and the function that loads it. */
class Definition {
  constructor (name, options, load, render) {
    if (typeof name !== 'string' || name === '') throw wrongArgument('cached() expects a name for the fragment', name)
    const { ttl, stale, loadTimeout, tags, view } = checkCall('cached', options)
    if (typeof load !== 'function' && (view === undefined || load !== undefined)) {
      const given = view === undefined ? 'the page' : 'the locals of the view'
      throw wrongArgument(`cached("${name}") expects a function that gives ${given}`, load)
    }
    if (ttl === undefined) throw wrongOption(`cached("${name}") expects the option "ttl", in milliseconds`)
    Object.assign(this, { name, ttl, stale, loadTimeout, tags })
    this.load = view === undefined ? load : async (...args) => render(view, await load?.(...args))
    /** Runs a function in the async context of the definition, not of a request. */
    this.inContext = AsyncLocalStorage.snapshot()
    this.prefix = JSON.stringify(name)
  }

  /** Joins name and arguments. @throws {TypeError} if an argument is no string, finite number, boolean or null */
  keyOf (args) {
    for (const arg of args) {
      if (typeof arg !== 'string' && typeof arg !== 'boolean' && arg !== null && !Number.isFinite(arg)) {
        const number = typeof arg === 'number' ? arg : undefined
        throw wrongArgument(`The fragment "${this.name}" takes strings, finite numbers, booleans and null`, arg, number)
      }
    }
    return this.prefix + JSON.stringify(args)
  }

  /** Gives the tags of the fragment; the key is the first. @throws {TypeError} if `tags` gives no array of strings */
  tagsOf (key, args) {
    const tags = this.tags?.(...args) ?? []
    if (!Array.isArray(tags) || !tags.every((tag) => typeof tag === 'string')) {
      throw wrongOption(`The option "tags" of the fragment "${this.name}" must give an array of strings`)
    }
    return [key, ...tags.map((tag) => TAG_PREFIX + tag)]
  }

  get shortestTtl () {
    return this.ttl * (1 - SPREAD)
  }

  /** Gives the lifetime of a fragment that is loaded now. It is not fresh if it was made of a stale one. */
  lifetime (isFresh) {
    const now = performance.now()
    const ttl = isFresh ? this.ttl * (1 + SPREAD * (2 * Math.random() - 1)) : Math.min(this.ttl, STALE_TTL)
    return { freshUntil: now + ttl, staleUntil: now + ttl + this.stale }
  }
}

function tagOf (tag) {
  if (typeof tag !== 'string' || tag === '') throw wrongArgument('invalidate() expects a tag', tag)
  return TAG_PREFIX + tag
}

module.exports = { Definition, tagOf }
