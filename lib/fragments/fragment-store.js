'use strict'

const { randomBytes } = require('node:crypto')
const { endOfTurn } = require('../util/natives')
const { describeType, wrongOption } = require('../util/errors')
const { checkCall } = require('../options')
const { Breaker } = require('./breaker')
const { choose, stateInStore } = require('./comparison')
const { decodeValue, encodeValue, sha256Of } = require('./stored-value')
const { areCurrent } = require('./tokens')

/** How many times as long as a fragment its tokens live, plus the time of its load. */
const TOKEN_LIVES = 10

/**
 * The lives of other keys, in milliseconds: of the key that tries a store out; of a token that an invalidation sets.
 * When that ends, after 30 days, what named the token is loaded again.
 */
const PROBE_LIFE = 60_000
const INVALIDATED_LIFE = 30 * 24 * 3_600_000

/** The most keys of one command, which keeps Redis busy for half a millisecond. */
const MOST_KEYS = 2000

/** The fragments that several processes share. `docs/protocol.md` describes the keys and the order of operations. */
class FragmentStore {
  /** Processes of different versions of the app share only invalidations. @throws {TypeError} if it is no store */
  constructor (store, version) {
    const hasAll = (given) => ['get', 'set', 'delete'].every((name) => typeof given[name] === 'function')
    if (typeof store !== 'object' || store === null || !hasAll(store)) {
      throw wrongOption('The option "fragments.store" must be an object with get(), set() and delete(), ' +
        `such as redisStore(client) or a Keyv, got ${describeType(store)}`)
    }
    const { deadline } = checkCall('a fragment store', { deadline: store.deadline })
    this.breaker = new Breaker(deadline, () => this.tryOut(), (latency) => reportLatency(store, latency, deadline))
    this.operations = operationsOf(store, this.breaker)
    this.canAdd = this.operations.add !== undefined
    this.version = version
    this.reported = new Set()
    /** The reads of this turn. @type {{ keys: Set<string>, values: Values } | undefined} */
    this.reads = undefined
  }

  run (name, ...args) {
    return this.breaker.run(() => this.operations[name](...args))
  }

  /** Writes and reads, since a store may refuse one of them: a full one, a replica, a user without the right. */
  async tryOut () {
    const { get, getMany, set } = this.operations
    await set('probe', createId(), PROBE_LIFE)
    await get('probe')
    await getMany(['probe'])
  }

  /**
   * Compares an entry with the store, or reads the fragment.
   *
   * @param {FragmentEntry} [entry] what this process has
   * @returns {Promise<FoundInStore>}
   * @throws {import('./breaker').StoreError}
   *
   * @typedef {import('./fragment-entry').FragmentEntry} FragmentEntry
   *
   * @typedef {object} FoundInStore
   * @property {import('./tokens').Tokens} tokens the current ones of the fragment's tags, without those of its parts
   * @property {number} comparedAt when the reading of the tokens began
   * @property {string} [marker] the generation that is fresh in the store
   * @property {FragmentEntry | ReturnType<typeof decodeValue>} [value] the entry, or what the store has, if valid
   * @property {boolean} isFresh whether the value is fresh
   * @property {boolean} [isOlder] whether the store has nothing that may replace the entry, which cannot be compared
   * @property {string} [unreadable] why the value of the store, such as a long one, cannot be read
   */
  async find (key, tags, entry) {
    const hash = this.hashOf(key)
    const comparedAt = performance.now()
    const [markers, current, early] = await Promise.all([
      this.read([`marker:${hash}`]),
      this.readTokens([...new Set([...tags, ...(entry?.tokens.keys() ?? [])])]),
      entry === undefined ? this.readValue(hash) : undefined
    ])
    const marker = markers.get(`marker:${hash}`)
    const seen = { tokens: current, marker, comparedAt }
    const state = stateInStore(entry, seen)
    if (state === 'refused') this.reportRefusal(entry)
    const isUndecided = entry !== undefined && state !== 'fresh' && state !== 'refused'
    const read = isUndecided ? await this.readValue(hash) : early
    const stored = read && await this.ifValid(read, current)
    const { value, isFresh, isOlder } = choose(entry, state, seen, stored)
    const tokens = new Map(tags.map((tag) => [tag, current.get(tag)]))
    return { tokens, comparedAt, marker, value, isFresh, isOlder, unreadable: stored?.unreadable }
  }

  /** @returns {Promise<import('./comparison').StoredValue | undefined>} */
  async readValue (hash) {
    try {
      return decodeValue(await this.run('get', `value:${hash}`))
    } catch ({ message }) {
      return { unreadable: message }
    }
  }

  /** @returns the value if the store has its tokens. Reads those that are not read yet */
  async ifValid (value, current) {
    if (value.unreadable !== undefined) return value
    const missing = [...value.tokens.keys()].filter((tag) => !current.has(tag))
    if (missing.length > 0) current = new Map([...current, ...await this.readTokens(missing)])
    return areCurrent(value.tokens, current) ? value : undefined
  }

  /**
   * Compares fresh entries in one turn. With `find` for each, 5,000 hot entries take 25 to 37 % of a core instead of 16
   * to 21 (bench/fleet.js of 1.0.0 with `--only traffic`, Node 20).
   *
   * @returns {Promise<Set<FragmentEntry>>} those that are still fresh
   */
  async confirm (entries) {
    const expected = entries.map(({ key, generation, tokens }) => [
      [`marker:${this.hashOf(key)}`, generation],
      ...Array.from(tokens, ([tag, token]) => [tokenKey(tag), token])
    ])
    const values = await this.read(expected.flat().map(([key]) => key))
    return new Set(entries.filter((entry, i) =>
      expected[i].every(([key, value]) => value !== undefined && value === values.get(key))))
  }

