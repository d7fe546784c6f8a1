'use strict'

const ioredis = require('ioredis')
const iovalkey = require('iovalkey')
const redis = require('redis')
const redis4 = require('redis4')
const { everything } = require('./level')

// Errors of these clients are listened to by nobody but the store.

const ofNodeRedis = ({ createClient, createCluster }, close) => ({
  create: (url) => createClient({ url }),
  createCluster: (urls) => createCluster({ rootNodes: urls.map((url) => ({ url })) }),
  close
})

const ofIoredis = ({ Redis, Cluster }, options) => ({
  create: (url) => new Redis(url, options),
  createCluster: (urls) => new Cluster(urls, options),
  close: (client) => client.disconnect()
})

/** How each library makes and closes a client. Those of ioredis connect by themselves, unless told otherwise. */
const clients = {
  redis: ofNodeRedis(redis, (client) => client.destroy()),
  ioredis: ofIoredis(ioredis, {}),
  ...(everything && {
    'redis 4': ofNodeRedis(redis4, (client) => client.disconnect()),
    'ioredis, lazy': ofIoredis(ioredis, { lazyConnect: true }),
    iovalkey: ofIoredis(iovalkey, {})
  })
}

module.exports = { clients }
