'use strict'

const { Child } = require('../bin/measure/child')
const progress = require('../bin/measure/progress')
const { SAMPLES } = require('./counters')
const { pageDifference } = require('./difference')
const { rotate } = require('./interleave')
const renderers = require('./rendering/renderers')

/** Milliseconds of CPU time: V8 in Node 24 takes about a second to optimise all renderers. */
const WARM_UP = 1000
/** Milliseconds of CPU time: long enough for several garbage collections. */
const TURN = 200
/** Seconds to wait for a turn, and for the first render of a new process. */
const PATIENCE = 60

/** @typedef {{ name: string, page: string, bytes: number, microseconds: Record<string, number[]> }} Rendering of a contest: microseconds per render, by renderer and round */

/**
 * Measures renderers. Each runs in its own process, so that type feedback from one does not slow down the others. Each
 * round starts new processes, since V8 optimises the same code differently from process to process.
 *
 * @throws {Error} with contest, renderer and difference, if the pages differ
 */
async function measureRendering ({ name, title, page, renderers }, rounds) {
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
  return { name, page: page.title, bytes, microseconds }
}

async function takeTurns (children, { round, microseconds }) {
  await Promise.all(Object.values(children).map((child) => child.ask({ turn: WARM_UP }, PATIENCE)))
  for (const renderer of rotate(Object.keys(children), round)) {
    microseconds[renderer].push(await children[renderer].ask({ turn: TURN }, PATIENCE) / 1000)
  }
}

/**
 * @returns {Promise<number>} bytes of the first page
 * @throws {Error} with the renderer and the first difference, unless all renderers render the same pages as the first
 */
async function verify (children) {
  const ask = async (name, i) => ({ language: renderers[name].language, body: Buffer.from(await children[name].ask(i, PATIENCE), 'base64') })
  const [first, ...others] = Object.keys(children)
  const pages = []
  for (let i = 0; i < SAMPLES; i++) {
    pages.push(await ask(first, i))
    for (const name of others) {
      const difference = pageDifference(await ask(name, i), pages[i])
      if (difference) throw new Error(`page ${i + 1} of ${name} differs from that of ${first}: it ${difference}`)
    }
  }
  return pages[0].body.length
}

module.exports = { measureRendering, verify }
