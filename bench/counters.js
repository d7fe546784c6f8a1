'use strict'

/** Of the page that is verified and made in advance where every request asks for another. */
const SAMPLE = 7
/** So many other pages of a renderer, one at each render. */
const SAMPLES = 16

/** The counters of the pages that are verified and made in advance. */
function samples ({ pages }) {
  return pages === undefined ? [SAMPLE] : Array.from({ length: pages }, (_, n) => n)
}

/** @returns {() => number} the counter of the page that the next request asks for */
function createCounter ({ pages }) {
  let requests = 0
  return pages === undefined ? () => ++requests : () => requests++ % pages
}

/**
 * @returns {(i: number) => object} gives the locals of one of the samples, in a
 *   new object, as Express merges them for each request
 */
function createSamples ({ data }) {
  const samples = Array.from({ length: SAMPLES }, (_, i) => data(i + 1))
  return (i) => ({ ...samples[i % SAMPLES] })
}

module.exports = { SAMPLES, createCounter, createSamples, samples }
