'use strict'

const { redisStore } = require('../..')

/** How a server opens its store, by the option `store`. Packages are loaded for the store that needs them. */
const stores = {
  none: () => undefined,
  // By default, this client waits for up to two seconds before it connects again; with `reconnect`, for so many milliseconds.
  redis: ({ url, prefix, reconnect }) =>
    redisStore(require('redis').createClient({ url, socket: { reconnectStrategy: reconnect } }), { prefix }),
  'redis 4': ({ url, prefix }) => redisStore(require('redis4').createClient({ url }), { prefix }),
  'redis cluster': ({ urls, prefix }) =>
    redisStore(require('redis').createCluster({ rootNodes: urls.map((url) => ({ url })) }), { prefix }),
  ioredis: ({ url, prefix }) => redisStore(new (require('ioredis').Redis)(url), { prefix }),
  'ioredis cluster': ({ urls, prefix }) => redisStore(new (require('ioredis').Cluster)(urls), { prefix }),
  iovalkey: ({ url, prefix }) => redisStore(new (require('iovalkey').Redis)(url), { prefix }),
  'Keyv on Redis': ({ url, prefix: namespace }) => {
    const { Keyv } = require('keyv')
    const { default: KeyvRedis } = require('@keyv/redis')
    const store = new Keyv(new KeyvRedis(url), { namespace })
    store.on('error', () => {})
    return store
  }
}

/**
 * @param {{ store?: string, url?: string, urls?: string[], prefix?: string, reconnect?: number }} options
 * @returns {object | undefined} a store for `fragments`
 */
function openStore (options) {
  return stores[options.store ?? 'redis'](options)
}

module.exports = { openStore }
