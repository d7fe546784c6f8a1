'use strict'

const { writeResult } = require('./output')

/**
 * Makes the program of a template that its engine renders.
 *
 * @param {(locals: object) => unknown} renderByEngine returns text or a promise of text
 * @param {string} reason why the dialect cannot split the template: the rest of a sentence that begins with the template
 */
function engineFallback (renderByEngine, reason) {
  const program = (out, locals) => {
    out.engineFallback = reason
    return writeResult(out, renderByEngine(locals))
  }
  return Object.assign(program, { usesEngine: () => true, precompile: () => reason })
}

module.exports = { engineFallback }
