'use strict'

const path = require('node:path')
const { version } = require('../../package.json')
const { ratios, spread } = require('../measure/statistics')

/**
 * The document that `compare --json` prints.
 *
 * @typedef {object} Comparison
 * @property {string} version of buffered-render
 * @property {string} node version of Node
 * @property {string} name of the view, as passed to `res.render`
 * @property {string} file relative to the working directory, with `/` as the separator
 * @property {string} language name of the dialect
 * @property {boolean} identical whether both sides gave the same pages, or threw the same error
 * @property {{ engine?: Thrown, ours?: Thrown }} [errors] thrown by the sides
 * @property {import('./difference').Difference} [difference] where the pages first differ
 * @property {string} [engineFallback] reason for an engine fallback, as a predicate whose subject is the
 *   template
 * @property {boolean} [changes] whether the engine's page differs from render to render
 * @property {boolean} [sentAsIs] whether buffered-render sends the page without a coding to a
 *   client that accepts gzip, because most of it is text too short to be deflated at each render
 * @property {number} [rounds] number of measurements
 * @property {Measured} [page] rendering to bytes; missing if the pages differ
 * @property {Measured} [gzip] rendering for a client that accepts gzip; missing if pages of this
 *   length are not compressed
 *
 * @typedef {object} Measured
 * @property {SideMeasured} engine
 * @property {SideMeasured} ours
 * @property {Spread} ratio of our renders per second to the engine's, of each round
 *
 * @typedef {object} SideMeasured
 * @property {number} bytes of the body
 * @property {number[]} microseconds of processor time per render, by round
 * @property {Spread} rendersPerSecond of processor time
 * @property {Spread} bytesPerSecond of the uncompressed page
 *
 * @typedef {{ median: number, min: number, max: number }} Spread
 * @typedef {{ name: string, message: string }} Thrown
 */

/**
 * @param {import('./subject').Subject} subject
 * @param {import('./rounds').Compared} compared
 * @param {string} [engineFallback] see `Comparison`
 * @returns {Comparison}
 */
function describe ({ view: { file, name }, dialect }, compared, engineFallback) {
  const { microseconds: { page, gzip }, bytes, gzip: members, changes, sentAsIs, ...found } = compared
  return {
    version,
    node: process.version,
    name,
    file: path.relative('', file).split(path.sep).join('/'),
    language: dialect.name,
    ...found,
    ...engineFallback && { engineFallback },
    ...changes && { changes },
    ...sentAsIs && { sentAsIs },
    ...page && { rounds: page.ours.length, page: measured(page, { engine: bytes, ours: bytes }, bytes) },
    ...members && { gzip: measured(gzip, members, bytes) }
  }
}

/**
 * @param {import('./rounds').Times} times
 * @param {Record<'engine' | 'ours', number>} bodies lengths in bytes
 * @param {number} bytes of the page
 * @returns {Measured}
 */
function measured (times, bodies, bytes) {
  const side = (name) => {
    const rendersPerSecond = times[name].map((microseconds) => 1e6 / microseconds)
    return {
      bytes: bodies[name],
      microseconds: times[name],
      rendersPerSecond: spread(rendersPerSecond),
      bytesPerSecond: spread(rendersPerSecond.map((renders) => renders * bytes))
    }
  }
  return { engine: side('engine'), ours: side('ours'), ratio: spread(ratios(times.engine, times.ours)) }
}

module.exports = { describe }
