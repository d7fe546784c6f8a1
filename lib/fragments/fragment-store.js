'use strict'

const { randomBytes } = require('node:crypto')
const { clearInterval, setInterval } = require('node:timers')
const { setImmediate } = require('node:timers/promises')
const { GuardedStore, StoreError } = require('./guarded-store')
const { decode, digestOf, encode } = require('./stored-value')
const { areCurrent, areKnown } = require('./tokens')

/** How many times as long as a fragment its tokens live, besides its load. */
const TOKEN_LIVES = 10

/** The life of the lock of a load, in milliseconds. Its owner renews it in half of that time. */
const LOCK_LIFE = 2000

/** The life of a token that an invalidation sets, in milliseconds: 30 days. When it ends, what named it is loaded again. */
const INVALIDATED_LIFE = 30 * 24 * 3_600_000

/** The most keys of one command: it occupies Redis for half a millisecond. */
const MOST_KEYS = 2000

/**
 * The fragments that several processes share. `docs/fragments.md` describes the keys and the order of operations.
 */
class FragmentStore {
  /** @param {string} version of the app: processes of different versions share no fragments, only invalidations */
  constructor (store, version) {
    this.guarded = new GuardedStore(store)
    this.version = version
    /** The reads of this turn of the event loop. @type {{ keys: Set<string>, values: Promise<Map<string, string | undefined>> } | undefined} */
    this.reads = undefined
  }

  /**
   * Compares an entry with the store, or reads the fragment.
   *
   * @param {string[]} tags of the fragment itself
   * @param {import('./entry').Entry} [entry] what this process has
   * @returns {Promise<Found>}
   * @throws {StoreError}
   *
   * @typedef {object} Found
   * @property {import('./tokens').Tokens} tokens current ones of the fragment's own tags
   * @property {number} comparedAt when reading them began
   * @property {import('./entry').Entry | Stored} [value] the entry, or the value of the store, if it is valid
   * @property {boolean} isFresh whether the value is fresh
   * @property {string} [marker] the generation that is fresh in the store
   * @property {boolean} [isOlder] whether the store has nothing that may replace the entry, which cannot be compared
   *
   * @typedef {{ bytes: Buffer, generation: string, tokens: import('./tokens').Tokens }} Stored
   */
  async find (key, tags, entry) {
    const comparedAt = performance.now()
    const hash = this.hashOf(key)
    const names = [...new Set([...tags, ...(entry?.tokens.keys() ?? [])])]
    const [markers, text, current] = await Promise.all([
      this.read([`marker:${hash}`]),
      entry === undefined ? this.guarded.get(`value:${hash}`) : undefined,
      this.readTokens(names)
    ])
    const marker = markers.get(`marker:${hash}`)
    const found = { tokens: new Map(tags.map((tag) => [tag, current.get(tag)])), comparedAt, marker, isFresh: false, value: undefined }
    if (entry !== undefined && marker === entry.generation && areCurrent(entry.tokens, current)) return { ...found, value: entry, isFresh: true }

    const stored = decode(entry === undefined ? text : await this.guarded.get(`value:${hash}`))
    if (stored === undefined || !await this.isCurrent(stored, current)) return found
    if (entry !== undefined && !entry.isStored && stored.generation !== entry.generation) {
      const isCurrent = areCurrent(entry.tokens, current)
      entry.before ??= stored.generation
      if (stored.generation === entry.before && (isCurrent || !areKnown(entry.tokens))) {
        return isCurrent && comparedAt < entry.staleUntil ? { ...found, value: entry } : { ...found, isOlder: true }
      }
    }
    const value = stored.generation === entry?.generation ? entry : stored
    return { ...found, value, isFresh: marker === stored.generation }
  }

  /** @returns {Promise<boolean>} whether the store has the tokens of a value. Those that are not read yet are read. */
  async isCurrent ({ tokens }, current) {
    const missing = [...tokens.keys()].filter((tag) => !current.has(tag))
    if (missing.length > 0) current = new Map([...current, ...await this.readTokens(missing)])
    return areCurrent(tokens, current)
  }

  /**
   * Compares fresh entries with the store, all at once.
   *
   * @returns {Promise<Set<import('./entry').Entry>>} those that are still fresh
   */
  async confirm (entries) {
    const expected = entries.map(({ key, generation, tokens }) => [
      [`marker:${this.hashOf(key)}`, generation],
      ...Array.from(tokens, ([tag, token]) => [tokenKey(tag), token])
    ])
    const values = await this.read(expected.flat().map(([key]) => key))
    return new Set(entries.filter((entry, i) => expected[i].every(([key, value]) => value !== undefined && value === values.get(key))))
  }

  /** @returns {Promise<import('./tokens').Tokens>} */
  async readTokens (tags) {
    const keys = tags.map(tokenKey)
    const values = await this.read(keys)
    // What an invalidation is to replace yet is no token for this process.
    return new Map(tags.map((tag, index) => [tag, this.guarded.unfinished.has(keys[index]) ? undefined : values.get(keys[index])]))
  }

