'use strict'

const path = require('node:path')
const { fileURLToPath } = require('node:url')
const { figure } = require('../../bin/measure/figures')
const table = require('../table')

const ROOT = path.join(__dirname, '../..')

/** V8's names for time outside of functions. */
const NO_FUNCTION = ['(idle)', '(program)', '(garbage collector)', '(root)']

/** Number of functions to show. */
const HOTTEST = 20

/** @typedef {{ name: string, where: string, milliseconds: number }} SelfTime of a function or another activity, without its calls; `where`: file:line or 'native' */

/**
 * Sums up a CPU profile. A function has a node for each stack that led to it. A sample counts for the time until the next one.
 *
 * @param {object} profile of V8's profiler, with times in microseconds
 * @returns {SelfTime[]} the hottest first
 */
function selfTimes ({ nodes, samples, timeDeltas, startTime, endTime }) {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const times = new Map()
  let time = startTime
  samples.forEach((id, i) => {
    time += timeDeltas[i]
    const { functionName, url, lineNumber, columnNumber } = frames.get(id)
    const key = JSON.stringify([functionName, url, lineNumber, columnNumber])
    if (!times.has(key)) times.set(key, { name: functionName || '(anonymous)', where: placeOf(url, lineNumber), milliseconds: 0 })
    times.get(key).milliseconds += (timeDeltas[i + 1] ?? endTime - time) / 1000
  })
  return [...times.values()].sort((a, b) => b.milliseconds - a.milliseconds)
}

/** Lines of a call frame are counted from 0. */
function placeOf (url, line) {
  if (line < 0) return 'native'
  // EJS names the file of a template as a string with quotes.
  const file = url.startsWith('file:') ? fileURLToPath(url) : url.replaceAll('"', '')
  const place = path.isAbsolute(file) ? path.relative(ROOT, file).replaceAll(path.sep, '/') : file
  return `${place || 'generated code'}:${line + 1}`
}

/**
 * @param {SelfTime[]} times
 * @returns {string} table of the hottest functions, with ours marked, and of other activities
 */
function report (times) {
  const sum = (list) => list.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  const row = (label, list) => [label, figure(sum(list), 1), figure(100 * sum(list) / sum(times), 1)]
  const isOurs = ({ where }) => where.startsWith('lib/')
  const functions = times.filter(({ name }) => !NO_FUNCTION.includes(name))
  return table.plain({
    header: ['  function', 'self ms', '%'],
    rows: [
      ...functions.slice(0, HOTTEST).map((time) => row(`${isOurs(time) ? '*' : ' '} ${time.name}  ${time.where}`, [time])),
      row('  other functions', functions.slice(HOTTEST)),
      ...times.filter(({ name }) => NO_FUNCTION.includes(name)).map((time) => row(`  ${time.name}`, [time])),
      row('* all functions of lib/', functions.filter(isOurs))
    ]
  })
}

module.exports = { report, selfTimes }
