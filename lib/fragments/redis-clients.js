'use strict'

const { describeType, wrongArgument } = require('../util/errors')

/**
 * What the client libraries do differently. Each serves single clients, sentinels and clusters. A client that is ready
 * can send a command now; one that is closed is neither connected nor connecting; `add` gives null if the key exists.
 *
 * @typedef {typeof ioredis} Library
 */
const ioredis = {
  isReady: (client) => client.status === 'ready',
  isClosed: (client) => client.status === 'wait' || client.status === 'end',
  isCluster: (client) => client.isCluster,
  getMany: (client, keys) => client.mget(keys),
  set: (client, key, value, ms) => client.set(key, value, 'PX', ms),
  add: (client, key, value, ms) => client.set(key, value, 'PX', ms, 'NX')
}

/** `redis` 4 and later. Clusters of `redis` 4 and pools know only whether they are open. @type {Library} */
const nodeRedis = {
  isReady: (client) => client.isReady ?? client.isOpen,
  isClosed: (client) => !client.isOpen,
  isCluster: (client) => typeof client.nodeClient === 'function',
  getMany: (client, keys) => client.mGet(keys),
  set: (client, key, value, ms) => client.set(key, value, { PX: ms }),
  add: (client, key, value, ms) => client.set(key, value, { PX: ms, NX: true })
}

/** @returns {Library} the library that it comes from, told by its methods. @throws {TypeError} for anything else */
function libraryOf (client) {
  const missing = ['connect', 'get', 'set', 'del', 'on'].filter((name) => typeof client?.[name] !== 'function')
  // In legacy mode, the clients of `redis` 4 take callbacks and return nothing.
  const isLegacy = client?.options?.legacyMode === true
  if (missing.length === 0 && !isLegacy) {
    if (typeof client.pSetEx === 'function') return nodeRedis
    if (typeof client.psetex === 'function' && typeof client.status === 'string') return ioredis
  }
  const without = client instanceof Object && missing.length > 0 ? ` without ${missing.join(', ')}` : ''
  const found = describeType(client) + without + (isLegacy ? ' in legacy mode' : '')
  throw wrongArgument('redisStore() expects a client of redis 4 or later, ioredis or iovalkey', client, found)
}

module.exports = { libraryOf }
