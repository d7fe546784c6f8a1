'use strict'

const { channel } = require('node:diagnostics_channel')
const { runInThisContext } = require('node:vm')
const { quoted } = require('../util/printable')
const { withCode } = require('../util/errors')
const { Fallbacks } = require('../views/fallbacks')
const { MISSING } = require('../views/view-source')

/** The number of views that are counted: a request may name a view in any number of ways. */
const MOST_VIEWS = 10_000

/** In mode `report`, a view is compared at its first renders, so many if they do not differ, then at one of so many. */
const [ENOUGH, SELDOM] = [20, 100]

/** The results of a view, in the words of the line at exit for one view and for several. The first one that a view has counts there. */
const WORDS = {
  differs: ['differs', 'differ'],
  same: ['view the same', 'views the same'],
  sameError: ['throws the same error in both', 'throw the same error in both'],
  notCompared: ['cannot be compared', 'cannot be compared'],
  byEngine: ['is left to its engine', 'are left to their engine']
}
const RESULTS = Object.keys(WORDS)

/** Node's own: Jest gives each file of tests a copy, whose `exit` never comes. */
const nodeProcess = runInThisContext('process')

/** The property of `process` with the result of each view, of all renderers. @type {Map<string, keyof typeof WORDS>} */
const ALL = Symbol.for('buffered-render.checks')

/** Publishes each difference: `{ view, engine, message }`. */
const differences = channel('buffered-render:difference')

/** Counts what the comparisons of mode `check` show, and what is left to engines. */
class Checks extends Fallbacks {
  constructor ({ ctxRender }) {
    super()
    /** @type {Map<string, Record<'renders' | keyof typeof WORDS, number>>} */
    this.views = new Map()
    /** Pages that the engine has rendered for us: that they are the same proves nothing. @type {WeakSet<object>} */
    this.left = new WeakSet()
    if (nodeProcess[ALL] === undefined) begin()
    if (!ctxRender) warn('The option "ctxRender" is false, so ctx.render of Koa is not compared', 'BUFFERED_RENDER_NOT_COMPARED')
  }

  countsOf (view) {
    const name = this.views.has(view) || this.views.size < MOST_VIEWS ? view : ''
    if (!this.views.has(name)) this.views.set(name, { renders: 0, same: 0, differs: 0, sameError: 0, notCompared: 0, byEngine: 0 })
    return this.views.get(name)
  }

  /** Counts a render. @returns {boolean} whether it is compared */
  isDue (view) {
    this.countsOf(view).renders++
    return true
  }

  /** @returns {boolean} whether it is the first such result of the view */
  record (view, result) {
    const all = nodeProcess[ALL]
    const isBetter = all.has(view) ? RESULTS.indexOf(result) < RESULTS.indexOf(all.get(view)) : all.size < MOST_VIEWS
    if (isBetter) all.set(view, result)
    return ++this.countsOf(view)[result] === 1
  }

  recordRender (file, reason, rendered) {
    super.recordRender(file, reason)
    if (reason !== undefined && rendered !== undefined) this.left.add(rendered)
  }

  reportLeftToExpress (view, reason) {
    super.reportLeftToExpress(view, reason)
    if (typeof view === 'string' && reason !== MISSING) this.record(view, 'byEngine')
  }

  /** @param {string} reason the rest of a sentence that begins with the view */
  reportNotCompared (view, reason) {
    if (this.record(view, 'notCompared')) warn(`View ${quoted(view)} cannot be compared with its engine, because it ${reason}`, 'BUFFERED_RENDER_NOT_COMPARED')
  }

  reportDifference (view, engine, message) {
    differences.publish({ view, engine, message })
    this.fail(message, 'BUFFERED_RENDER_DIFFERENCE', this.record(view, 'differs'))
  }

  /** @throws the difference. The app or a test may swallow it */
  fail (message, code, isFirst) {
    if (isFirst) process.stderr.write(`${message}\n`)
    process.exitCode = 1
    throw withCode(code, new Error(message))
  }

  stats () {
    const checks = Object.fromEntries(this.views)
    return { ...super.stats(), checks, differences: Object.values(checks).reduce((sum, { differs }) => sum + differs, 0) }
  }
}

/** In mode `report`: warns of a difference, and compares a view seldom after its first renders. */
class Reports extends Checks {
  isDue (view) {
    super.isDue(view)
    const { renders, differs } = this.countsOf(view)
    return differs > 0 || renders <= ENOUGH || renders % SELDOM === 0
  }

  fail (message, code, isFirst) {
    if (isFirst) warn(message, code)
  }
}

function begin () {
  const all = nodeProcess[ALL] = new Map()
  nodeProcess.once('exit', () => nodeProcess.stderr.write(`buffered-render: ${summary([...all.values()])}\n`))
  if (process.env.NODE_ENV !== 'production') return
  warn('Views are rendered two to four times, with all that their helpers do: this mode of buffered-render is for tests and staging, see docs/proof.md', 'BUFFERED_RENDER_MODE')
}

function summary (results) {
  const words = RESULTS.map((name) => {
    const { length } = results.filter((result) => result === name)
    return length > 0 && `${length} ${WORDS[name][length === 1 ? 0 : 1]}`
  })
  return [!words[0] && !words[1] && 'no view was compared', ...words].filter(Boolean).join(', ')
}

function warn (message, code) {
  process.emitWarning(message, { code })
}

module.exports = { Checks, Reports }
