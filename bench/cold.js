'use strict'

// Measures what a new process takes: to load Express, then this library and its middleware; then the first renders, which read and
// compile a view: that of a 10 KB article, then that of a listing, by each engine, by its dialect, and by the dialect after `precompile`.
// With the folder of another version of the project, that is measured as well. Each measurement is a process of its own.

const { execFileSync } = require('node:child_process')
const path = require('node:path')
const { figure } = require('../bin/measure/figures')
const progress = require('../bin/measure/progress')
const { median } = require('../bin/measure/statistics')
const { dialects } = require('../lib/dialects')
const { summarizeCold } = require('./cold/summary')
const { parseLine, runCommand } = require('./command')
const { interleave } = require('./interleave')
const { save } = require('./results')
const table = require('./table')

const COUNTS = { rounds: 15 }
const USAGE = `Usage: npm run bench:compare cold -- [options]

  --rounds <n>      processes of each kind (default: ${COUNTS.rounds})
  --other <folder>  another version of the project, with its dependencies, which is measured as well
  --out <file>      file for the first renders, such as bench/results/cold.json
  --help            print this help`

const ROOT = path.join(__dirname, '..')

/** @returns {object} what a script in `cold/` prints in a process of its own */
function printedBy (script, args) {
  return JSON.parse(execFileSync(process.execPath, [path.join(__dirname, 'cold', script), ...args], { encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } }))
}

/** @returns {Promise<Record<string, { milliseconds: number, files?: number, longest?: number }[]>>} for Express, ours and another version, by round */
function measureLoading (other, rounds) {
  const processes = { Express: [], ours: [ROOT], ...other && { other: [path.resolve(other)] } }
  return interleave(Object.keys(processes), {
    rounds,
    onRound: (round) => progress.show(`loading: ${round}`),
    takeTurn: (name) => printedBy('loading.js', processes[name])
  })
}

function printLoading (measured) {
  const express = measured.Express.map(({ milliseconds }) => milliseconds)
  const rows = Object.entries(measured).map(([name, rounds]) => {
    const milliseconds = rounds.map((round) => round.milliseconds)
    const of = (property) => rounds[0][property] === undefined ? '' : figure(median(rounds.map((round) => round[property])), property === 'files' ? 0 : 1)
    return [name, table.range(milliseconds, 1), table.times(table.ratioOf(milliseconds, express, 1)), of('files'), of('longest')]
  })
  table.print({ header: ['loading', 'CPU ms', 'of Express', 'files', 'longest turn afterwards'], rows })
}

/** @returns {Promise<Record<string, number[][]>>} milliseconds of CPU time up to the end of each page, by round: by the engine, by ours, by ours after `precompile`, and by another version */
function measureFirstRenders (language, other, rounds) {
  const ours = `buffered-render, ${language}`
  const processes = { engine: [language, ROOT], ours: [ours, ROOT], precompiled: [ours, ROOT, 'precompiled'], ...other && { other: [ours, path.resolve(other)] } }
  return interleave(Object.keys(processes), {
    rounds,
    onRound: (round) => progress.show(`${language}: ${round}`),
    takeTurn: (name) => printedBy('first-renders.js', processes[name])
  })
}

async function run ({ rounds, other, out }) {
  printLoading(await measureLoading(other, rounds))
  const measured = {}
  for (const { name } of dialects) measured[name] = await measureFirstRenders(name, other, rounds)
  progress.clear()
  table.print(summarizeCold(measured))
  if (out !== undefined) save(out, { options: { rounds }, languages: measured })
}

function parseOptions (args) {
  return parseLine(args, { counts: COUNTS, options: { other: { type: 'string' }, out: { type: 'string' } } }).values
}

if (require.main === module) runCommand({ USAGE, parseOptions }, run)

module.exports = { measureFirstRenders, measureLoading }
