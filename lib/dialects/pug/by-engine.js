'use strict'

const { copyOfLocals } = require('../shared/copy-of-locals')

/**
 * Renders a file by Pug alone, with the locals that its `renderFile` gives a template.
 *
 * @type {NonNullable<import('../dialect').Dialect['byEngine']>}
 */
function byEngine (filename, { engine, options: { views, cache, ...options } }) {
  const render = engine.compileFile(filename, options)
  return (locals) => render(Object.assign(copyOfLocals(locals), { filename }))
}

module.exports = { byEngine }
