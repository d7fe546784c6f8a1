'use strict'

const { randomBytes } = require('node:crypto')
const { GuardedStore } = require('./guarded-store')
const { decode, digestOf, encode } = require('./stored-value')
const { areCurrent, areKnown } = require('./tokens')

/** How many times as long as a fragment its tokens live. */
const TOKEN_LIVES = 10

/** The life of a token that an invalidation sets, in milliseconds: 30 days. When it ends, what named it is loaded again. */
const INVALIDATED_LIFE = 30 * 24 * 3_600_000

/**
 * The fragments that several processes share. `docs/fragments.md` describes the keys and the order of operations.
 */
class FragmentStore {
  /**
   * @param {import('./guarded-store').Store} store
   * @param {string} version of the app: processes of different versions share no fragments, only invalidations
   */
  constructor (store, version) {
    this.guarded = new GuardedStore(store)
    this.version = version
  }

  get isAway () {
    return this.guarded.isAway
  }

  get canLock () {
    return this.guarded.canAdd
  }

  /**
   * Compares an entry with the store, or reads the fragment.
   *
   * @param {string} key
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
   *
   * @typedef {{ bytes: Buffer, generation: string, tokens: import('./tokens').Tokens }} Stored
   */
  async find (key, tags, entry) {
    const comparedAt = performance.now()
    const hash = this.hashOf(key)
    const names = [...new Set([...tags, ...(entry?.tokens.keys() ?? [])])]
    const [marker, text, current] = await Promise.all([
      this.guarded.get(`marker:${hash}`),
      entry === undefined ? this.guarded.get(`value:${hash}`) : undefined,
      this.readTokens(names)
    ])
    const found = { tokens: new Map(tags.map((tag) => [tag, current.get(tag)])), comparedAt, isFresh: false, value: undefined }
    if (entry !== undefined && marker === entry.generation && areCurrent(entry.tokens, current)) return { ...found, value: entry, isFresh: true }

    const stored = decode(entry === undefined ? text : await this.guarded.get(`value:${hash}`))
    if (stored === undefined || !await this.isCurrent(stored, current)) return found
    const value = stored.generation === entry?.generation ? entry : stored
    return { ...found, value, isFresh: marker === stored.generation }
  }

  /** @returns {Promise<boolean>} whether the store has the tokens of a value. Those that are not read yet are read. */
  async isCurrent ({ tokens }, current) {
    const missing = [...tokens.keys()].filter((tag) => !current.has(tag))
    if (missing.length > 0) current = new Map([...current, ...await this.readTokens(missing)])
    return areCurrent(tokens, current)
  }

  /** @returns {Promise<import('./tokens').Tokens>} */
  async readTokens (tags) {
    const tokens = await Promise.all(tags.map((tag) => this.guarded.get(tokenKey(tag))))
    return new Map(tags.map((tag, index) => [tag, tokens[index]]))
  }

  /**
   * Creates the tokens that the store does not have.
   *
   * @param {import('./tokens').Tokens} tokens
   * @param {number} life of the fragment, in milliseconds
   * @returns {Promise<import('./tokens').Tokens>}
   */
  async createTokens (tokens, life) {
    if (areKnown(tokens)) return tokens
    const entries = Array.from(tokens, async ([tag, token]) => [tag, token ?? await this.createToken(tag, TOKEN_LIVES * life)])
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
   * Takes the lock of a load. It saves loads, and guarantees nothing.
   *
   * @returns {Promise<string | undefined>} its key, if this process has it now
   */
  async lock (key, tokens, timeout) {
    const name = `lock:${digestOf(this.hashOf(key) + JSON.stringify([...tokens]))}`
    try {
      return await this.guarded.add(name, '', timeout) ? name : undefined
    } catch (error) {
      // The store may have taken it late.
      this.unlock(name)
      throw error
    }
  }

  /** Deletes a lock in the background. */
  unlock (name) {
    this.guarded.ensure(name, () => this.guarded.deleteNow(name)).catch(() => {})
  }

  /**
   * Writes an entry: first the value, then the marker, which says that it is fresh.
   *
   * @param {import('./entry').Entry} entry
   * @param {number} ttl of the marker, in milliseconds
   * @param {number} life of the value, in milliseconds
   */
  async write ({ key, generation, tokens, isFresh, fragment }, ttl, life) {
    const hash = this.hashOf(key)
    await this.guarded.set(`value:${hash}`, encode(fragment.bytes, { generation, tokens }), Math.ceil(life))
    if (isFresh) await this.guarded.set(`marker:${hash}`, generation, Math.ceil(ttl))
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
