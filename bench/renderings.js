'use strict'

const { Child } = require('../bin/measure/child')
const progress = require('../bin/measure/progress')
const rotate = require('../bin/measure/rotate')
const { SAMPLES } = require('./counters')
const { pageDifference } = require('./difference')
const renderers = require('./rendering/renderers')

/** Milliseconds of processor time: on Node 24 it takes a second until the compiler is done with all. */
const WARM_UP = 1000
/** Likewise: long enough for several collections of garbage. */
const TURN = 200
/** Seconds that a turn may take, and a render in a process that has just been started. */
const PATIENCE = 60

/**
 * What it takes to render a page to bytes.
 *
 * @typedef {object} Rendering
 * @property {string} name of the contest
 * @property {string} page
 * @property {number} expected see `rendering/contests.js`
 * @property {number} bytes
 * @property {Record<string, number[]>} microseconds of a render, by renderer and round
 */

/**
 * Measures renderers beside each other. Each has a process of its own: what one
 * has the compiler expect is not to slow down the other. Each round has new ones:
 * what the compiler makes of the same code differs from process to process.
 *
 * @throws {Error} naming the contest, the renderer and the difference, if they render other pages
 */
async function measureRendering ({ name, title, page, renderers, expected }, rounds) {
  const microseconds = Object.fromEntries(renderers.map((renderer) => [renderer, []]))
  let bytes
  for (let round = 1; round <= rounds; round++) {
    progress.show(`${title}: round ${round} of ${rounds}`)
    const children = Object.fromEntries(renderers.map((renderer) => [renderer, new Child('bench/rendering/renderer.js', [title, renderer])]))
    try {
      bytes = await verify(children)
      await takeTurns(children, { round, microseconds })
    } catch (error) {
      throw new Error(`${title}: ${error.message}`, { cause: error })
    } finally {
      for (const child of Object.values(children)) child.kill()
    }
  }
  return { name, page: page.title, expected, bytes, microseconds }
}

async function takeTurns (children, { round, microseconds }) {
  await Promise.all(Object.values(children).map((child) => child.ask({ turn: WARM_UP }, PATIENCE)))
  for (const renderer of rotate(Object.keys(children), round)) {
    microseconds[renderer].push(await children[renderer].ask({ turn: TURN }, PATIENCE) / 1000)
  }
}

/**
 * Makes sure that all render the pages that the first of them renders.
 *
 * @param {Record<string, import('../../bin/measure/child').Child>} children of `renderer.js`, by the renderer's name
 * @returns {Promise<number>} the bytes of the first page
 * @throws {Error} that names the renderer and says where two pages part
 */
async function verify (children) {
  const pages = []
  for (let i = 0; i < SAMPLES; i++) pages.push(await verifyPage(Object.entries(children), i))
  return pages[0].length
}

async function verifyPage ([[first, child], ...others], i) {
  const expected = await ask(first, child, i)
  for (const [name, other] of others) {
    const difference = pageDifference(await ask(name, other, i), expected)
    if (difference) throw new Error(`page ${i + 1} of ${name} is not that of ${first}: ${difference}`)
  }
  return expected.body
}

async function ask (name, child, i) {
  return { language: renderers[name].language, body: Buffer.from(await child.ask(i, PATIENCE), 'base64') }
}

module.exports = { measureRendering, verify }
