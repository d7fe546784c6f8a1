'use strict'

const path = require('node:path')
const ejs = require('ejs')
const { createRenderer } = require('buffered-render')
const { EJS_VIEWS, TITLES, ejsPages } = require('./pages')
const { timeInTurns } = require('../bin/measure/stopwatch')

const ROUNDS = 9

/**
 * The time to read, compile and render a view that is not cached yet, with the views that it
 * includes.
 *
 * @typedef {object} Compilation
 * @property {string} page
 * @property {Record<'engine' | 'ours', number[]>} microseconds by round
 */

/**
 * @returns {Promise<Compilation[]>} of the EJS views
 * @throws {Error} if a page differs from the engine's
 */
async function measureCompilations () {
  const measured = []
  for (const page of Object.keys(ejsPages)) measured.push(await measureCompilation(page))
  return measured
}

async function measureCompilation (page) {
  const calls = callsOf(ejsPages[page])
  const [expected, rendered] = [await calls.engine(), await calls.ours()]
  if (rendered.toString() !== expected) throw new Error(`compile: the page ${page} differs from the page of EJS`)

  const { engine, ours } = await timeInTurns(calls, { rounds: ROUNDS, title: `compile, ${page}` })
  const microseconds = (list) => list.map((nanoseconds) => nanoseconds / 1000)
  return { page: TITLES[page], microseconds: { engine: microseconds(engine), ours: microseconds(ours) } }
}

function callsOf ({ view, data }) {
  const file = path.join(EJS_VIEWS.views, `${view}.ejs`)
  const renderer = createRenderer(EJS_VIEWS)
  return {
    engine () {
      ejs.clearCache()
      return ejs.renderFile(file, data(1), { cache: true })
    },
    ours () {
      renderer.clear()
      return renderer.render(view, data(1))
    }
  }
}

module.exports = { measureCompilations }
