'use strict'

/** Counter of the page that is verified and prebuilt if every request asks for a new page. */
const SAMPLE = 7
/** Number of different pages that a renderer renders in rotation. */
const SAMPLES = 16

/** Returns the counters of the pages that are verified and prebuilt. */
const samples = ({ pages }) => pages === undefined ? [SAMPLE] : Array.from({ length: pages }, (_, n) => n)

/** @returns {() => number} returns the counter of the next request's page */
function createCounter ({ pages }) {
  let requests = 0
  return pages === undefined ? () => ++requests : () => requests++ % pages
}

/** @returns {(i: number) => object} returns the locals of one of the samples, in a new object, as Express merges them for each request */
function createSamples ({ data }) {
  const samples = Array.from({ length: SAMPLES }, (_, i) => data(i + 1))
  return (i) => ({ ...samples[i % SAMPLES] })
}

module.exports = { SAMPLES, createCounter, createSamples, samples }
