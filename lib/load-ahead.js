'use strict'

const { dialects, loaded } = require('./dialects')
const { isInstalled } = require('./engines')
const { ownImmediate } = require('./natives')

/**
 * What the first requests need, in their order. Each step takes 10 ms at most, so that it hardly delays a request
 * (`npm run bench:cold`). What is loaded, a process keeps: a deploy may replace the folder of the app.
 *
 * @type {(() => unknown)[]}
 */
const STEPS = [
  () => require('./response/page-stream'),
  () => require('./response/representation'),
  () => require('./response/responder'),
  () => require('./response/memo'),
  () => require('./templates'),
  () => require('./folder-views'),
  () => require('./frameworks/express-views'),
  () => require('./frameworks/express'),
  () => require('./frameworks/koa'),
  () => require('./streaming/streaming-render'),
  () => require('./response/streamer'),
  () => require('./fragments/fragments'),
  () => require('./fragments/file'),
  () => require('./fragments/redis-store'),
  () => require('./precompile')
]

let hasBegun = false

/** Loads the rest of the library in the background, once in a process: a step in each turn of the event loop. */
function loadAhead () {
  if (hasBegun) return
  hasBegun = true
  run(STEPS, () => run(languageSteps()))
}

/** Loads the languages whose engine the app has, and the parser if one of them reads generated code. */
function languageSteps () {
  const installed = dialects.filter((row) => isInstalled(row.package))
  const steps = installed.map((row) => () => loaded(row))
  return installed.some(({ readsCode }) => readsCode) ? [...steps, () => require('acorn')] : steps
}

/** Runs each step in a turn of its own, then `done`. */
function run ([step, ...others], done) {
  ownImmediate?.(() => {
    try {
      step?.()
    } catch {
      // Its first use reports the error.
    }
    if (step === undefined) done?.()
    else run(others, done)
  })
}

module.exports = { loadAhead }
