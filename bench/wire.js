'use strict'

// Measures what travels: the bytes of pages as gzip, and as dcz against a dictionary of their static text, and the CPU
// time of encoding them, beside zlib in the same process.

const { subscribe, unsubscribe } = require('node:diagnostics_channel')
const zlib = require('node:zlib')
const progress = require('../bin/measure/progress')
const { median } = require('../bin/measure/statistics')
const { Dictionary } = require('../lib/codings/dcz/dictionary')
const { encodeDcz } = require('../lib/codings/dcz/zstd')
const { GzipMember } = require('../lib/codings/gzip/gzip')
const { parseLine, runCommand } = require('./command')
const { interleave } = require('./interleave')
const { mapValues } = require('./map-values')
const { save } = require('./results')
const { startClock } = require('./stopwatch')
const table = require('./table')
const pages = require('./wire/pages')
const { TIMED, summarizeWire } = require('./wire/summary')

/** The pages of a turn, and those before the first one: V8 optimizes meanwhile. */
const PAGES = 200
const WARM_UP = 6000

/** A dictionary as large as the option allows, and the bytes before the frame (RFC 9842, section 5). */
const MOST_BYTES = 10 * 1024 * 1024
const DCZ_HEADER = 40

const COUNTS = { rounds: 9 }
const USAGE = `Usage: npm run bench:wire -- [options]

  --rounds <n>  turns of each encoder, of ${PAGES} pages each (default: ${COUNTS.rounds})
  --out <file>  file for the results, such as bench/results/wire.json
  --help        print this help`

/** By name, what encodes a rendered page. */
const encoders = {
  'zlib 6': (page) => zlib.gzipSync(page.toBuffer()),
  'zlib 1': (page) => zlib.gzipSync(page.toBuffer(), { level: 1 }),
  spliced: (page) => new GzipMember(page, { deflatesText: true }).toBuffer(),
  static: (page) => new GzipMember(page, { deflatesText: false }).toBuffer()
}

const STATIC_TEXT = 'buffered-render:static-text'

/** Renders the first page, and collects the static text that is compiled meanwhile. */
function firstPage (next) {
  const texts = []
  const collect = ({ text }) => texts.push(Buffer.from(text))
  subscribe(STATIC_TEXT, collect)
  const page = next()
  unsubscribe(STATIC_TEXT, collect)
  return { page, dictionary: new Dictionary(texts, MOST_BYTES) }
}

/** @throws {Error} if an encoder gives another page */
function sizesOf (page, encoders, dictionary) {
  const plain = page.toBuffer()
  const decodeDcz = (bytes) => zlib.zstdDecompressSync?.(bytes.subarray(DCZ_HEADER), { dictionary: dictionary.bytes }) ?? plain
  const sizes = { plain: plain.length }
  for (const [name, encode] of Object.entries(encoders)) {
    const bytes = encode(page)
    const decoded = name === 'dcz' ? decodeDcz(bytes) : zlib.gunzipSync(bytes)
    if (!decoded.equals(plain)) throw new Error(`${name} gives another page`)
    sizes[name] = bytes.length
  }
  return sizes
}

/** @returns {Promise<Record<string, number>>} microseconds of CPU time per page, the median of the rounds */
async function timesOf (next, encoders, rounds) {
  for (let i = 0; i < WARM_UP; i++) {
    const page = next()
    encoders.spliced(page)
    encoders.dcz(page)
  }
  const times = await interleave(TIMED, {
    rounds,
    takeTurn (name) {
      const batch = Array.from({ length: PAGES }, next)
      const clock = startClock()
      for (const page of batch) encoders[name](page)
      return 1000 * clock() / PAGES
    }
  })
  return mapValues(times, median)
}

async function run ({ rounds, out }) {
  const measured = []
  for (const [name, page] of Object.entries(pages)) {
    progress.show(name)
    const next = await page
    const { page: first, dictionary } = firstPage(next)
    const all = { ...encoders, dcz: (page) => encodeDcz(page, dictionary) }
    measured.push({ name, sizes: sizesOf(first, all, dictionary), microseconds: await timesOf(next, all, rounds) })
  }
  progress.clear()
  table.print(summarizeWire(measured))
  if (out !== undefined) save(out, { options: { rounds }, pages: measured })
}

const parseOptions = (args) => parseLine(args, { counts: COUNTS, texts: { out: undefined } }).values

runCommand({ USAGE, parseOptions }, run)
