'use strict'

const { figure, range } = require('../../bin/measure/figures')
const mapValues = require('../map-values')
const { median, ratios } = require('../../bin/measure/statistics')
const { atLeast, gains, join } = require('./cells')

/** @typedef {import('../renderings').Rendering} Rendering */

const isOurs = (renderer) => renderer.startsWith('buffered-render')

/**
 * Microseconds of each renderer for each page.
 *
 * @param {Rendering[]} renderings of the same renderers
 * @returns {import('./cells').Table}
 */
function summarizeRenderings (renderings) {
  const renderers = Object.keys(renderings[0]?.microseconds ?? {})
  return {
    title: 'Rendering to bytes, µs',
    header: ['renderer', ...renderings.map(({ page, bytes }) => `${page}, ${figure(bytes)} bytes`)],
    rows: renderers.map((renderer) => [renderer, ...renderings.map(({ microseconds }) => range(microseconds[renderer], 1))])
  }
}

/**
 * Ours beside the fastest of those that make a string.
 *
 * @param {Rendering[]} renderings
 * @returns {import('./cells').Table}
 */
function summarizeFastest (renderings) {
  return {
    title: 'Rendering to bytes: ours to the fastest other one',
    header: ['page', 'ours', 'fastest other', 'ratio', 'min–max', 'expected'],
    rows: renderings.flatMap((rendering) => Object.keys(rendering.microseconds).filter(isOurs).map((ours) => {
      const fastest = fastestOther(rendering)
      const gained = ratios(rendering.microseconds[fastest], rendering.microseconds[ours])
      return [rendering.page, ours, fastest, ...gains(gained), join(atLeast(median(gained), rendering.expected))]
    }))
  }
}

function fastestOther ({ microseconds }) {
  const medians = mapValues(microseconds, median)
  return Object.keys(medians).filter((renderer) => !isOurs(renderer)).reduce((a, b) => medians[b] < medians[a] ? b : a)
}

/**
 * What a page costs in each language, by its engine and by ours.
 *
 * @param {Rendering[]} renderings of two renderers each
 * @returns {import('./cells').Table}
 */
function summarizeDialects (renderings) {
  return {
    title: 'Dialects: rendering to bytes',
    header: ['language, page', 'bytes', 'engine µs', 'buffered-render µs', 'ratio to engine', 'min–max', 'expected'],
    rows: renderings.map(({ name, page, bytes, microseconds, expected }) => {
      const [engine, ours] = Object.values(microseconds)
      const gained = ratios(engine, ours)
      return [
        `${name}, ${page}`,
        figure(bytes),
        ...[engine, ours].map((values) => range(values, 1)),
        ...gains(gained),
        join(atLeast(median(gained), expected, 'engine'))
      ]
    })
  }
}

module.exports = { summarizeDialects, summarizeFastest, summarizeRenderings }
