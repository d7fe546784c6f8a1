'use strict'

const { figure } = require('../../bin/measure/figures')
const { median } = require('../../bin/measure/statistics')
const table = require('../../bench/table')

const COLUMNS = ['sent', 'status 200', 'status 304', 'other status', 'bodies checked', 'wrong bodies', 'other faults', 'errors']
const MB = 2 ** 20

/**
 * What is sampled, with the tolerated increase between warm-up and end. In runs without a leak, the samples of heapUsed
 * vary by 1 MB and those of external by 4 MB, for pages in transit; the allocator makes rss vary by about 30 MB.
 */
const TOLERATED = { heapUsed: 2 * MB, external: 3 * MB, rss: 32 * MB }

/** File descriptors that Node itself may have opened during the load. */
const OPENED = 4

/** Seconds: in a shorter run, V8 is still compiling code, which looks like a leak. */
const SHORTEST = 15

/** Share of a run for the warm-up, in which caches fill and code is compiled. */
const WARM_UP = 0.25

/**
 * @typedef {{ seconds: number, heapUsed: number, external: number, rss: number, descriptors?: number }} Sample `external` has the memory of Buffers
 *
 * @returns {{ text: string, failed: boolean }} report; a run fails if there are wrong responses, errors on either side, growing memory
 *   or descriptors left open, if no body was checked, or if the framework rendered pages
 */
function report ({ framework, seconds, tally, samples, idle, stats, troubles, resets }) {
  const memory = memoryOf(samples, seconds)
  const opened = idle.descriptors - samples[0].descriptors
  const failures = [
    ...described(`${tally.failures} failures, the first of each kind:`, Object.values(tally.described).flat()),
    ...described(`${troubles.count} errors and warnings in the server, the first of them:`, troubles.described),
    ...memory.filter(({ grows }) => grows).map(({ what }) => `The server's memory grows: ${what}`),
    ...opened > OPENED ? [`${opened} more file descriptors are open in the server than before the load`] : [],
    ...total(tally.kinds, 'bodies checked') === 0 ? ['No body was checked'] : [],
    ...Object.keys(stats.engine).length > 0 ? [`Pages were left to the engine or the framework: ${Object.keys(stats.engine)}`] : []
  ]
  const text = [
    `${framework}, ${seconds} s`,
    kindsTable(tally.kinds),
    memoryTable(memory),
    global.gc ? 'Memory was sampled after a garbage collection.' : 'Memory was sampled without garbage collection (to collect first, run node with --expose-gc).',
    `Open file descriptors: ${samples[0].descriptors} before the load, ${idle.descriptors} after it.`,
    `renderer.stats(): ${JSON.stringify(stats)}`,
    `The framework reported ${resets} connections reset by clients.`,
    ...failures
  ].join('\n\n')
  return { text, failed: failures.length > 0 }
}

function kindsTable (kinds) {
  const row = (name, kinds) => [name, ...COLUMNS.map((column) => figure(total(kinds, column)))]
  const rows = Object.keys(kinds).sort().map((kind) => row(kind, { [kind]: kinds[kind] }))
  return table.plain({ header: ['requests', ...COLUMNS], rows: [...rows, row('all', kinds)] })
}

/**
 * Memory grows if the slope of its samples, the median of the slopes between any two, exceeds the tolerance between the first sample
 * and the last. Outliers do not change a median; a leak changes all slopes. The result of a short run is undefined.
 */
function memoryOf (samples, seconds) {
  const warm = samples.filter((sample) => sample.seconds >= WARM_UP * seconds)
  if (warm.length === 0) return []
  const lasted = warm.at(-1).seconds - warm[0].seconds
  return Object.keys(TOLERATED).map((what) => {
    const perSecond = medianSlope(warm.map((sample) => [sample.seconds, sample[what]]))
    const grows = lasted < SHORTEST ? undefined : perSecond * lasted > TOLERATED[what]
    return { what, levels: [samples[0], warm[0], warm.at(-1)].map((sample) => sample[what]), perMinute: 60 * perSecond, grows }
  })
}

function medianSlope (points) {
  const slopes = points.flatMap(([x, y], i) => points.slice(i + 1).map(([x2, y2]) => (y2 - y) / (x2 - x)))
  return slopes.length === 0 ? 0 : median(slopes)
}

function memoryTable (memory) {
  return table.plain({
    header: ['memory of the server, MB', 'start', 'after warm-up', 'end', 'slope per minute', 'grows'],
    rows: memory.map(({ what, levels, perMinute, grows }) => [what, ...[...levels, perMinute].map((bytes) => figure(bytes / MB, 1)), String(grows ?? 'unknown, since the run is too short')])
  })
}

function described (heading, list) {
  return list.length === 0 ? [] : [[heading, ...list.map((text) => `  ${text}`)].join('\n')]
}

function total (kinds, column) {
  return Object.values(kinds).reduce((sum, kind) => sum + (kind[column] ?? 0), 0)
}

module.exports = { report }
