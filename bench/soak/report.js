'use strict'

const { median } = require('../../bin/measure/statistics')
const table = require('../table')

const COLUMNS = ['sent', 'status 200', 'status 304', 'other status', 'bodies checked', 'wrong bodies', 'other faults', 'errors']
const MEMORY = { heapUsed: 'heapUsed', external: 'external, with Buffers', rss: 'rss' }

const MB = 2 ** 20

/**
 * Tolerated increase between warm-up and end. In runs without a leak, the
 * samples of heapUsed vary by 1 MB and those of external by 4 MB, for pages in
 * transit; the allocator makes rss vary by about 30 MB.
 */
const TOLERATED = { heapUsed: 2 * MB, external: 3 * MB, rss: 32 * MB }

/** File descriptors that Node itself may have opened during the load. */
const OPENED = 4

/** Seconds: in a shorter run, V8 is still compiling code, which looks like a leak. */
const SHORTEST = 15

/** Share of a run for the warm-up, in which caches fill and code is compiled. */
const WARM_UP = 0.25

/**
 * @returns {{ text: string, failed: boolean }} report; a run fails if there are
 *   wrong responses, errors on either side, growing memory or descriptors left open, if no body was
 *   checked, or if the framework rendered pages
 */
function report ({ framework, seconds, tally, samples, idle, stats, troubles, resets }) {
  const memory = memoryOf(samples, seconds)
  const failures = [
    ...described(`${tally.failures} failures, the first of each kind:`, Object.values(tally.described).flat()),
    ...described(`${troubles.count} errors and warnings in the server, the first of them:`, troubles.described),
    ...memory.filter(({ grows }) => grows).map(({ name }) => `The server's memory grows: ${name}`)
  ]
  const opened = idle.descriptors - samples[0].descriptors
  if (opened > OPENED) failures.push(`${opened} more file descriptors are open in the server than before the load`)
  if (total(tally.kinds, 'bodies checked') === 0) failures.push('No body was checked')
  if (Object.keys(stats.engine).length > 0) failures.push(`Pages were left to the engine or the framework: ${Object.keys(stats.engine)}`)

  const text = [
    `${framework}, ${seconds} s`,
    kindsTable(tally.kinds),
    encodingsTable(tally.encodings),
    memoryTable(memory),
    collected(),
    descriptorsText(samples, idle),
    `renderer.stats(): ${JSON.stringify(stats)}`,
    `The framework reported ${resets} connections reset by clients.`,
    ...failures
  ].join('\n\n')
  return { text, failed: failures.length > 0 }
}

function kindsTable (kinds) {
  const counts = (get) => COLUMNS.map((column) => integer(get(column)))
  const rows = Object.keys(kinds).sort().map((kind) => [kind, ...counts((column) => kinds[kind][column] ?? 0)])
  return table.plain({ header: ['requests', ...COLUMNS], rows: [...rows, ['all', ...counts((column) => total(kinds, column))]] })
}

function encodingsTable (encodings) {
  const codings = [...new Set(Object.values(encodings).flatMap(Object.keys))].sort()
  const rows = Object.keys(encodings).sort().map((accept) => {
    return [accept, ...codings.map((coding) => integer(encodings[accept][coding] ?? 0))]
  })
  return table.plain({ header: ['bodies by Accept-Encoding', ...codings], rows })
}

function memoryOf (samples, seconds) {
  const warm = samples.filter((sample) => sample.seconds >= WARM_UP * seconds)
  if (warm.length === 0) return []
  return Object.keys(MEMORY).map((what) => ({
    name: MEMORY[what],
    levels: [samples[0], warm[0], warm.at(-1)].map((sample) => sample[what]),
    ...growth(warm, what)
  }))
}

function memoryTable (memory) {
  const rows = memory.map(({ name, levels, perMinute, grows }) => {
    return [name, ...levels.map(megabytes), megabytes(perMinute), verdict(perMinute, grows)]
  })
  return table.plain({ header: ['memory of the server, MB', 'start', 'after warm-up', 'end', 'slope per minute', 'verdict'], rows })
}

function verdict (perMinute, grows) {
  if (grows === undefined) return 'unknown, since the run is too short'
  return grows ? `grows by ${megabytes(perMinute)} per minute` : 'flat'
}

function descriptorsText (samples, idle) {
  if (idle.descriptors === undefined) return 'File descriptors are not counted on this system.'
  const most = Math.max(...samples.map(({ descriptors }) => descriptors))
  return `Open file descriptors: ${samples[0].descriptors} before the load, up to ${most} under it, ${idle.descriptors} after it.`
}

function collected () {
  return global.gc === undefined
    ? 'Memory was sampled without garbage collection (to collect first, run node with --expose-gc).'
    : 'Memory was sampled after a garbage collection.'
}

function described (heading, list) {
  return list.length === 0 ? [] : [[heading, ...list.map((text) => `  ${text}`)].join('\n')]
}

function total (kinds, column) {
  return Object.values(kinds).reduce((sum, kind) => sum + (kind[column] ?? 0), 0)
}

function integer (number) {
  return number.toLocaleString('en')
}

function megabytes (bytes) {
  return (bytes / 2 ** 20).toFixed(1)
}

/**
 * @typedef {object} Sample
 * @property {number} seconds since the start of the run
 * @property {number} heapUsed
 * @property {number} external with the memory of Buffers
 * @property {number} rss
 * @property {number} [descriptors] open files and connections
 */

/**
 * Says whether memory grows: whether the slope of its samples, the median of the slopes
 * between any two, exceeds the tolerance between the first sample and the last. Outliers
 * do not change a median; a leak changes all slopes. The result of a short run is
 * undefined.
 *
 * @param {Sample[]} samples after warm-up
 * @returns {{ perMinute: number, grows: boolean | undefined }} in bytes
 */
function growth (samples, what) {
  const perSecond = medianSlope(samples.map((sample) => [sample.seconds, sample[what]]))
  const lasted = samples.at(-1).seconds - samples[0].seconds
  return { perMinute: 60 * perSecond, grows: lasted < SHORTEST ? undefined : perSecond * lasted > TOLERATED[what] }
}

function medianSlope (points) {
  const slopes = points.flatMap(([x, y], i) => points.slice(i + 1).map(([x2, y2]) => (y2 - y) / (x2 - x)))
  return slopes.length === 0 ? 0 : median(slopes)
}

module.exports = { report }
