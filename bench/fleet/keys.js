'use strict'

const { Child } = require('../../bin/measure/child')
const { figure } = require('../../bin/measure/figures')

const MB = 2 ** 20

/** The sizes of the cache in MB. With the small one, the process has what the same requests take without a cache. */
const SMALL = 1
const LARGE = 64

/** Seconds that it may take. */
const LIMIT = 1200

/** @typedef {{ rss: number, bytes: number, entries: number, evictions: number }} Memory in bytes, after all keys */

/** @returns {Promise<{ keys: number, small: Memory, large: Memory }>} */
async function measureKeys ({ keys }) {
  return { keys, small: await measureSize(SMALL, keys), large: await measureSize(LARGE, keys) }
}

async function measureSize (size, keys) {
  const child = new Child('bench/fleet/keys-server.js', [`${size}mb`])
  try {
    return await child.ask(keys, LIMIT)
  } finally {
    child.kill()
  }
}

function summarizeKeys ({ keys, small, large }) {
  const row = (size, { rss, bytes, entries, evictions }, expected) => [
    `size: ${size} MB`, figure(rss / MB), expected, figure(bytes / MB), figure(entries), figure(evictions)
  ]
  return {
    title: `${figure(keys)} different keys in one process, each sent as it is and by gzip`,
    header: ['', 'resident, MB', 'expected', 'counted, MB', 'fragments', 'evictions'],
    rows: [row(SMALL, small, ''), row(LARGE, large, `≤ ${figure(small.rss / MB + LARGE)}`)]
  }
}

module.exports = { measureKeys, summarizeKeys }
