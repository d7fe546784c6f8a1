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
  let compiled
  return (locals) => {
    const render = compiled ?? compile(found)
    if (templates.cache) compiled = render
    return render(locals)
  }
}

function compile ({ filenameOf, templates: { cache, dialect, engine, loadIncluded: load, options } }) {
  const filename = filenameOf()
  return dialect.byEngine(filename, { filename, engine, options: { __proto__: null, ...options(), cache }, load })
}

/** @returns {Rendered} the page of an engine */
function textPage (page) {
  const text = String(page ?? '')
  return new Rendered(text === '' ? [] : [text])
}

module.exports = { engineAlone, textPage }
