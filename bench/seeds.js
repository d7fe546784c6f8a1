'use strict'

// The texts about Buffers that this project grew from state figures, as docs/benchmark.md says. These are measured here:
//
// - *Buffer与性能*: a string or a Buffer in a response, and files read in chunks
// - *Node File Read Performance*: files read in chunks
// - *Learn More About the Use of Nodejs Buffer*: a string or a Buffer

const { measureBodies, summarizeBodies } = require('./seeds/bodies')
const { measureReads, summarizeReads } = require('./seeds/reads')

/**
 * @returns {Promise<{ bodies: import('./seeds/bodies').Body[], reads: import('./seeds/reads').Reads[] }>} plain data
 * @throws {Error} if bytes sent or read are wrong
 */
async function measureSeeds (how) {
  return { bodies: await measureBodies(how), reads: await measureReads(how) }
}

function summarizeSeeds ({ bodies, reads }) {
  return [summarizeBodies(bodies), summarizeReads(reads)]
}

module.exports = { measureSeeds, summarizeSeeds }
