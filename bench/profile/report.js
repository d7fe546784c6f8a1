'use strict'

const path = require('node:path')
const { fileURLToPath } = require('node:url')
const pc = require('picocolors')
const { figure } = require('../../bin/measure/figures')
const table = require('../table')

const ROOT = path.join(__dirname, '../..')

/** V8's names for time outside of functions. */
const NO_FUNCTION = ['(idle)', '(program)', '(garbage collector)', '(root)']

/**
 * The time spent in one function.
 *
 * @typedef {object} SelfTime
 * @property {string} name of a function, or of another activity
 * @property {string} where file:line within the project, node:…:line for Node itself, or 'native'
 * @property {boolean} isOurs whether the function is in lib/
 * @property {number} milliseconds in the function itself, without its calls
 */

/**
 * Sums up a CPU profile. A function has a node for each stack that led to it. A sample
 * counts for the time until the next sample.
 *
 * @param {object} profile of V8's profiler, with times in microseconds
 * @returns {{ functions: SelfTime[], others: SelfTime[], milliseconds: number }} the hottest first;
 *   `others` are not functions, such as (idle); `milliseconds` is the sum of all
 */
function selfTimes (profile) {
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]))
  const times = new Map()
  for (const [id, microseconds] of timesOfNodes(profile)) {
    const callFrame = frames.get(id)
    const { functionName, url, lineNumber, columnNumber } = callFrame
    const key = JSON.stringify([functionName, url, lineNumber, columnNumber])
    if (!times.has(key)) times.set(key, { ...describe(callFrame), milliseconds: 0 })
    times.get(key).milliseconds += microseconds / 1000
  }
  const all = [...times.values()].sort((a, b) => b.milliseconds - a.milliseconds)
  return {
    functions: all.filter(({ name }) => !NO_FUNCTION.includes(name)),
    others: all.filter(({ name }) => NO_FUNCTION.includes(name)),
    milliseconds: all.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  }
}

/** Returns the microseconds of each node, by its id. */
function timesOfNodes ({ samples, timeDeltas, startTime, endTime }) {
  const times = new Map()
  let time = startTime
  samples.forEach((id, i) => {
    time += timeDeltas[i]
    const microseconds = timeDeltas[i + 1] ?? endTime - time
    times.set(id, (times.get(id) ?? 0) + microseconds)
  })
  return times
}

/** Lines of a call frame are counted from 0. */
function describe ({ functionName, url, lineNumber }) {
  const file = fileOf(url)
  return {
    name: functionName || '(anonymous)',
    where: lineNumber < 0 ? 'native' : `${file || 'generated code'}:${lineNumber + 1}`,
    isOurs: file.startsWith('lib/')
  }
}

function fileOf (url) {
  if (url.startsWith('file:')) return relative(fileURLToPath(url))
  // EJS names the file of a template as a string with quotes.
  const file = url.replaceAll('"', '')
  return path.isAbsolute(file) ? relative(file) : file
}

function relative (file) {
  return path.relative(ROOT, file).replaceAll(path.sep, '/')
}

/** Number of functions to show. */
const HOTTEST = 20

const HEADER = ['  function', 'self ms', '%']

/** @returns {string} table of the hottest functions, with ours marked, and of other activities */
function report ({ functions, others, milliseconds }, { isColored }) {
  const { bold, green } = pc.createColors(isColored)
  const cells = (label, times) => {
    const sum = times.reduce((sum, time) => sum + time.milliseconds, 0)
    return [label, figure(sum, 1), figure(100 * sum / milliseconds, 1)]
  }
  const hottest = functions.slice(0, HOTTEST)
  const width = Math.max(...hottest.map(({ name }) => name.length))
  const rows = [
    ...hottest.map((time) => cells(`${time.isOurs ? '*' : ' '} ${time.name.padEnd(width)}  ${time.where}`, [time])),
    cells('  other functions', functions.slice(HOTTEST)),
    ...others.map((time) => cells(`  ${time.name}`, [time])),
    cells('* all functions of lib/', functions.filter(({ isOurs }) => isOurs))
  ]
  const [header, ...lines] = table.plain({ header: HEADER, rows }).split('\n')
  return [bold(header), ...lines.map((line) => line.startsWith('*') ? green(line) : line)].join('\n')
}

module.exports = { report, selfTimes }
