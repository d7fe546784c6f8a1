'use strict'

// Measures what a new process takes: to load Express, then this library and its middleware; then the first renders, which read and
// compile a view: that of a 10 KB article, and both that and then a listing, by each engine and by its dialect. With the folder of
// another version of the project, that is measured as well. Each measurement is a process of its own.
//
//     npm run bench:cold [-- folder]

const { execFileSync } = require('node:child_process')
const path = require('node:path')
const { dialects } = require('../lib/dialects')
const { figure, range } = require('../bin/measure/figures')
const { interleave } = require('../bin/measure/interleave')
const progress = require('../bin/measure/progress')
const { mapValues, median, ratios } = require('../bin/measure/statistics')
const table = require('./table')

const ROUNDS = 15
const TITLES = ['article', 'article and listing']
const ROOT = path.join(__dirname, '..')

/** @returns {object} what a script in `cold/` prints in a process of its own */
function printedBy (script, args) {
  return JSON.parse(execFileSync(process.execPath, [path.join(__dirname, 'cold', script), ...args], { encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } }))
}

/** @returns {Promise<Record<string, { milliseconds: number, files?: number, longest?: number }[]>>} for Express, ours and another version, by round */
function measureLoading (other, rounds = ROUNDS) {
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
    return [name, range(milliseconds, 1), `${figure(median(ratios(milliseconds, express)), 2)}×`, of('files'), of('longest')]
  })
  table.print({ header: ['loading', 'CPU ms', 'of Express', 'files', 'longest turn afterwards'], rows })
}

/** @returns {Promise<Record<string, number[][]>>} milliseconds of processor time up to the end of each page, by round; of another version as well */
function measureFirstRenders (language, other, rounds = ROUNDS) {
  const ours = `buffered-render, ${language}`
  const processes = { engine: [language, ROOT], ours: [ours, ROOT], ...other && { other: [ours, path.resolve(other)] } }
  return interleave(Object.keys(processes), {
    rounds,
    onRound: (round) => progress.show(`${language}: ${round}`),
    takeTurn: (name) => printedBy('first-renders.js', processes[name])
  })
}

/** @returns {string[][]} a row for the first page, then for both */
function rowsOf (language, measured) {
  return TITLES.map((title, index) => {
    const { engine, ours, other } = mapValues(measured, (rounds) => rounds.map((milliseconds) => milliseconds[index]))
    const compared = other ? [range(other, 1), `${figure(median(ratios(ours, other)), 2)}×`] : []
    return [`${language}, ${title}`, range(engine, 1), range(ours, 1), `${figure(median(ratios(ours, engine)), 1)}×`, ...compared]
  })
}

async function main ([other]) {
  printLoading(await measureLoading(other))
  const rows = []
  for (const { name } of dialects) rows.push(...rowsOf(name, await measureFirstRenders(name, other)))
  progress.clear()
  const compared = other ? ['other version', 'ours / other'] : []
  table.print({ header: ['language, page', 'engine ms', 'ours', 'ours / engine', ...compared], rows })
}

if (require.main === module) main(process.argv.slice(2))

module.exports = { measureFirstRenders, measureLoading }
