'use strict'

const { endOfTurn } = require('./natives')

/**
 * The views of a renderer or of an Express app.
 *
 * @typedef {object} ViewSource
 * @property {() => string[]} names of all views in the folders
 * @property {(view: string) => { file?: string, load: () => import('./template').Template } | string} locate returns a view,
 *   or the reason why Express renders it; throws if there is no such view
 * @property {() => ViewSource} compiledApart returns the same views, with templates of their own
 *
 * @typedef {import('../types/index').Precompiled} Precompiled
 */

/** Compiles views, so that their first render finds them compiled. Other work runs between two views. @returns {Promise<Precompiled>} */
async function precompile (source, views, onProgress) {
  const start = performance.now()
  const result = { compiled: 0, duration: 0, errors: [], fallbacks: [] }
  for (const [index, view] of views.entries()) {
    await compileView(source, view, result)
    onProgress?.({ done: index + 1, total: views.length, view })
    await endOfTurn()
  }
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
    const reason = await located.load().precompile()
    if (reason !== undefined) result.fallbacks.push({ view, reason })
    result.compiled++
  } catch (error) {
    result.errors.push({ view, file, error })
  }
}

module.exports = { precompile }
