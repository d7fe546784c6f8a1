'use strict'

// Measures what travels: the bytes of pages as gzip, and the CPU time of encoding them, beside zlib in the same process.
//
//     node bench/wire.js [--rounds n]

const zlib = require('node:zlib')
const { figure } = require('../bin/measure/figures')
const { interleave } = require('../bin/measure/interleave')
const progress = require('../bin/measure/progress')
const { mapValues, median } = require('../bin/measure/statistics')
const { GzipMember } = require('../lib/response/gzip')
const { parseLine, runCommand } = require('./command')
const table = require('./table')
const pages = require('./wire/pages')

/** The pages of a turn, and those before the first one: V8 optimizes meanwhile. */
const PAGES = 200
const WARM_UP = 6000

const COUNTS = { rounds: 9 }
const USAGE = `Usage: node bench/wire.js [options]

  --rounds <n>  turns of each encoder, of ${PAGES} pages each (default: ${COUNTS.rounds})
  --help        print this help`

/** @type {Record<string, (rendered: import('../lib/page/rendered').Rendered) => Buffer>} */
const encoders = {
  'zlib 6': (page) => zlib.gzipSync(page.toBuffer()),
  'zlib 9': (page) => zlib.gzipSync(page.toBuffer(), { level: 9 }),
  'zlib 1': (page) => zlib.gzipSync(page.toBuffer(), { level: 1 }),
  spliced: (page) => new GzipMember(page, { deflatesText: true }).toBuffer(),
  static: (page) => new GzipMember(page, { deflatesText: false }).toBuffer()
}

/** The encoders whose time is measured. */
const TIMED = ['zlib 6', 'zlib 1', 'spliced']

/** @throws {Error} if an encoder gives another page */
function sizesOf (page) {
  const plain = page.toBuffer()
  const sizes = Object.entries(encoders).map(([name, encode]) => {
    const bytes = encode(page)
    if (!zlib.gunzipSync(bytes).equals(plain)) throw new Error(`${name} gives another page`)
    return [name, bytes.length]
  })
  return { plain: plain.length, ...Object.fromEntries(sizes) }
}

/** @returns {Promise<Record<string, number>>} microseconds of CPU time per page, the median of the rounds */
async function timesOf (next, rounds) {
  for (let i = 0; i < WARM_UP; i++) encoders.spliced(next())
  const times = await interleave(TIMED, {
    rounds,
    takeTurn (name) {
      const batch = Array.from({ length: PAGES }, next)
      const start = process.cpuUsage()
      for (const page of batch) encoders[name](page)
      const { user, system } = process.cpuUsage(start)
      return (user + system) / PAGES
    }
  })
  return mapValues(times, median)
}

async function run ({ rounds }) {
  const rows = []
  for (const [name, page] of Object.entries(pages)) {
    progress.show(name)
    const next = await page
    const sizes = sizesOf(next())
    const times = await timesOf(next, rounds)
    const ratio = (size) => figure(size / sizes['zlib 6'], 2)
    rows.push([
      name, ...[sizes.plain, sizes['zlib 6']].map((bytes) => figure(bytes)), ...[sizes['zlib 9'], sizes['zlib 1'], sizes.spliced, sizes.static].map(ratio),
      ...TIMED.map((encoder) => figure(times[encoder], 1)), `1/${figure(times['zlib 6'] / times.spliced, 1)}`
    ])
  }
  progress.clear()
  table.print({
    title: `Gzip, Node ${process.versions.node}: bytes and sizes beside zlib 6, µs of CPU time`,
    header: ['page', 'bytes', 'zlib 6', 'zlib 9', 'zlib 1', 'spliced', "'static'", 'µs zlib 6', 'µs zlib 1', 'µs spliced', 'of zlib 6'],
    rows
  })
}

function parseOptions (args) {
  return parseLine(args, { counts: COUNTS }).values
}

if (require.main === module) runCommand({ USAGE, parseOptions }, run)

module.exports = { parseOptions, sizesOf }
