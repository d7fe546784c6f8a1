'use strict'

const { channel } = require('node:diagnostics_channel')
const { StoreError } = require('./breaker')
const { FragmentEntry } = require('./fragment-entry')
const { isConfirmed, stateOf } = require('./freshness')
const { Load } = require('./load')
const { withoutTokens } = require('./tokens')

/** The most lookups or loads of a fragment for one call, if invalidations overtake them. */
const MOST_ATTEMPTS = 3

/** Publishes what is not found in this process: `{ name, args, outcome, duration, error }`. */
const outcomes = channel('buffered-render:fragment')

/** A call of a fragment that this process does not have, or has to compare with the store. */
class Call {
  constructor (fragments, definition, args, key) {
    this.fragments = fragments
    this.definition = definition
    this.args = args
    this.key = key
  }

  /**
   * A caller gets an entry only if its tokens were compared with the store's no more than a second before the call
   * began, and before the load ended. Otherwise they are compared now.
   */
  async pagePromise () {
    const { invalidations } = this.fragments
    const parent = Load.current
    const start = performance.now()
    for (let attempt = 1; ; attempt++) {
      const entry = await this.entry(parent)
      // What is in the cache has been deleted there if it is old.
      const isOld = entry.cache === undefined && invalidations.isAfter(entry.began, entry.tokens.keys())
      if (attempt === MOST_ATTEMPTS || (!isOld && isConfirmed(entry, start, this.fragments.breaker))) {
        parent?.addPart(entry)
        return entry.page
      }
    }
  }

  /** Looks the fragment up, or loads it. @param {Load} [parent] the load that waits for it */
  async entry (parent) {
    const { breaker, cache, counts, isWithoutStore, loads, pauses } = this.fragments
    const known = cache.get(this.key)
    if (known !== undefined && !isWithoutStore && stateOf(known, performance.now(), breaker) === 'stale') {
      return this.reportStale(known)
    }

    const isLoading = known === undefined && this.fragments.joinable(loads, this.key) !== undefined
    const found = isLoading ? {} : await this.lookUp()
    if (found.entry?.isFresh) return found.entry
    const pause = pauses.get(this.key)
    let load = this.fragments.joinable(loads, this.key)
    if (load !== undefined) counts.waits++
    else if (pause === undefined) {
      counts.misses++
      load = new Load(this, found)
      this.fragments.share(loads, load, () => this.definition.inContext(() => load.run()))
    }
    if (found.entry !== undefined) return this.reportStale(found.entry)
    if (load === undefined) throw pause.error
    return parent === undefined ? load.result : parent.waitFor(load)
  }

  reportStale (entry) {
    this.fragments.counts.stale++
    this.publish('stale')
    return entry
  }

  /** Calls at the same time share one lookup, in the async context of the definition. @returns {Promise<Found>} */
  async lookUp () {
    const { definition, fragments, fragments: { invalidations, lookups }, key } = this
    const joined = fragments.joinable(lookups, key)
    if (joined !== undefined) return joined.result
    const tags = definition.inContext(() => definition.tagsOf(key, this.args))
    const lookup = { key, tags, began: invalidations.number, result: undefined }
    return fragments.share(lookups, lookup, () => definition.inContext(() => this.readEntry(tags)))
  }

  /**
   * @param {string[]} tags those of the fragment
   * @returns {Promise<Found>} the entry, if it is fresh or stale; else what a load needs
   *
   * @typedef {import('./fragment-store').FoundInStore & { entry?: FragmentEntry, isWithoutStore?: boolean }} Found
   *   without the store if it was not there, or has failed
   */
  async readEntry (tags) {
    const { cache, invalidations: { number: began }, store } = this.fragments
    const known = cache.get(this.key)
    if (this.fragments.isWithoutStore) return findWithoutStore(tags, known)
    try {
      const { value, ...found } = await store.find(this.key, tags, known)
      if (value === undefined && !found.isOlder && known?.cache !== undefined) cache.delete(this.key)
      return { ...found, entry: value && await this.toEntry(value, found, began) }
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      // An entry that was not compared is served only while the store is away.
      return findWithoutStore(tags, this.fragments.isWithoutStore ? cache.get(this.key) : undefined)
    }
  }

  async toEntry (value, { isFresh, comparedAt }, began) {
    const { cache, counts, invalidations } = this.fragments
    let entry = value
    if (!(value instanceof FragmentEntry)) {
      entry = await FragmentEntry.create(value.bytes, this, { ...value, isFresh, began, confirmedAt: comparedAt })
      entry.isStored = true
      counts.store++
      this.publish('store')
    }
    entry.confirm(comparedAt, isFresh, this.definition.ttl)
    entry.began = began
    if (entry.cache === undefined && !invalidations.isAfter(began, entry.tokens.keys())) cache.add(entry)
    return entry
  }

  publish (outcome, details) {
    if (outcomes.hasSubscribers) outcomes.publish({ name: this.definition.name, args: this.args, outcome, ...details })
  }
}

/** @returns {Found} what a process finds without the store, by its clock */
function findWithoutStore (tags, known) {
  const now = performance.now()
  const state = known === undefined ? 'gone' : stateOf(known, now)
  if (known !== undefined) known.isFresh = state === 'fresh'
  const entry = state === 'gone' ? undefined : known
  return { entry, tokens: withoutTokens(tags), comparedAt: now, isWithoutStore: true }
}

module.exports = { Call }
