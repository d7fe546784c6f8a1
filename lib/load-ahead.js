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
 * In production, loads what the app will need in the background, a step in each turn of the event loop. What is loaded,
 * a process keeps: a deploy may replace the folder of the app.
 */
function loadAhead (renderer) {
  // Jest refuses to load modules after its tests.
  if (!WITHOUT_EXPRESS.isCached() || nodeProcess.env.JEST_WORKER_ID !== undefined) return
  runLater(stepsFor(renderer), DELAY)
}

/** In the order of a first request. Most take less than 10 ms and hardly delay one (`npm run bench:compare cold`). */
function * stepsFor (renderer) {
  const packages = new Set(Object.keys(require.cache ?? {}).map(packageNameOf))
  yield () => require('./response/page-stream')
  yield () => require('./codings/gzip/gzip')
  yield () => require('./response/respond')
  yield () => require('./response/memo')
  yield () => require('./views/template-loader')
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

/** @param {Set<string>} packages those that the process has loaded */
function * languageSteps (renderer, packages) {
  const used = new Set([...renderer.viewSettings.engines.named.values()].map(({ dialect }) => dialect))
  const extensions = extensionsOf(renderer)
  for (const row of dialects) {
    const isUsed = [row.package, ...row.packages].some((name) => packages.has(name)) ||
      row.extensions.some((extension) => extensions.includes(extension))
    if (isUsed) yield () => used.add(loaded(row))
  }
  if ([...used].some(({ readsCode }) => readsCode)) yield () => require('./dialects/shared/parse').parse('')
}

/** @returns {string[]} those that the settings name; of an app that is not known, those of the files in its folders */
function extensionsOf ({ namedViews, learnedViews, viewSettings: { extension, folders } }) {
  const { app } = namedViews ?? learnedViews ?? {}
  const named = app ? [app.get('view engine')] : folders.flatMap(filesIn).map(path.extname)
  return [extension, ...named].filter(Boolean).map(withDot)
}

/** @returns {string[]} the names of files and folders, if the folder exists */
function filesIn (folder) {
  return fs.existsSync(folder) ? fs.readdirSync(folder) : []
}

/** Keeps no process running that has ended otherwise. */
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