  async readTokens (tags) {
    const keys = tags.map(tokenKey)
    const values = await this.read(keys)
    // A token that an invalidation has yet to replace does not count.
    return new Map(tags.map((tag, i) => [tag, this.breaker.retries.has(keys[i]) ? undefined : values.get(keys[i])]))
  }

  /**
   * Reads keys at the end of the turn: each once, many with one command.
   *
   * @returns {Values}
   *
   * @typedef {Promise<Map<string, string | undefined>>} Values by key
   */
  read (keys) {
    this.reads ??= { keys: new Set(), values: endOfTurn().then(() => this.readNow()) }
    for (const key of keys) this.reads.keys.add(key)
    return this.reads.values
  }

  async readNow () {
    const keys = [...this.reads.keys]
    this.reads = undefined
    const commands = []
    for (let start = 0; start < keys.length; start += MOST_KEYS) {
      commands.push(this.run('getMany', keys.slice(start, start + MOST_KEYS)))
    }
    const values = (await Promise.all(commands)).flat()
    return new Map(keys.map((key, index) => [key, values[index]]))
  }

  /** Creates the tokens that the store does not have. @returns {Promise<import('./tokens').Tokens>} */
  async createTokens (tokens, { ttl, stale, loadTimeout }) {
    // Longer than the load of what the fragment is a part of, which would never be valid otherwise.
    const life = TOKEN_LIVES * (ttl + stale) + loadTimeout
    const created = async ([tag, token]) => [tag, token ?? await this.createToken(tokenKey(tag), life)]
    return new Map(await Promise.all(Array.from(tokens, created)))
  }

  async createToken (key, life) {
    const token = createId()
    if (!this.canAdd) await this.run('set', key, token, life)
    else if (await this.run('add', key, token, life)) return token
    // Another process may have been first. A store without any token refuses writes.
    return await this.run('get', key) ?? this.breaker.run(() => { throw new Error('add() has added nothing') })
  }

  /**
   * Makes all fragments that have the tag invalid. @throws {StoreError} if the store does not take it at once
   *
   * @param {() => void} onReplaced is called once the store has taken it
   */
  async replaceToken (tag, onReplaced) {
    const key = tokenKey(tag)
    await this.breaker.retry(key, async () => {
      // Each attempt sets a new token: what was loaded with an earlier one may be older than a later invalidation.
      await this.operations.set(key, createId(), INVALIDATED_LIFE)
      onReplaced()
    })
  }

  /**
   * Writes a loaded fragment: first the value, which lives for `life`, then the marker, which says that it is fresh.
   * `before` is the marker so far.
   *
   * @returns {Promise<boolean>} false, if another process has written meanwhile: its load may have begun later
   */
  async write ({ key, generation, tokens, isFresh, freshUntil, bytes }, life, before) {
    const hash = this.hashOf(key)
    const ttl = freshUntil - performance.now()
    const marker = await this.run('get', `marker:${hash}`)
    if (marker !== undefined && marker !== before) return false
    await this.run('set', `value:${hash}`, encodeValue(bytes, { generation, tokens }), Math.ceil(life))
    if (isFresh) await this.run('set', `marker:${hash}`, generation, Math.ceil(ttl))
    return true
  }

  /** Says once for each name why a fragment is in this process only. */
  reportRefusal ({ kind, key, byteLength, refusal }) {
    if (this.reported.has(kind)) return
    this.reported.add(kind)
    const message = `The fragment store has not taken the fragment ${key} of ${byteLength} bytes: ${refusal.reason}. ` +
      'Each process loads it for itself'
    process.emitWarning(message, { code: 'BUFFERED_RENDER_STORE' })
  }

  hashOf (key) {
    return sha256Of(JSON.stringify([this.version, key]))
  }
}

/** The operations of a store, within the deadline. `add` is undefined if it has none. */
function operationsOf (store, breaker) {
  const within = (name) =>
    typeof store[name] === 'function' ? (...args) => breaker.inTime(store[name](...args)) : undefined
  const [get, set, add] = ['get', 'set', 'add'].map(within)
  const getMany = within('getMany') ?? ((keys) => breaker.inTime(Promise.all(keys.map((key) => store.get(key)))))
  const setSafely = async (key, ...args) => {
    const before = add === undefined ? await get(key) : undefined
    // Keyv gives false for an error.
    if (await set(key, ...args) === false) throw new Error('set() gave false')
    // Keyv with @keyv/redis gives true for an error.
    if (add === undefined && await get(key) === before) throw new Error('set() has changed nothing')
  }
  return { get, getMany, add, set: setSafely, delete: within('delete') }
}

function reportLatency (store, latency, deadline) {
  const message = `The fragment store (${store.constructor?.name}) is not used, since it takes ` +
    `${Math.round(latency)} ms to answer, more than its deadline of ${deadline} ms. ` +
    'Bring it nearer, or give it a longer "deadline"'
  process.emitWarning(message, { code: 'BUFFERED_RENDER_STORE' })
}

/** The version is not part of it: old and new processes of a deploy invalidate for each other. */
function tokenKey (tag) {
  return `token:${sha256Of(tag)}`
}

function createId () {
  return randomBytes(12).toString('base64url')
}

module.exports = { FragmentStore, createId }
