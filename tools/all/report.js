'use strict'

const progress = require('../../bin/measure/progress')
const { plainTable } = require('../../bin/plain-table')

/**
 * Prints the units of the run.
 *
 * @param {import('./parts').Unit[]} units
 * @param {import('./options').Options} options
 */
function start (units, { parts, seed, milliseconds }) {
  const time = milliseconds === Infinity ? '' : `, for ${milliseconds / 60_000} minutes`
  console.log(`${parts.join(', ')}: ${units.length} units${time}, seed ${seed}`)
}

/**
 * @param {Set<import('./parts').Unit>} current
 * @param {number} done
 * @param {number} all
 */
function running (current, done, all) {
  if (process.stderr.isTTY) progress.show(`[${done}/${all}] ${[...current].map(({ name }) => name).join(', ')}`)
}

/**
 * @param {import('./run').Result} result
 * @param {number} done
 * @param {number} all
 */
function finished ({ unit, isPassed, counts, reasons, seconds, output }, done, all) {
  progress.clear()
  const position = `[${String(done).padStart(String(all).length)}/${all}]`
  console.log(`${position} ${isPassed ? 'passed' : 'FAILED'}  ${seconds.toFixed(1).padStart(5)} s  ${textOf(counts)}  ${unit.part}: ${unit.name}`)
  for (const reason of reasons) console.log(`  ${reason}`)
  if (!isPassed) console.log(output)
}

/** @param {import('./parts').Unit} unit that the end of the time ended */
function brokenOff ({ part, name }) {
  progress.clear()
  console.log(`broken off, since the time is over: ${part}: ${name}`)
}

/**
 * Prints the results of all units.
 *
 * @param {import('./run').Result[]} results
 * @param {import('./parts').Unit[]} units
 * @param {import('./options').Options} options
 * @returns {boolean} whether all finished units have passed
 */
function report (results, units, { parts, seed }) {
  const rows = parts.map((part) => rowOf(part, results.filter(({ unit }) => unit.part === part), units.filter((unit) => unit.part === part)))
  console.log(`\n${plainTable(['Part', 'Units', 'Passed', 'Failed', 'Skipped', 'Seconds'], rows)}`)

  const failed = results.filter(({ isPassed }) => !isPassed)
  for (const { unit } of failed) console.log(`FAILED  ${unit.part}: ${unit.name}; to repeat: npm run test:all -- --seed ${seed} ${unit.part}`)
  const missing = units.length - results.length
  if (missing > 0) console.log(`${missing} of ${units.length} units did not finish in this time; another seed starts with other units`)
  console.log(`test:all, seed ${seed}: ${textOf(sumOf(results))}`)
  return failed.length === 0
}

function rowOf (part, results, units) {
  const { passed, failed, skipped } = sumOf(results)
  const seconds = results.reduce((sum, { seconds }) => sum + seconds, 0)
  return [part, `${results.length} of ${units.length}`, ...[passed, failed, skipped].map(String), seconds.toFixed(0)]
}

function sumOf (results) {
  const sum = { passed: 0, failed: 0, skipped: 0 }
  for (const { counts } of results) {
    for (const name of Object.keys(sum)) sum[name] += counts[name]
  }
  return sum
}

function textOf ({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

module.exports = { brokenOff, finished, report, running, start }
