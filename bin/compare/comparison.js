'use strict'

const path = require('node:path')
const { version } = require('../../package.json')
const { ratios, spread } = require('../measure/statistics')

/**
 * What `compare --json` prints.
 *
 * @typedef {object} Comparison
 * @property {string} version of buffered-render
 * @property {string} node its version
 * @property {string} name of the view, as `res.render` is given it
 * @property {string} file from the working directory, with `/` between folders
 * @property {string} language the name of its dialect
 * @property {boolean} identical whether both sides gave the same pages, or threw the same error
 * @property {{ engine?: Thrown, ours?: Thrown }} [errors] what a side threw
 * @property {import('./difference').Difference} [difference] where the pages part
 * @property {string} [whole] why the engine itself renders the view here too, if it does: the
 *   rest of a sentence that begins with the template
 * @property {boolean} [changes] whether the engine's page is another one at each render
 * @property {boolean} [sentAsIs] whether buffered-render sends the page as it is also to a client
 *   that takes gzip, since it is mostly text that is too short to be deflated at each render
 * @property {number} [rounds] that were measured
 * @property {Measured} [page] what it takes to render to bytes; nothing if the pages differ
 * @property {Measured} [gzip] to render to what a client is sent that takes gzip; nothing if
 *   pages of this length are not compressed
 *
 * @typedef {object} Measured
 * @property {SideMeasured} engine
 * @property {SideMeasured} ours
 * @property {Spread} ratio our renders per second to those of the engine, of each round
 *
 * @typedef {object} SideMeasured
 * @property {number} bytes of the body
 * @property {number[]} microseconds of processor time for a render, by round
 * @property {Spread} rendersPerSecond of processor time
 * @property {Spread} bytesPerSecond of the page, before it is compressed
 *
 * @typedef {{ median: number, min: number, max: number }} Spread
 * @typedef {{ name: string, message: string }} Thrown
 */

/**
 * @param {import('./subject').Subject} subject
 * @param {import('./rounds').Compared} compared
 * @param {string} [whole] see `Comparison`
 * @returns {Comparison}
 */
function describe ({ view: { file, name }, dialect }, compared, whole) {
  const { microseconds: { page, gzip }, bytes, gzip: members, changes, sentAsIs, ...found } = compared
  return {
    version,
    node: process.version,
    name,
    file: path.relative('', file).split(path.sep).join('/'),
    language: dialect.name,
    ...found,
    ...whole && { whole },
    ...changes && { changes },
    ...sentAsIs && { sentAsIs },
    ...page && { rounds: page.ours.length, page: measured(page, { engine: bytes, ours: bytes }, bytes) },
    ...members && { gzip: measured(gzip, members, bytes) }
  }
}

/**
 * @param {import('./rounds').Times} times
 * @param {Record<'engine' | 'ours', number>} bodies their bytes
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
