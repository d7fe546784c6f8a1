'use strict'

const { AsyncLocalStorage } = require('node:async_hooks')
const { checkCall } = require('../options')
const { libraryOf } = require('./redis-clients')

/** The attempt of a client that is or was connected, or failed to connect. A promise would keep a request. */
const OVER = {}

/**
 * Keeps fragments in Redis, with the interface `FragmentStore` of `types/index.d.ts`. In a cluster, commands have one
 * key each; the clients send those of one turn of the event loop together.
 */
class RedisStore {
  #client
  #library
  #prefix
  /** Whether the store has to connect the client. One that is closed later was closed by the app, and stays so. */
  #connects
  /** The present attempt to connect, by the store or client; later `OVER`. @type {Promise<void> | {} | undefined} */
  #attempt
  #endAttempt = () => {}
  #inContext = AsyncLocalStorage.snapshot()
  /** The last error of the connection. */
  #error

  constructor (client, prefix, deadline) {
    this.deadline = deadline
    this.#client = client
    this.#library = libraryOf(client)
    this.#prefix = prefix
    this.#connects = this.#library.isClosed(client)
    if (this.#library.isReady(client)) this.#attempt = OVER
    // In a cluster, keys of several slots are an error.
    if (!this.#library.isCluster(client)) this.getMany = (keys) => this.#getMany(keys)
    for (const event of ['connect', 'ready']) client.on(event, () => this.#library.isReady(client) && this.#succeed())
    client.on('end', () => this.#endAttempt())
    // Without a listener, the clients of `redis` end the process when they lose their connection.
    client.on('error', (error) => this.#fail(error))
    // Later, for an app that calls `client.connect` itself in this turn.
    process.nextTick(() => this.#connect())
  }

  async get (key) {
    await this.#connected()
    // Clients of `redis` with a `typeMapping` give Buffers.
    return (await this.#client.get(this.#prefix + key))?.toString()
  }

  async set (key, value, ttl) {
    await this.#connected()
    await this.#library.set(this.#client, this.#prefix + key, value, wholeMs(ttl))
    return true
  }

  async add (key, value, ttl) {
    await this.#connected()
    return await this.#library.add(this.#client, this.#prefix + key, value, wholeMs(ttl)) !== null
  }

  async delete (key) {
    await this.#connected()
    return await this.#client.del(this.#prefix + key) > 0
  }

  async #getMany (keys) {
    await this.#connected()
    const values = await this.#library.getMany(this.#client, keys.map((key) => this.#prefix + key))
    return values.map((value) => value?.toString())
  }

  /**
   * Left to themselves, the clients keep the commands for a lost connection and send them when it is back. What is
   * written minutes late would be taken for fresh, so only the first attempt to connect is waited for.
   *
   * @returns {Promise<void>} rejected if the client is not connected
   */
  async #connected () {
    this.#connect()
    await this.#attempt
    if (!this.#library.isReady(this.#client)) throw new Error('Redis is not connected', { cause: this.#error })
  }

  /** Clusters of `redis` do not try again by themselves if no node answers the first time: the next command does. */
  #connect () {
    const isClosed = this.#library.isClosed(this.#client)
    if (isClosed ? !this.#connects : this.#attempt !== undefined) return
    if (this.#attempt !== undefined && this.#attempt !== OVER) return
    this.#attempt = new Promise((resolve) => {
      this.#endAttempt = () => {
        this.#attempt = OVER
        resolve()
      }
    })
    if (!isClosed) return
    // A connection outlives the request whose command begins it.
    this.#inContext(() => this.#client.connect().then(() => this.#succeed(), (error) => this.#fail(error)))
  }

  #succeed () {
    this.#connects = false
    this.#endAttempt()
  }

  #fail (error) {
    this.#error = error
    this.#endAttempt()
  }
}

/** Redis takes whole milliseconds, one at least, and less than 2 ** 63 since 1970. */
function wholeMs (ttl) {
  return Math.min(Math.max(1, Math.ceil(ttl)), Number.MAX_SAFE_INTEGER)
}

/** See `types/index.d.ts`. */
function redisStore (client, options) {
  const { prefix, deadline } = checkCall('redisStore', options)
  return new RedisStore(client, prefix, deadline)
}

module.exports = { redisStore }
