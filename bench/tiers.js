'use strict'

// Measures the constants of lib/response/recompression.js: how long it takes to
// compress a complete page, and how much smaller than spliced gzip it gets.

const zlib = require('node:zlib')
const { GzipMember } = require('../lib/response/gzip')
const { figure, mean } = require('../bin/measure/figures')
const { renderPages } = require('./pages')
const { mapValues, median } = require('../bin/measure/statistics')
const { timeInTurns } = require('../bin/measure/stopwatch')
const progress = require('../bin/measure/progress')
const table = require('./table')

const { BROTLI_PARAM_MODE, BROTLI_MODE_TEXT, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants

const ROUNDS = 9
/** Number of different pages that calls use in rotation. */
const SAMPLES = 16

const PAGES = ['article', 'article-chinese', 'listing']
const LEVELS = [6, 9]
const QUALITIES = [4, 5, 6, 7, 8, 9, 10, 11]

/** The first representation, and the reference for the cost of a saved byte. */
const SPLICED = 'spliced gzip'
const YARDSTICK = 'gzip 6'
const FIRST_BROTLI = 'brotli 5'

async function main () {
  const rows = []
  for (const page of PAGES) rows.push(...await compareCodings(page))
  progress.clear()
  table.print({ header: ['page', 'ms', 'bytes', 'of spliced gzip', 'hits to pay over it', `over ${FIRST_BROTLI}`], rows })
  console.log(`\nAfter this number of hits, a saved byte costs no more than a byte that ${YARDSTICK} saves.`)
}

async function compareCodings (page) {
  const rendered = renderPages(page, SAMPLES)
  const bodies = rendered.map((each) => each.toBuffer())
  const calls = codingsOf(rendered, bodies)
  const bytes = mapValues(calls, (call) => mean(bodies.map((_, i) => call(i).length)))
  const nanoseconds = mapValues(await timeInTurns(calls, { rounds: ROUNDS, title: page }), median)

  const perByte = nanoseconds[YARDSTICK] / (mean(bodies.map(({ length }) => length)) - bytes[YARDSTICK])
  const hits = (coding, before) => {
    const saved = bytes[before] - bytes[coding]
    return saved > 0 ? figure(nanoseconds[coding] / saved / perByte, 1) : '–'
  }
  return Object.keys(calls).map((coding) => [
    `${page}, ${coding}`,
    figure(nanoseconds[coding] / 1e6, 3),
    figure(bytes[coding]),
    figure(bytes[coding] / bytes[SPLICED], 2),
    hits(coding, SPLICED),
    hits(coding, FIRST_BROTLI)
  ])
}

function codingsOf (rendered, bodies) {
  const calls = { [SPLICED]: (i) => new GzipMember(rendered[i % SAMPLES], { deflatesText: true }).toBuffer() }
  for (const level of LEVELS) calls[`gzip ${level}`] = (i) => zlib.gzipSync(bodies[i % SAMPLES], { level })
  for (const quality of QUALITIES) calls[`brotli ${quality}`] = (i) => compressBrotli(bodies[i % SAMPLES], quality)
  return calls
}

/** Uses the parameters of lib/response/recompression.js. */
function compressBrotli (body, quality) {
  return zlib.brotliCompressSync(body, {
    params: {
      [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT,
      [BROTLI_PARAM_QUALITY]: quality,
      [BROTLI_PARAM_SIZE_HINT]: body.length
    }
  })
}

main()
