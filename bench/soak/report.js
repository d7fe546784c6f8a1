'use strict'

const table = require('../table')
const { growth } = require('./growth')

const COLUMNS = ['sent', 'status 200', 'status 304', 'other status', 'bodies checked', 'wrong bodies', 'other faults', 'errors']
const MEMORY = { heapUsed: 'heapUsed', external: 'external, with Buffers', rss: 'rss' }

/** The share of a run in which caches fill and code is compiled. */
const WARM_UP = 0.25

/**
 * @param {import('./run').Run} run
 * @returns {{ text: string, failed: boolean }} what came of it; failed are
 *   wrong answers, errors on either side, memory that grows, and a run that
 *   checked nothing or not the library
 */
function report ({ framework, seconds, tally, samples, stats, troubles, resets }) {
  const memory = memoryOf(samples, seconds)
  const failures = [
    ...described(`${tally.failures} failures, the first of each sort:`, Object.values(tally.described).flat()),
    ...described(`${troubles.count} errors and warnings in the server, the first of them:`, troubles.described),
    ...memory.filter(({ grows }) => grows).map(({ name }) => `The server's memory grows: ${name}`)
  ]
  if (total(tally.kinds, 'bodies checked') === 0) failures.push('No body was checked')
  if (stats.fallThrough > 0) failures.push('Pages fell through to the framework')

  const text = [
    `${framework}, ${seconds} s`,
    kindsTable(tally.kinds),
    encodingsTable(tally.encodings),
    memoryTable(memory),
    collected(),
    `renderer.stats(): ${JSON.stringify(stats)}`,
    `The framework reported ${resets} connections that clients had reset.`,
    ...failures
  ].join('\n\n')
  return { text, failed: failures.length > 0 }
}

function kindsTable (kinds) {
  const counts = (get) => COLUMNS.map((column) => integer(get(column)))
  const rows = Object.keys(kinds).sort().map((kind) => [kind, ...counts((column) => kinds[kind][column] ?? 0)])
  return table.plain(['requests', ...COLUMNS], [...rows, ['all', ...counts((column) => total(kinds, column))]])
}

function encodingsTable (encodings) {
  const codings = [...new Set(Object.values(encodings).flatMap(Object.keys))].sort()
  const rows = Object.keys(encodings).sort().map((accept) => {
    return [accept, ...codings.map((coding) => integer(encodings[accept][coding] ?? 0))]
  })
  return table.plain(['bodies by Accept-Encoding', ...codings], rows)
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
  return table.plain(['memory of the server, MB', 'start', 'after warm-up', 'end', 'slope per minute', 'verdict'], rows)
}

function verdict (perMinute, grows) {
  if (grows === undefined) return 'too short a run to tell'
  return grows ? `grows by ${megabytes(perMinute)} per minute` : 'flat'
}

function collected () {
  return global.gc === undefined
    ? 'Memory was sampled with its garbage (run node with --expose-gc).'
    : 'Memory was sampled after a collection.'
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

module.exports = { report }
