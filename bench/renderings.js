'use strict'

const { Child } = require('../bin/measure/child')
const { SAMPLES } = require('./counters')
const { pageDifference } = require('./difference')
const { addPairs, groupsOf, inProcesses } = require('./pairs')
const renderers = require('./rendering/renderers')

/** Milliseconds of CPU time: V8 in Node 24 takes about a second to optimise all renderers. */
const WARM_UP = 1000
/** Milliseconds of CPU time: long enough for several collections of new objects. */
const TURN = 100
/** Seconds to wait for a turn, and for the first render of a new process. */
const PATIENCE = 60

/** @typedef {{ name: string, page: string, bytes: number, groups: import('./pairs').Groups }} Rendering of a contest: microseconds per render */

/**
 * Measures renderers. Each runs in its own process, so that type feedback from one does not slow down the others.
 *
 * @throws {Error} with contest, renderer and difference, if the pages differ
 */
async function measureRendering ({ name, title, page, renderers }, pairs) {
  const groups = groupsOf(renderers)
  let bytes
  await inProcesses(pairs, async (some) => {
    const children = Object.fromEntries(renderers.map((renderer) => [renderer, new Child('bench/rendering/renderer.js', [title, renderer])]))
    try {
      bytes = await verify(children)
      await Promise.all(Object.values(children).map((child) => child.ask({ turn: WARM_UP }, PATIENCE)))
      const takeTurn = async (renderer) => await children[renderer].ask({ turn: TURN }, PATIENCE) / 1000
      await addPairs(groups, { title, pairs: some, takeTurn })
    } catch (error) {
      throw new Error(`${title}: ${error.message}`, { cause: error })
    } finally {
      for (const child of Object.values(children)) child.kill()
    }
  })
  return { name, page: page.title, bytes, groups }
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
