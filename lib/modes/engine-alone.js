'use strict'

const { Rendered } = require('../page/rendered')
const { fromCallback } = require('../util/from-callback')

/**
 * @param {import('../views/view-source').FoundView} found
 * @returns {((locals: object) => unknown) | undefined} renders without code of ours: by the View that Express finds alone, else by the
 *   dialect's `byEngine`; `undefined` if it has none
 */
function engineAlone (found) {
  const { file, isLeftIfFull, templates, view } = found
  if (view && file === undefined) return (locals) => fromCallback((done) => view.render(locals, done))
  const { dialect, engine } = templates ?? { __proto__: null }
  if (isLeftIfFull && dialect && !dialect.sharesTemplates(engine)) {
    // The `render` of Express's View does this, and in Express 5 calls back a tick later.
    return (locals) => dialect.callAlone(engine, () => fromCallback((done) => view.engine(view.path, locals, done)))
  }
  if (!dialect?.byEngine) return undefined
  const compile = (filename) => dialect.byEngine(filename, templates.contextOf(filename))
  let compiled
  return (locals) => {
    const render = compiled ?? compile(found.filenameOf())
    if (templates.cache) compiled = render
    return render(locals)
  }
}

/** @returns {Rendered} the page of an engine */
function textPage (page) {
  const text = String(page ?? '')
  return new Rendered(text === '' ? [] : [text])
}

module.exports = { engineAlone, textPage }
