'use strict'

/** Of the page that is verified and made in advance where every request asks for another. */
const SAMPLE = 7

/**
 * The counters of the pages that are verified and made in advance.
 *
 * @param {Pick<import('./cases').Case, 'pages'>} page
 * @returns {number[]}
 */
function samples ({ pages }) {
  return pages === undefined ? [SAMPLE] : Array.from({ length: pages }, (_, n) => n)
}

/**
 * @param {Pick<import('./cases').Case, 'pages'>} page
 * @returns {() => number} the counter of the page that the next request asks for
 */
function createCounter ({ pages }) {
  let requests = 0
  return pages === undefined ? () => ++requests : () => requests++ % pages
}

module.exports = { createCounter, samples }
