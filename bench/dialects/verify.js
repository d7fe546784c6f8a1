'use strict'

const { difference } = require('../soak/difference')
const { SAMPLES } = require('./samples')

/** Seconds that a render may take, in a process that has just been started. */
const PATIENCE = 60

/**
 * Makes sure that ours renders the pages that the engine renders.
 *
 * @param {Record<'engine' | 'ours', import('../child').Child>} sides of `side.js`
 * @returns {Promise<number>} the bytes of the first page
 * @throws {Error} that says where two pages part
 */
async function verify (sides) {
  const pages = []
  for (let i = 0; i < SAMPLES; i++) pages.push(await verifyPage(sides, i))
  return pages[0].length
}

async function verifyPage ({ engine, ours }, i) {
  const expected = await ask(engine, i)
  const found = difference(await ask(ours, i), expected)
  if (found) throw new Error(`page ${i + 1} of buffered-render is not that of the engine: ${found}`)
  return expected
}

async function ask (side, i) {
  return Buffer.from(await side.ask(i, PATIENCE), 'base64')
}

module.exports = { verify }
