'use strict'

const { channel } = require('node:diagnostics_channel')
const { quoted } = require('../util/printable')
const { withCode } = require('../util/errors')
const { nodeProcess, nodesNextTick } = require('../util/natives')
const { RenderLog } = require('../views/render-log')
const { MISSING } = require('../views/view-source')
const { describeDifference, titleOf } = require('./difference')

/** Why a view cannot be compared: the rest of a sentence that begins with the view. */
const NO_ENGINE = 'has a dialect without "byEngine"'
const NOT_REPEATED = 'is different when its engine renders it again: ' +
  'it depends on the time, on chance, or on locals that it changes'
const NOT_VALUES = 'prints a promise or stream that is not among the locals of renderStream, or one of those fails'

/** The most views that are counted: a request may name a view in any number of ways. */
const MOST_VIEWS = 10_000

/** In mode `report`: compare the first 20 renders of a view; after that, if none differed, one in 100. */
const [ENOUGH, SELDOM] = [20, 100]

/**
 * Result → its wording in the exit summary, for one view and for several. A view with several results counts by the one
 * that comes first here.
 */
const WORDS = {
  differs: ['differs', 'differ'],
  same: ['view the same', 'views the same'],
  sameError: ['throws the same error in both', 'throw the same error in both'],
  notCompared: ['cannot be compared', 'cannot be compared'],
  byEngine: ['is left to its engine', 'are left to their engine']
}
const RESULTS = Object.keys(WORDS)

/** The counts of a view before its first render. */
const NONE = { renders: 0, same: 0, differs: 0, sameError: 0, notCompared: 0, byEngine: 0 }

/** The property of `process` with the result of each view, of all renderers. @type {Map<string, keyof typeof WORDS>} */
const ALL = Symbol.for('buffered-render.checks')

const DIFFERENCE = 'BUFFERED_RENDER_DIFFERENCE'
const NOT_COMPARED = 'BUFFERED_RENDER_NOT_COMPARED'

/** What runners set in workers, whose exit code they do not read. An uncaught error fails the test that is running. */
const WORKERS = ['JEST_WORKER_ID', 'MOCHA_WORKER_ID', 'VITEST_WORKER_ID']

/** Publishes each difference: `{ view, engine, message }`. */
const differences = channel('buffered-render:difference')

/** Counts what the comparisons of mode `check` show, and what is left to engines. */
class Checks extends RenderLog {
  constructor ({ ctxRender }) {
    super()
    /** File → its name and counts: apps may have different views of one name. @type {Map<string, object>} */
    this.views = new Map()
    if (nodeProcess[ALL] === undefined) begin()
    if (!ctxRender) warn('The option "ctxRender" is false, so ctx.render of Koa is not compared', NOT_COMPARED)
  }

  countsOf ({ name, file = name }) {
    const { views } = this
    const isCounted = views.has(file) || views.size < MOST_VIEWS
    const key = isCounted ? file : ''
    if (!views.has(key)) views.set(key, { name: isCounted ? name : '', counts: { ...NONE } })
    return views.get(key).counts
  }

  /** Counts a render. @returns {boolean} whether it is compared */
  isDue (view) {
    this.countsOf(view).renders++
    return true
  }

  /** @returns {boolean} whether it is the first such result of the view */
  record (view, result) {
    const { name, file = name } = view
    const all = nodeProcess[ALL]
    const isBetter = all.has(file) ? RESULTS.indexOf(result) < RESULTS.indexOf(all.get(file)) : all.size < MOST_VIEWS
    if (isBetter) all.set(file, result)
    return ++this.countsOf(view)[result] === 1
  }

  reportLeftToExpress (name, reason, view) {
    super.reportLeftToExpress(name, reason)
    if (typeof name === 'string' && reason !== MISSING) this.record({ name, file: view?.path }, 'byEngine')
  }

  /** @throws a difference, in mode `check` */
  report (view, comparison) {
    const { result } = comparison
    if (result === 'notCompared') return this.reportNotCompared(view, NOT_REPEATED)
    const isFirst = this.record(view, result)
    if (result !== 'differs') return
    const { name, templates } = view
    const engine = titleOf(templates)
    const message = describeDifference(name, engine, comparison)
    differences.publish({ view: name, engine, message })
    this.fail(message, isFirst)
  }

  reportNotCompared (view, reason) {
    if (this.record(view, 'notCompared')) {
      warn(`View ${quoted(view.name)} cannot be compared with its engine, because it ${reason}`, NOT_COMPARED)
    }
  }

  /** @throws the difference. The app or a test may swallow it */
  fail (message, isFirst) {
    const error = withCode(DIFFERENCE, new Error(message))
    process.exitCode = 1
    if (isFirst) failRun(error)
    throw error
  }

  stats () {
    const checks = new Map()
    for (const { name, counts } of this.views.values()) {
      if (!checks.has(name)) checks.set(name, { ...NONE })
      const sums = checks.get(name)
      for (const key of Object.keys(NONE)) sums[key] += counts[key]
    }
    const differences = [...checks.values()].reduce((sum, { differs }) => sum + differs, 0)
    return { ...super.stats(), checks: Object.fromEntries(checks), differences }
  }
}

/** In mode `report`: warns of a difference, and compares a view seldom after its first renders. */
class Reports extends Checks {
  isDue (view) {
    super.isDue(view)
    const { renders, differs } = this.countsOf(view)
    return differs > 0 || renders <= ENOUGH || renders % SELDOM === 0
  }

  fail (message, isFirst) {
    if (isFirst) warn(message, DIFFERENCE)
  }
}

function begin () {
  const all = nodeProcess[ALL] = new Map()
  nodeProcess.once('exit', () => nodeProcess.stderr.write(`buffered-render: ${summary([...all.values()])}\n`))
  if (process.env.NODE_ENV !== 'production') return
  warn(
    'Views are rendered two to four times, with all that their helpers do: ' +
      'this mode of buffered-render is for tests and staging, see docs/proof.md',
    'BUFFERED_RENDER_MODE'
  )
}

let hasFailed = false

/** Prints a difference, and fails a run of tests that swallows it. */
function failRun (error) {
  process.stderr.write(`${error.message}\n`)
  if (WORKERS.some((name) => process.env[name] !== undefined)) return nodesNextTick(() => { throw error })
  if (hasFailed) return
  hasFailed = true
  const setCode = () => { process.exitCode = 1 }
  process.once('exit', setCode)
  // Mocha sets its own code at the end, in a listener that it adds after the last test.
  process.once('beforeExit', () => process.once('exit', setCode))
}

function summary (results) {
  const words = RESULTS.map((name) => {
    const { length } = results.filter((result) => result === name)
    return length > 0 && `${length} ${WORDS[name][length === 1 ? 0 : 1]}`
  })
  const isProof = results.includes('differs') || results.includes('same')
  return [!isProof && 'no view was compared', ...words].filter(Boolean).join(', ')
}

function warn (message, code) {
  process.emitWarning(message, { code })
}

module.exports = { Checks, NO_ENGINE, NOT_REPEATED, NOT_VALUES, Reports }
