'use strict'

const { figure } = require('../../bin/measure/figures')
const { median, ratios } = require('../../bin/measure/statistics')
const { NONE, gain, ratioOf, times } = require('../table')

/** Decimal places of microseconds, as many as are stored. */
const DIGITS = 3
/** How many views are shown by name, and measured over HTTP. */
const SLOWEST = 5

const ratio = ({ engine, ours }) => ratioOf([engine], [ours], DIGITS)
/** @returns {number[]} of the pairs of requests */
const ofRequests = ({ requests: { engine, ours } }) => ratios(engine, ours)
/** Smaller views are parts of a page. */
const pagesOf = (views) => views.filter(({ bytes }) => bytes >= 1024)

/** @param {object[]} measured projects, see `measureProject` of `real.js` */
function summarizeProjects (measured) {
  const ratios = ['median ratio (lowest)', 'below 1.00×']
  return {
    header: ['project', 'language', 'not rendered', 'views', ...ratios, 'of 1 KB or more', ...ratios],
    rows: measured.map(({ name, language, notRendered, views }) => [
      name, language, figure(notRendered), ...[views, pagesOf(views)].flatMap(cellsOf)
    ])
  }
}

/** @returns {string[]} how many views, and their ratios */
function cellsOf (views) {
  if (views.length === 0) return ['0', NONE, NONE]
  const ratios = views.map(ratio)
  return [figure(views.length), `${times(median(ratios))} (${times(Math.min(...ratios))})`, figure(ratios.filter((ratio) => ratio < 1).length)]
}

/** @returns {{ project: string, view: object }[]} the views of 1 KB or more that gain least */
function slowestOf (measured) {
  const pages = measured.flatMap(({ name, views }) => pagesOf(views).map((view) => ({ project: name, view })))
  return pages.sort((a, b) => ratio(a.view) - ratio(b.view)).slice(0, SLOWEST)
}

function summarizeSlowest (measured) {
  const pages = measured.flatMap(({ views }) => pagesOf(views))
  const below = pages.filter((view) => ratio(view) < 1)
  return {
    title: `Of the ${figure(pages.length)} views of 1 KB or more, ${figure(below.length)} are slower than with their engines. The slowest of all, also by the CPU time of a request`,
    header: ['project, view', 'bytes', 'engine µs', 'buffered-render µs', 'by name µs', 'ratio to engine', 'request, engine / buffered-render', 'request, engine µs'],
    rows: slowestOf(measured).map(({ project, view: { view, bytes, engine, ours, named, requests } }) => [
      `${project}, ${view}`, figure(bytes), ...[engine, ours, named].map((micros) => figure(micros, DIGITS)), times(ratio({ engine, ours })),
      gain(ofRequests({ requests })), figure(median(requests.engine), 1)
    ])
  }
}

/** @returns {string} what the slowest views lose in rendering and gain in a request */
function sentenceOfSlowest (measured) {
  const views = slowestOf(measured).map(({ view }) => view)
  const between = (values, digits) => `${figure(Math.min(...values), digits)} to ${figure(Math.max(...values), digits)}`
  return `Of ${figure(measured.flatMap(({ views }) => pagesOf(views)).length)} views of public projects, the ${SLOWEST} that gain least render at ` +
    `${between(views.map(ratio), 2)} times the speed of their engines (by ${between(views.map(({ engine, ours }) => ours - engine), 1)} µs); ` +
    `requests for them are answered at ${between(views.map((view) => median(ofRequests(view))), 2)} times that of Express alone.`
}

module.exports = { sentenceOfSlowest, slowestOf, summarizeProjects, summarizeSlowest }
