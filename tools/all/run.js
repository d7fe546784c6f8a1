'use strict'

const { spawn } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { nodeBinary } = require('../../bench/node-versions')
const { inParallel } = require('../../test/support/in-parallel')
const { ROOT } = require('./parts')
const { brokenOff, finished, running } = require('./report')

/**
 * @typedef {object} Result
 * @property {import('./parts').Unit} unit
 * @property {boolean} isPassed
 * @property {{ passed: number, failed: number, skipped: number }} counts of tests; a unit without counts is one test
 * @property {string[]} reasons titles of skipped tests, which contain the reason
 * @property {number} seconds
 * @property {string} output of stdout and stderr
 */

/** Milliseconds after the end of the time at which units that still run are ended: most units take less. */
const GRACE = 60_000

/**
 * Runs units in parallel, one for each core.
 *
 * @param {import('./parts').Unit[]} units in the order of the run
 * @param {import('./options').Options} options
 * @returns {Promise<Result[]>} results of the units that finished in time
 */
async function runAll (units, { seed, milliseconds }) {
  const end = performance.now() + milliseconds
  const results = []
  const current = new Set()
  await inParallel(units, async (unit) => {
    if (performance.now() >= end) return
    current.add(unit)
    running(current, results.length, units.length)
    const result = await runUnit(unit, seed, end + GRACE)
    current.delete(unit)
    if (result === undefined) return brokenOff(unit)
    results.push(result)
    finished(result, results.length, units.length)
  })
  return results
}

/**
 * @param {import('./parts').Unit} unit
 * @param {number} seed of generated cases
 * @param {number} latest time of `performance.now()` when it is ended
 * @returns {Promise<Result | undefined>} nothing if it was ended
 */
async function runUnit (unit, seed, latest) {
  const started = performance.now()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'buffered-render-test-'))
  const counted = path.join(folder, 'counts.json')
  try {
    await unit.prepare?.()
    const { code, output, isBrokenOff } = await run(unit, seed, unit.isJest ? ['--json', '--outputFile', counted] : [], latest)
    if (isBrokenOff) return undefined
    const outcome = unit.isJest ? readReport(counted) : { counts: { passed: Number(code === 0), failed: Number(code !== 0), skipped: 0 }, reasons: [] }
    return { unit, isPassed: code === 0, ...outcome, seconds: (performance.now() - started) / 1000, output }
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

async function run ({ args, env, node }, seed, more, latest) {
  const binary = node === undefined ? process.execPath : await nodeBinary(node)
  // Tests start processes with the first `node` in PATH.
  const { FORCE_COLOR, ...rest } = process.env
  const PATH = `${path.dirname(binary)}${path.delimiter}${rest.PATH}`
  const child = spawn(binary, [...args, ...more], { cwd: ROOT, env: { ...rest, PATH, TEST_ALL: '1', TEST_SEED: String(seed), ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const breakOff = () => {
    child.kill()
    // Servers of the tests may still hold the other ends.
    for (const stream of [child.stdout, child.stderr]) stream.destroy()
  }
  const timer = latest === Infinity ? undefined : setTimeout(breakOff, latest - performance.now())
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => { output += text })
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  clearTimeout(timer)
  return { code, output, isBrokenOff: child.killed }
}

/**
 * @param {string} file report of Jest
 * @returns {Pick<Result, 'counts' | 'reasons'>} a run without a report counts as one failure
 */
function readReport (file) {
  if (!fs.existsSync(file)) return { counts: { passed: 0, failed: 1, skipped: 0 }, reasons: [] }
  const { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites, testResults } = JSON.parse(fs.readFileSync(file, 'utf8'))
  const skipped = testResults.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === 'pending')
  return {
    counts: { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites, skipped: numPendingTests },
    reasons: [...new Set(skipped.map(({ ancestorTitles, title }) => ancestorTitles.find((each) => each.includes('skipped')) ?? title))]
  }
}

module.exports = { runAll }
