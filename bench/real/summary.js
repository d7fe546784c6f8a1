'use strict'

const { figure } = require('../../bin/measure/figures')
const { median } = require('../../bin/measure/statistics')
const { NONE, ratioOf, times } = require('../table')

/** Decimal places of microseconds, as many as are stored. */
const DIGITS = 3

const ratio = ({ engine, ours }) => ratioOf([engine], [ours], DIGITS)
/** Smaller views are parts of a page. */
const pagesOf = (views) => views.filter(({ bytes }) => bytes >= 1024)

/** @param {object[]} measured projects, see `measureProject` of `real.js` */
function summarizeProjects (measured) {
  const ratios = ['median ratio', 'lowest', 'below 1.00×']
  return {
    header: ['project', 'licence', 'language', 'not rendered', 'views', ...ratios, 'of 1 KB or more', ...ratios],
    rows: measured.map(({ name, license = NONE, language, notRendered, views }) => [
      name, license, language, figure(notRendered), ...[views, pagesOf(views)].flatMap(cellsOf)
    ])
  }
}

/** @returns {string[]} how many views, and their ratios */
function cellsOf (views) {
  if (views.length === 0) return ['0', NONE, NONE, NONE]
  const ratios = views.map(ratio)
  return [figure(views.length), times(median(ratios)), times(Math.min(...ratios)), figure(ratios.filter((ratio) => ratio < 1).length)]
}

/** @param {object[]} measured the same projects */
function summarizeSlowest (measured) {
  const pages = measured.flatMap(({ name, views }) => pagesOf(views).map((view) => ({ ...view, name })))
  const below = pages.filter((view) => ratio(view) < 1)
  return {
    title: `Of the ${figure(pages.length)} views of 1 KB or more, ${figure(below.length)} are slower than by their engines. The slowest of all`,
    header: ['project, view', 'bytes', 'engine µs', 'buffered-render µs', 'by name µs', 'ratio to engine'],
    rows: pages.sort((a, b) => ratio(a) - ratio(b)).slice(0, 5).map(({ name, view, bytes, engine, ours, named }) => [
      `${name}, ${view}`, figure(bytes), ...[engine, ours, named].map((micros) => figure(micros, DIGITS)), times(ratio({ engine, ours }))
    ])
  }
}

module.exports = { summarizeProjects, summarizeSlowest }
