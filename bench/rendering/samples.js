'use strict'

/** So many other pages, one at each render. */
const SAMPLES = 16

/**
 * @param {Pick<import('./contests').Page, 'data'>} page
 * @returns {(i: number) => object} gives the locals of one of the samples, in a
 *   new object, as Express merges them for each request
 */
function createSamples ({ data }) {
  const samples = Array.from({ length: SAMPLES }, (_, i) => data(i + 1))
  return (i) => ({ ...samples[i % SAMPLES] })
}

module.exports = { SAMPLES, createSamples }
