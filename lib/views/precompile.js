'use strict'

const { endOfTurn } = require('../util/natives')
const { FULL } = require('./template-loader')
const { MISSING } = require('./view-source')

/** Leaves a tenth of the cache for what the views include, so that none of them is evicted. */
const hasRoom = ({ calculatedSize, maxSize }) => calculatedSize < 0.9 * maxSize

/** Compiles views of a `ViewSource`, so that their first render finds them compiled. Other work runs between two. */
async function precompile (source, views, onProgress) {
  const start = performance.now()
  const result = { compiled: 0, duration: 0, errors: [], fallbacks: [] }
  for (const [index, view] of views.entries()) {
    await compileView(source, view, result)
    onProgress?.({ done: index + 1, total: views.length, view })
    await endOfTurn()
  }
  const { length: left } = result.fallbacks.filter(({ reason }) => reason === FULL)
  if (left > 0) {
    process.emitWarning(`precompile() left out ${left} views: each ${FULL}`, { code: 'BUFFERED_RENDER_CACHE' })
  }
  result.duration = performance.now() - start
  return result
}

async function compileView (source, view, result) {
  let found
  try {
    found = source.find(view, source.merge({}))
    const error = found.reason === MISSING && source.missingError(view)
    if (error) throw error
    const reason = found.reason ?? await compileFound(found, result)
    if (reason !== undefined) result.fallbacks.push({ view, reason })
  } catch (error) {
    result.errors.push({ view, file: found?.file, error })
  }
}

/** @returns {Promise<string | undefined>} why the engine or Express renders the view, if one of them does */
async function compileFound (found, result) {
  const isKept = found.admits(hasRoom)
  const reason = await found.load(isKept).precompile()
  if (!isKept) return FULL
  result.compiled++
  return reason
}

module.exports = { precompile }