  /**
   * Reads markers and tokens, at the end of the turn: each key once, many in one command.
   *
   * @returns {Promise<Map<string, string | undefined>>} key → value, also of the other reads of the turn
   */
  read (keys) {
    if (this.reads === undefined) {
      const all = new Set()
      this.reads = { keys: all, values: setImmediate().then(() => this.readNow([...all])) }
    }
    for (const key of keys) this.reads.keys.add(key)
    return this.reads.values
  }

  async readNow (keys) {
    this.reads = undefined
    const commands = []
    for (let start = 0; start < keys.length; start += MOST_KEYS) commands.push(this.guarded.getMany(keys.slice(start, start + MOST_KEYS)))
    const values = (await Promise.all(commands)).flat()
    return new Map(keys.map((key, index) => [key, values[index]]))
  }

  /**
   * Creates the tokens that the store does not have.
   *
   * @returns {Promise<import('./tokens').Tokens>}
   */
  async createTokens (tokens, { ttl, stale, loadTimeout }) {
    if (areKnown(tokens)) return tokens
    // Longer than the load of what the fragment is a part of, which would never be valid otherwise.
    const life = TOKEN_LIVES * (ttl + stale) + loadTimeout
    const entries = Array.from(tokens, async ([tag, token]) => [tag, token ?? await this.createToken(tag, life)])
    return new Map(await Promise.all(entries))
  }

  async createToken (tag, life) {
    const token = createId()
    const key = tokenKey(tag)
    if (!this.guarded.canAdd) await this.guarded.set(key, token, life)
    else if (await this.guarded.add(key, token, life)) return token
    // Another process may have been first.
    return this.guarded.get(key)
  }

  /**
   * Makes all fragments that have the tag invalid.
   *
   * @throws {StoreError} if the store does not take it at once. It is repeated in the background until it does
   */
  async replaceToken (tag) {
    const key = tokenKey(tag)
    // Each attempt has a token of its own: what was loaded with that of an earlier one may be older than a later invalidation.
    await this.guarded.ensure(key, () => this.guarded.setNow(key, createId(), INVALIDATED_LIFE))
  }

  /**
   * Takes the lock of a load, and renews it until it is given back. It saves loads, and guarantees nothing.
   *
   * @returns {Promise<Lock | undefined>} undefined if another process has it
   *
   * @typedef {{ name: string, owner: string, until: number, timer: NodeJS.Timeout | undefined }} Lock `until` it expires, at the earliest
   */
  async lock (key, tokens) {
    const name = `lock:${digestOf(this.hashOf(key) + JSON.stringify([...tokens]))}`
    const lock = { name, owner: createId(), until: performance.now() + LOCK_LIFE, timer: undefined }
    try {
      if (!await this.guarded.add(name, lock.owner, LOCK_LIFE)) return undefined
    } catch (error) {
      // The store may have taken it late.
      this.unlock(lock)
      throw error
    }
    lock.timer = setInterval(() => this.ifOwn(lock, () => lock.timer && this.renew(lock)), LOCK_LIFE / 2)
    lock.timer.unref()
    return lock
  }

  async renew (lock) {
    const until = performance.now() + LOCK_LIFE
    await this.guarded.set(lock.name, lock.owner, LOCK_LIFE)
    lock.until = until
  }

  /** Deletes a lock in the background. */
  unlock (lock) {
    clearInterval(lock.timer)
    lock.timer = undefined
    this.ifOwn(lock, () => this.guarded.delete(lock.name))
  }

  /** Changes a lock, unless it has expired, and another process may have it. If the store fails, it expires. */
  async ifOwn ({ name, owner }, change) {
    const start = performance.now()
    try {
      const isOwn = await this.guarded.get(name) === owner
      // A process that was stopped meanwhile may have lost it since.
      if (isOwn && performance.now() - start < LOCK_LIFE / 2) await change()
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
    }
  }

  /**
   * Writes an entry: first the value, then the marker, which says that it is fresh.
   *
   * @param {number} ttl of the marker, in milliseconds
   * @param {number} life of the value, in milliseconds
   * @param {string} [before] the marker before the load
   * @returns {Promise<boolean>} false, if another process has written meanwhile: its load may have begun later
   */
  async write ({ key, generation, tokens, isFresh, fragment }, ttl, life, before) {
    const hash = this.hashOf(key)
    const marker = await this.guarded.get(`marker:${hash}`)
    if (marker !== undefined && marker !== before) return false
    await this.guarded.set(`value:${hash}`, encode(fragment.bytes, { generation, tokens }), Math.ceil(life))
    if (isFresh) await this.guarded.set(`marker:${hash}`, generation, Math.ceil(ttl))
    return true
  }

  hashOf (key) {
    return digestOf(JSON.stringify([this.version, key]))
  }
}

/** The version is no part of it: old and new processes of a deploy invalidate for each other. */
function tokenKey (tag) {
  return `token:${digestOf(tag)}`
}

/** @returns {string} a random text */
function createId () {
  return randomBytes(12).toString('base64url')
}

module.exports = { FragmentStore, createId }
