'use strict'

const { measureFile, summarizeFile } = require('./file')
const { measureFirstByte, summarizeFirstByte } = require('./first-byte')
const { measureReaders, summarizeReaders } = require('./readers')
const { measureThroughput, summarizeThroughput } = require('./throughput')

/**
 * What is measured, one after the other.
 *
 * @type {Record<string, Part>}
 *
 * @typedef {object} Part
 * @property {(how: import('./options').Options) => Promise<object[]>} measure gives plain data
 * @property {(measured: object[]) => import('../tables/cells').Table[]} summarize
 */
const parts = {
  'first-byte': { measure: measureFirstByte, summarize: summarizeFirstByte },
  throughput: { measure: measureThroughput, summarize: summarizeThroughput },
  readers: { measure: measureReaders, summarize: summarizeReaders },
  file: { measure: measureFile, summarize: summarizeFile }
}

module.exports = { parts }
