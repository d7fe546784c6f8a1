'use strict'

// Measures the memory of a process after many different keys of cached fragments, beside one whose cache is small: that is what the
// same requests take without a cache.

const { Child } = require('../bin/measure/child')
const { figure } = require('../bin/measure/figures')
const progress = require('../bin/measure/progress')
const { parseLine, runCommand } = require('./command')
const table = require('./table')

const COUNTS = { keys: 1_000_000 }
const MB = 2 ** 20

/** The sizes of the cache in MB. */
const SMALL = 1
const LARGE = 64

/** Seconds that a process may take. */
const LIMIT = 1200

const USAGE = `Usage: npm run bench:compare keys -- [options]

  --keys <n>  different keys (default: ${COUNTS.keys})
  --help      print this help

With a million keys, it takes about ten minutes.`

function parseOptions (args) {
  return parseLine(args, { counts: COUNTS }).values
}

/** @returns {Promise<{ rss: number, bytes: number, entries: number, evictions: number }>} in bytes, after all keys */
async function measure (size, keys) {
  progress.show(`a cache of ${size} MB`)
  const child = new Child('bench/keys/server.js', [`${size}mb`])
  try {
    return await child.ask(keys, LIMIT)
  } finally {
    child.kill()
  }
}

async function run ({ keys }) {
  const [small, large] = [await measure(SMALL, keys), await measure(LARGE, keys)]
  progress.clear()
  const row = (size, { rss, bytes, entries, evictions }, expected) => [
    `${size} MB`, figure(rss / MB), expected, figure(bytes / MB), figure(entries), figure(evictions)
  ]
  table.print({
    title: `${figure(keys)} different keys in one process, each sent as it is and by gzip`,
    header: ['size of the cache', 'resident, MB', 'expected', 'counted, MB', 'fragments', 'evictions'],
    rows: [row(SMALL, small, ''), row(LARGE, large, `≤ ${figure(small.rss / MB + LARGE)}`)]
  })
}

runCommand({ USAGE, parseOptions }, run)
