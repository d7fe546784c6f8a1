'use strict'

const pc = require('picocolors')
const { figure } = require('../../bin/measure/figures')
const table = require('../table')

/** So many functions are named. */
const HOTTEST = 20

const HEADER = ['  function', 'self ms', '%']

/**
 * @param {ReturnType<import('./self-times').selfTimes>} times
 * @param {{ isColored: boolean }} how
 * @returns {string} a table of the hottest functions, ours marked, and of what else took time
 */
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
  const [header, ...lines] = table.plain(HEADER, rows).split('\n')
  return [bold(header), ...lines.map((line) => line.startsWith('*') ? green(line) : line)].join('\n')
}

module.exports = { report }
