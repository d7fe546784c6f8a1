'use strict'

const path = require('node:path')
const { version } = require('../../package.json')
const { quartiles, ratios } = require('../measure/statistics')

/** The most that the quartiles of ratios are apart if they can show that there is no difference. */
const NOISE = 1.3

/**
 * The document that `compare --json` prints.
 *
 * @typedef {object} Comparison
 * @property {string} version the version of buffered-render
 * @property {string} node the version of Node
 * @property {string} name the name of the view, as passed to `res.render`
 * @property {string} file relative to the working directory, with `/` as the separator
 * @property {string} language the name of the dialect
 * @property {{ name: string, version?: string }} framework that of the app; without a version for `http`
 * @property {{ name: string, version: string }} [compression] the middleware that compresses in both, if it is
 *   installed
 * @property {boolean} identical whether both sides gave the same pages, or the same error
 * @property {{ alone?: Thrown, ours?: Thrown }} [errors] those of the sides
 * @property {import('../../lib/modes/difference').Difference} [difference] where the pages first differ
 * @property {{ view: string, reason: string }[]} [fallbacks] what is left to the engine or to Express: the view itself,
 *   or a file that it includes. The reason is a predicate whose subject is the view
 * @property {boolean} [changes] whether the page differs from render to render
 * @property {number} [bytes] the size of the page
 * @property {number} [pairs] the number of measurements, each of one side right after the other
 * @property {Measured[]} [ways] missing if the pages differ
 *
 * @typedef {object} Measured
 * @property {string} name that of the way to ask for the page
 * @property {string} title the same, for people
 * @property {SideMeasured} [alone] missing if nothing without this library answers likewise
 * @property {SideMeasured} ours
 * @property {Quartiles} [ratio] in each pair, the CPU time alone divided by that with this library
 * @property {Verdict} [verdict] `noisy`: too noisy to tell
 * @property {number} pair the index of the pair whose figures are shown: that with the median ratio
 *
 * @typedef {object} SideMeasured
 * @property {string} coding that of the body
 * @property {number} bytes the length of the body
 * @property {number[]} microseconds the CPU time per request, by pair
 *
 * @typedef {{ median: number, lower: number, upper: number }} Quartiles
 * @typedef {'gains' | 'nothing' | 'slower' | 'noisy'} Verdict
 * @typedef {{ name: string, message: string }} Thrown
 */

/** @returns {Comparison} */
function comparisonOf ({ view: { file, name }, language, framework }, compared) {
  const { measures, ways, fallbacks, changes, bytes, ...found } = compared
  const { compression } = framework
  return {
    version,
    node: process.version,
    name,
    file: path.relative('', file).split(path.sep).join('/'),
    language,
    framework: { name: framework.name, version: framework.package?.version },
    ...compression && { compression: { name: compression.name, version: compression.version } },
    ...found,
    ...fallbacks.length > 0 && { fallbacks },
    ...changes && { changes },
    ...bytes !== undefined && { bytes },
    ...ways && {
      pairs: measures.plain.ours.length,
      ways: ways.map((compared) => measured(compared, measures[compared.way.name]))
    }
  }
}

/** @returns {Measured} */
function measured ({ way: { name, title }, answers }, measures) {
  const side = (side) => measures[side] && {
    coding: answers[side].headers['content-encoding'] ?? 'identity',
    bytes: answers[side].bytes,
    microseconds: measures[side]
  }
  const [alone, ours] = [side('alone'), side('ours')]
  // Without the other side, the figures are those of the pair with the median time.
  const figures = alone ? ratios(alone.microseconds, ours.microseconds) : ours.microseconds
  const ratio = quartiles(figures.toSorted((a, b) => a - b))
  const found = { name, title, alone, ours, pair: figures.indexOf(ratio.median) }
  return alone ? { ...found, ratio, verdict: verdictOf(ratio) } : found
}

/** @returns {Verdict} what three of four pairs say */
function verdictOf ({ lower, upper }) {
  if (lower > 1) return 'gains'
  if (upper < 1) return 'slower'
  return upper > NOISE * lower ? 'noisy' : 'nothing'
}

module.exports = { comparisonOf }
