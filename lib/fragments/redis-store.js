'use strict'

const { checkCall } = require('../options')
const { libraryOf } = require('./redis-clients')

/**
 * Keeps fragments in Redis, with the interface `FragmentStore` of `types/index.d.ts`. In a cluster, commands have one key
 * each; the clients send those of one turn of the event loop together.
 */
class RedisStore {
  #client
  #library
  #prefix
  /** Whether the store has to connect the client. One that is closed later was closed by the app, and stays so. */
  #connects
  /** Whether no attempt to connect is over yet. */
  #untried
  /** @type {Promise<void> | undefined} fulfilled when the present attempt is over */
  #attempt
  #endAttempt = () => {}
  /** The last error of the connection. */
  #error

  /**
   * @param {string} prefix of all keys
   * @param {number} [deadline] for one operation, in milliseconds
   */
  constructor (client, prefix, deadline) {
    this.deadline = deadline
    this.#client = client
    this.#library = libraryOf(client)
    this.#prefix = prefix
    this.#connects = this.#library.isClosed(client)
    this.#untried = !this.#library.isReady(client)
    // In a cluster, keys of several slots are an error.
    if (!this.#library.isCluster(client)) this.getMany = (keys) => this.#getMany(keys)
    this.#listen()
    // Later, for an app that calls `client.connect` itself in this turn.
    process.nextTick(() => this.#connect())
  }

  async get (key) {
    await this.#connected()
    return await this.#client.get(this.#prefix + key) ?? undefined
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
    return values.map((value) => value ?? undefined)
  }

  #listen () {
    const endIfReady = () => {
      if (!this.#library.isReady(this.#client)) return
      this.#connects = false
      this.#endAttempt()
    }
    this.#client.on('connect', endIfReady)
    this.#client.on('ready', endIfReady)
    this.#client.on('end', () => this.#endAttempt())
    // Without a listener, the clients of `redis` end the process when they lose their connection.
    this.#client.on('error', (error) => this.#fail(error))
  }

  #fail (error) {
    this.#error = error
    this.#endAttempt()
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
    if (this.#attempt !== undefined || !(isClosed ? this.#connects : this.#untried)) return

    this.#attempt = new Promise((resolve) => { this.#endAttempt = resolve }).then(() => {
      this.#attempt = undefined
      this.#untried = false
    })
    if (!isClosed) return

    this.#client.connect().then(() => {
      this.#connects = false
      this.#endAttempt()
    }, (error) => this.#fail(error))
  }
}

/** Redis takes whole milliseconds, one at least. */
function wholeMs (ttl) {
  return Math.max(1, Math.ceil(ttl))
}

/**
 * Makes a store for cached fragments of a client of `redis` 4 or later, `ioredis` or `iovalkey`, see `types/index.d.ts`.
 *
 * @throws {TypeError} for anything but such a client, an unknown option or a bad value
 */
function redisStore (client, options) {
  const { prefix = 'buffered-render:', deadline } = checkCall('redisStore', options)
  return new RedisStore(client, prefix, deadline)
}

module.exports = { redisStore }
