'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { dialects, loaded } = require('./dialects')
const { WITHOUT_EXPRESS } = require('./options')
const { packageNameOf } = require('./util/files')
const { nodeProcess, setTimeout } = require('./util/natives')
const { withDot } = require('./views/engines')

/** Milliseconds before it begins: the app sets itself up meanwhile, and answers its first request sooner. */
const DELAY = 100

/**
 * In production, loads what the app will need in the background, a step in each turn of the event loop. A process keeps
 * what is loaded: a deploy may replace the folder of the app.
 */
function loadAhead (renderer) {
  // Jest refuses to load modules after its tests.
  if (WITHOUT_EXPRESS.isCached() && nodeProcess.env.JEST_WORKER_ID === undefined) runLater(stepsFor(renderer), DELAY)
}

/** In the order of a first request. Most take less than 10 ms and hardly delay one (`npm run bench:compare cold`). */
function * stepsFor (renderer) {
  const packages = new Set(Object.keys(require.cache ?? {}).map(packageNameOf))
  yield () => require('./response/page-stream')
  yield () => require('./codings/gzip/gzip')
  yield () => require('./response/respond')
  yield () => require('./response/memo')
  if (renderer.namedViews || packages.has('express')) {
    yield () => require('./frameworks/express-views')
    yield () => require('./frameworks/express')
  }
  if (packages.has('koa')) yield () => require('./frameworks/koa')
  yield * languageSteps(renderer, packages)
  yield () => require('./views/folder-views')
  yield () => require('./streaming/streaming-render')
  yield () => require('./streaming/streaming-splicer')
  yield () => require('./response/streamer')
  yield () => require('./fragments/file')
  yield () => require('./views/precompile')
}

/** @param {Set<string | undefined>} packages the names of those that the process has loaded */
function * languageSteps (renderer, packages) {
  const named = [...renderer.viewSettings.engines.named.values()].map(({ dialect }) => dialect.package)
  const names = new Set([...packages, ...named, ...extensionsOf(renderer)])
  const isUsed = (row) => [row.package, ...row.packages, ...row.extensions].some((name) => names.has(name))
  const rows = dialects.filter(isUsed)
  for (const row of rows) yield () => loaded(row)
  if (rows.some(({ readsCode }) => readsCode)) yield () => require('./dialects/shared/parse').parse('')
}

/** @returns {string[]} those that the settings name; if the app is not known, those of the files in its folders */
function extensionsOf ({ namedViews, learnedViews, viewSettings: { extension, folders } }) {
  const { app } = namedViews ?? learnedViews ?? {}
  const files = () => folders.filter((folder) => fs.existsSync(folder)).flatMap((folder) => fs.readdirSync(folder))
  return [extension, ...app ? [app.get('view engine')] : files().map(path.extname)].filter(Boolean).map(withDot)
}

/** Does not keep a process running. */
function runLater (steps, delay) {
  setTimeout(() => {
    try {
      const { done, value: step } = steps.next()
      if (done) return
      step()
    } catch {
      // Its first use reports the error.
    }
    runLater(steps, 0)
  }, delay).unref?.()
}

module.exports = { loadAhead }
