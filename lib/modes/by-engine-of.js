'use strict'

const { fromCallback } = require('../util/from-callback')

/**
 * @param {import('../views/view-source').FoundView} found
 * @returns {((locals: object) => unknown) | undefined} renders without our code: with the View that Express alone
 *   finds, else with the dialect's `byEngine`; `undefined` if it has none
 */
function byEngineOf ({ file, filenameOf, usesExpressIfFull, templates, view }) {
  if (view && file === undefined) return (locals) => fromCallback((done) => view.render(locals, done))
  // A view outside of the folders.
  if (templates === undefined) return undefined
  const { dialect, engine } = templates
  const callAlone = usesExpressIfFull && dialect.callAlone(engine)
  // The `render` of Express's View does this, and in Express 5 calls back a tick later.
  if (callAlone) return (locals) => callAlone(() => fromCallback((done) => view.engine(view.path, locals, done)))
  if (!dialect.byEngine) return undefined
  let render
  return (locals) => {
    const filename = filenameOf()
    if (!templates.cache || !render) render = dialect.byEngine(filename, templates.contextOf(filename))
    return render(locals)
  }
}

module.exports = { byEngineOf }
