'use strict'

const { dialects, loaded } = require('./dialects')
const { isInstalled } = require('./views/engines')
const { nodeProcess, setTimeout } = require('./util/natives')

/**
 * What the first requests need, in their order. Most steps take less than 10 ms, so that they hardly delay a request
 * (`npm run bench:compare cold`). What is loaded, a process keeps: a deploy may replace the folder of the app.
 */
const STEPS = [
  () => require('./response/page-stream'),
  () => require('./codings/gzip/gzip'),
  () => require('./response/respond'),
  () => require('./response/memo'),
  () => require('./views/template-loader'),
  () => require('./views/folder-views'),
  () => require('./frameworks/express-views'),
  () => require('./frameworks/express'),
  () => require('./frameworks/koa'),
  () => require('./streaming/streaming-render'),
  () => require('./streaming/streaming-splicer'),
  () => require('./response/streamer'),
  () => require('./fragments/fragments'),
  () => require('./fragments/file'),
  () => require('./fragments/redis-store'),
  () => require('./views/precompile')
]

/** Milliseconds before loading begins: at once, it would delay the first request of a new process. */
const DELAY = 100

let hasBegun = false

/** Loads the rest of the library in the background, once in a process: a step in each turn of the event loop. */
function loadAhead () {
  // Jest refuses to load modules after its tests.
  if (hasBegun || nodeProcess.env.JEST_WORKER_ID !== undefined) return
  hasBegun = true
  runLater(allSteps(), DELAY)
}

/** Gives the steps above, the languages for which the app has a package, and the parser if one reads code. */
function * allSteps () {
  yield * STEPS
  // With pnpm, an app with hbs finds no handlebars.
  const installed = dialects.filter((row) => [row.package, ...row.packages].some(isInstalled))
  for (const row of installed) yield () => loaded(row)
  if (!installed.some(({ readsCode }) => readsCode)) return
  yield () => require('acorn')
  for (let run = 0; run < RUNS; run++) yield rewriteSample
}

/** What EJS generates for a view. */
const SAMPLE = 'var __output; function __append(s) {} with (l || {}) { ; __append("<p>") ; __line = 2 ; ' +
  'if (a.b > 0 && !c) { for (const d of e) { ; __append(escapeFn(d.f)) } } ' +
  'else { __append(include("g", { d: 1 })) } } return __output'

/**
 * V8 compiles a function at its first call and optimizes it after some dozens, during the first requests if not here.
 * CPU time of the first request with EJS as a multiple of Express alone, Node 20 / Node 24: 1 run 2.3 / 1.9, 30 runs
 * 1.8 / 1.5, 40 runs 1.2 / 1.5, 50 runs 1.3 / 1.8, 60 runs 1.8 / 1.7 (`npm run bench:compare cold -- --only requests`).
 * In the background, 40 runs take 60 to 85 ms of CPU time.
 */
const RUNS = 40

function rewriteSample () {
  const { readGenerated } = require('./dialects/ejs/generated')
  const { createFunctions } = require('./dialects/ejs/functions')
  const { rewrite } = require('./dialects/ejs/rewrite')
  const options = { localsName: 'l' }
  const generated = readGenerated(SAMPLE, options)
  createFunctions(generated, rewrite(generated, true).edits, undefined, options)({ a: 1 })
}

/** Keeps no process running that has ended otherwise. */
function runLater (steps, delay) {
  setTimeout(() => {
    try {
      const { done, value: step } = steps.next()
      if (done) return
      step()
    } catch {
      // The first use of the module reports the error.
    }
    runLater(steps, 0)
  }, delay).unref?.()
}

module.exports = { loadAhead, rewriteSample }
