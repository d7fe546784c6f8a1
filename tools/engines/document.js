'use strict'

const { markdown } = require('../../bench/table')

const TABLE = /(?<=<!-- engines -->\n)[^]*?(?=\n<!-- \/engines -->)/
const HEADER = ['engine', 'spliced versions', 'templates that the oldest splices', 'the newest']

/**
 * What was tried of one version: templates, of which some do not compile, and others are rendered by the engine.
 *
 * @typedef {{ name: string, version: string, templates: number, failed: number, left: number }} Result
 *
 * @param {Result} oldest of a range
 * @param {Result} newest
 * @returns {string[]}
 */
function rowOf (oldest, newest) {
  const versions = oldest.version === newest.version ? oldest.version : `${oldest.version} to ${newest.version}`
  return [oldest.name, versions, ...[oldest, newest].map((result) => `${splicedIn(result)} of ${result.templates}`)]
}

/** @returns {number} */
const splicedIn = ({ templates, failed, left }) => templates - failed - left

/** @returns {[oldest: string, newest: string]} the versions of a row */
function rangeOf ([, versions]) {
  const [oldest, newest = oldest] = versions.split(' to ')
  return [oldest, newest]
}

/**
 * @param {string} document
 * @param {string[][]} rows
 * @returns {string} the document with these rows as its table
 */
function withRows (document, rows) {
  return document.replace(TABLE, () => markdown({ header: HEADER, rows }))
}

/**
 * @param {string} document
 * @returns {string[][]} the rows of its table
 */
function rowsIn (document) {
  const [, , ...lines] = TABLE.exec(document)[0].split('\n')
  return lines.map((line) => line.slice(2, -2).split(' | '))
}

module.exports = { rangeOf, rowOf, rowsIn, splicedIn, withRows }
