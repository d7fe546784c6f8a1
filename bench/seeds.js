'use strict'

// The texts about Buffers that this project grew from state figures. These are
// measured here, on this machine:
//
// 000  Buffer与性能: a string or a Buffer in a response, and files read in chunks
// 001  Node File Read Performance: files read in chunks
// 003  Learn More About the Use of Nodejs Buffer: a string or a Buffer
// 004  进阶：性能优化之缓冲: coalesced small writes

const bodies = require('./seeds/bodies')
const reads = require('./seeds/reads')
const writes = require('./seeds/writes')

/**
 * @typedef {object} Seeds
 * @property {import('./seeds/bodies').Body[]} bodies
 * @property {import('./seeds/reads').Reads[]} reads
 * @property {import('./seeds/writes').Writes[]} writes
 */

/**
 * @param {object} [how]
 * @param {number} [how.rounds] to count, after a warm-up
 * @param {number} [how.seconds] length of a server's turn
 * @returns {Promise<Seeds>} plain data
 * @throws {Error} if bytes sent, read or written are wrong
 */
async function measureSeeds ({ rounds = 3, seconds = 2 } = {}) {
  const how = { rounds, seconds }
  return {
    bodies: await bodies.measureBodies(how),
    reads: await reads.measureReads(how),
    writes: await writes.measureWrites(how)
  }
}

function summarizeSeeds (seeds) {
  return [bodies.summarizeBodies(seeds.bodies), reads.summarizeReads(seeds.reads), writes.summarizeWrites(seeds.writes)]
}

module.exports = { measureSeeds, summarizeSeeds }
