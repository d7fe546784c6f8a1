'use strict'

const { Child } = require('./child')
const pages = require('./dialects/pages')
const { verify } = require('./dialects/verify')
const progress = require('./progress')

const SIDES = ['engine', 'ours']
/** Milliseconds of processor time: on Node 24 it takes a second until the compiler is done with both. */
const WARM_UP = 1000
/** Likewise: long enough for several collections of garbage. */
const TURN = 200
/** Seconds that a turn may take. */
const PATIENCE = 60

/**
 * What it takes to render a page to bytes in one language.
 *
 * @typedef {object} Rendering
 * @property {string} dialect
 * @property {string} page
 * @property {number} bytes
 * @property {Record<'engine' | 'ours', number[]>} microseconds of a render, by round
 */

/**
 * Measures dialects beside their engines. Each side has a process of its own:
 * what one has the compiler expect is not to slow down the other. Each round has
 * new ones: what the compiler makes of the same code differs from process to process.
 *
 * @param {string[]} dialects names
 * @param {number} rounds
 * @returns {Promise<Rendering[]>}
 * @throws {Error} naming dialect, page and difference, if they render other bytes
 */
async function measureDialects (dialects, rounds) {
  const measured = []
  for (const dialect of dialects) {
    for (const page of Object.keys(pages)) measured.push(await measure(dialect, page, rounds))
  }
  return measured
}

async function measure (dialect, page, rounds) {
  const title = `${dialect}, ${page}`
  const rendering = { dialect, page, bytes: 0, microseconds: { engine: [], ours: [] } }
  for (let round = 1; round <= rounds; round++) {
    progress.show(`${title}: round ${round} of ${rounds}`)
    const sides = Object.fromEntries(SIDES.map((side) => [side, new Child('dialects/side.js', [dialect, page, side])]))
    try {
      rendering.bytes = await verify(sides)
      await takeTurns(sides, round, rendering.microseconds)
    } catch (error) {
      throw new Error(`${title}: ${error.message}`, { cause: error })
    } finally {
      for (const side of SIDES) sides[side].kill()
    }
  }
  return rendering
}

async function takeTurns (sides, round, microseconds) {
  await Promise.all(SIDES.map((side) => sides[side].ask({ turn: WARM_UP }, PATIENCE)))
  for (const side of round % 2 === 0 ? SIDES : SIDES.toReversed()) {
    microseconds[side].push(await sides[side].ask({ turn: TURN }, PATIENCE) / 1000)
  }
}

module.exports = { measureDialects }
