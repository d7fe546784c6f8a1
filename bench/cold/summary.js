'use strict'

const { figure } = require('../../bin/measure/figures')
const { median } = require('../../bin/measure/statistics')
const { mapValues } = require('../map-values')
const { quartiles } = require('../quartiles')
const { NONE, range, ratioOf, times } = require('../table')
const { NAMES } = require('./parts')

const millisecondsOf = (rounds) => rounds.map(({ milliseconds }) => milliseconds)

function summarizeLoading (measured) {
  const medianOf = (rounds, property, digits) => rounds[0][property] === undefined ? '' : figure(median(rounds.map((round) => round[property])), digits)
  const express = millisecondsOf(measured.Express)
  return {
    header: ['loading', 'CPU ms', 'of Express', 'files', 'longest turn afterwards'],
    rows: Object.entries(measured).map(([name, rounds]) => {
      const milliseconds = millisecondsOf(rounds)
      return [name, range(milliseconds, 1), times(ratioOf(milliseconds, express, 1)), medianOf(rounds, 'files', 0), medianOf(rounds, 'longest', 1)]
    })
  }
}

/** @param {Record<string, Record<string, number[][]>>} measured by language, see `measureFirstRenders` of `cold.js` */
function summarizeCold (measured) {
  const names = { engine: 'engine', ours: 'ours', precompiled: 'ours, precompiled', other: 'other version' }
  const versions = Object.keys(names).filter((version) => Object.values(measured).every((each) => each[version]))
  return {
    header: ['language', ...versions.flatMap((version) => [`${names[version]}: first view, ms`, 'a further one']), 'ours / engine, first view', 'a further one'],
    rows: Object.entries(measured).map(([language, each]) => {
      const milliseconds = mapValues(each, (rounds) => [rounds.map(([first]) => first), rounds.map(([first, both]) => both - first)])
      const ratios = [0, 1].map((index) => times(ratioOf(milliseconds.ours[index], milliseconds.engine[index], 1)))
      return [language, ...versions.flatMap((version) => milliseconds[version].map((values) => range(values, 1))), ...ratios]
    })
  }
}

/** @param {Record<string, Record<string, object>>} measured by version of Node and language, see `measureFirstRequests` of `cold.js` */
function summarizeRequests (measured) {
  const all = Object.values(measured).flatMap((languages) => Object.values(languages))
  const names = { 'at once': 'at once', 'loaded ahead': 'loaded ahead', 'other at once': 'other version, at once', 'other loaded ahead': 'other version, loaded ahead' }
  const kinds = Object.keys(names).filter((kind) => all.every((each) => each[kind]))
  const properties = ['milliseconds', 'ten'].filter((property) => all[0].Express[0][property] !== undefined)
  return {
    header: ['first request, ms', 'Express alone', ...kinds.flatMap((kind) => [names[kind], '/ Express', 'first ten'].slice(0, properties.length + 1))],
    rows: rowsOf(measured, ({ Express, ...rounds }) => [range(millisecondsOf(Express), 1), ...kinds.flatMap((kind) => {
      const ratios = properties.map((property) => ratioOf(...[rounds[kind], Express].map((each) => each.map((round) => round[property])), 1))
      return [range(millisecondsOf(rounds[kind]), 1), ...ratios.map(times)]
    })])
  }
}

/** @param {Record<string, Record<string, object>>} measured by version of Node and language, see `measureIdle` of `cold.js` */
function summarizeIdle (measured) {
  const [first] = Object.values(measured).flatMap((languages) => Object.values(languages))
  const kinds = ['ours', 'other'].filter((kind) => first[kind])
  return {
    header: ['idle app, ms', 'Express alone', ...kinds.flatMap((kind) => [kind === 'ours' ? 'with this library' : 'other version', 'more', 'more files'])],
    rows: rowsOf(measured, ({ Express, ...rounds }) => [range(millisecondsOf(Express), 1), ...kinds.flatMap((kind) => {
      const [milliseconds, files] = ['milliseconds', 'files'].map((property) => rounds[kind].map((each, i) => each[property] - Express[i][property]))
      const [first, middle, third] = quartiles(milliseconds)
      return [range(millisecondsOf(rounds[kind]), 1), `${figure(middle, 1)} (${figure(first, 1)}–${figure(third, 1)})`, figure(median(files), 0)]
    })])
  }
}

/** @param {Record<string, Record<string, object>>} measured by version of Node and language, see `measureStarts` of `cold.js` */
function summarizeStarts (measured) {
  const [kinds] = Object.values(measured).flatMap((languages) => Object.values(languages))
  return {
    header: ['to the end of the first response, ms', ...Object.keys(kinds)],
    rows: rowsOf(measured, (kinds) => Object.values(kinds).map((rounds) => {
      const [first, middle, third] = quartiles(rounds.map(({ start }) => start)).map((value) => figure(value, 0))
      return `${middle} (${first}–${third})`
    }))
  }
}

/** @returns {string[][]} a row for each version of Node and language */
function rowsOf (measured, cellsOf) {
  return Object.entries(measured).flatMap(([version, languages]) =>
    Object.entries(languages).map(([language, rounds]) => [`Node ${version}, ${language}`, ...cellsOf(rounds)]))
}

/** The parts of the first requests with this library: their shares of a profile, in the CPU time without one. */
function summarizeParts (measured) {
  const columns = Object.entries(measured).flatMap(([version, languages]) => Object.entries(languages).map(([language, rounds]) => {
    return { title: `${language}, Node ${version}`, kinds: ['at once', 'loaded ahead'].map((kind) => partsOf(rounds, kind)) }
  }))
  const cellOf = (milliseconds) => milliseconds >= 0.05 ? figure(milliseconds, 1) : NONE
  return {
    header: ['part, ms: at once / loaded ahead', ...columns.map(({ title }) => title)],
    rows: NAMES.map((name) => [name, ...columns.map(({ kinds }) => kinds.map((parts) => cellOf(parts[name])).join(' / '))])
  }
}

/** @returns {Record<string, number>} the milliseconds of each part */
function partsOf (rounds, kind) {
  const sums = {}
  for (const { parts } of rounds[`parts ${kind}`]) {
    for (const [name, milliseconds] of Object.entries(parts)) sums[name] = (sums[name] ?? 0) + milliseconds
  }
  const total = Object.values(sums).reduce((sum, each) => sum + each)
  return mapValues(sums, (sum) => sum / total * median(millisecondsOf(rounds[kind])))
}

module.exports = { summarizeCold, summarizeIdle, summarizeLoading, summarizeParts, summarizeRequests, summarizeStarts }
