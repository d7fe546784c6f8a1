'use strict'

const { endOfTurn } = require('../util/natives')
const { FULL } = require('./templates')

/** Leaves a tenth of the cache for what the views include, so that none of them is evicted. */
const hasRoom = ({ calculatedSize, maxSize }) => calculatedSize < 0.9 * maxSize

/**
 * The views of a renderer or of an Express app.
 *
 * @typedef {object} ViewSource
 * @property {() => string[]} names of all views in the folders
 * @property {(view: string) => Located | string} locate returns a view, or the reason why Express renders it; throws if
 *   there is no such view
 * @property {() => ViewSource} compiledApart returns the same views, with templates of their own
 *
 * @typedef {{ file?: string, admits: (hasRoom?: (cache: object) => boolean) => boolean,
 *   load: (isAdmitted?: boolean) => import('./template').Template }} Located `admits`: whether the cache holds the template, or takes it
 */

/** Compiles views, so that their first render finds them compiled. Other work runs between two views. */
async function precompile (source, views, onProgress) {
  const start = performance.now()
  const result = { compiled: 0, duration: 0, errors: [], fallbacks: [] }
  for (const [index, view] of views.entries()) {
    await compileView(source, view, result)
    onProgress?.({ done: index + 1, total: views.length, view })
    await endOfTurn()
  }
  const { length: left } = result.fallbacks.filter(({ reason }) => reason === FULL)
  if (left > 0) process.emitWarning(`precompile() left out ${left} views: each ${FULL}`, { code: 'BUFFERED_RENDER_CACHE' })
  result.duration = performance.now() - start
  return result
}

async function compileView (source, view, result) {
  let file
  try {
    const located = source.locate(view)
    if (typeof located === 'string') {
      result.fallbacks.push({ view, reason: located })
      return
    }
    file = located.file
    const isAdmitted = located.admits(hasRoom)
    const byEngine = await located.load(isAdmitted).precompile()
    const reason = isAdmitted ? byEngine : FULL
    if (reason !== undefined) result.fallbacks.push({ view, reason })
    if (isAdmitted) result.compiled++
  } catch (error) {
    result.errors.push({ view, file, error })
  }
}

module.exports = { precompile }
