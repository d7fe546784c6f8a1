'use strict'

const { writeResult } = require('./output')

/** Why an engine renders a template that it, called by the app, has compiled from a source that may be different. */
const STORED = 'was compiled by other code first, and is in the cache of its engine'

/** Why an engine renders a template that it renders as fast. */
const NO_LONG_TEXT = 'has no static text that is long enough'

/**
 * Makes the program of a template that its engine renders while there is a reason: apps may change engines at any time.
 *
 * @param {() => string | undefined} findReason why the dialect cannot splice it: the predicate of a sentence
 * @param {(locals: object) => unknown} renderByEngine returns text or a promise of text
 * @param {import('../../../types/template').Program} [write] renders where there is no reason
 */
function withFallback (findReason, renderByEngine, write) {
  const program = (out, locals) => {
    out.engineFallback = findReason()
    return out.engineFallback === undefined ? write(out, locals) : writeResult(out, renderByEngine(locals))
  }
  return Object.assign(program, { usesEngine: () => findReason() !== undefined, precompile: findReason })
}

/** Makes the program of a template that its engine always renders, see `withFallback`. */
function fallbackProgram (renderByEngine, reason) {
  return withFallback(() => reason, renderByEngine)
}

module.exports = { NO_LONG_TEXT, STORED, fallbackProgram, withFallback }
