'use strict'

const { Rendered } = require('../page/rendered')
const { fromCallback } = require('../util/from-callback')

/** Found view → its render by the dialect's `byEngine`, where templates are cached. @type {WeakMap<object, Function>} */
const compiled = new WeakMap()

/**
 * @param {import('../views/view-source').FoundView} found
 * @returns {((locals: object) => unknown) | undefined} renders without code of ours: by the View that Express finds alone, else by the
 *   dialect's `byEngine`; `undefined` if it has none
 */
function engineAlone (found) {
  const { file, isLeftIfFull, templates, view } = found
  if (view && file === undefined) return (locals) => fromCallback((done) => view.render(locals, done))
  // The `render` of Express's View does this, and in Express 5 calls back a tick later.
  if (isLeftIfFull && templates && !templates.dialect.sharesTemplates(templates.engine)) return (locals) => fromCallback((done) => view.engine(view.path, locals, done))
  return templates?.dialect.byEngine && ((locals) => compile(found)(locals))
}

function compile (found) {
  const { templates: { cache, dialect, engine, loadIncluded: load, options } } = found
  const filename = found.filenameOf()
  const context = { filename, engine, options: { __proto__: null, ...options(), cache }, load }
  const render = compiled.get(found) ?? dialect.byEngine(filename, context)
  if (cache) compiled.set(found, render)
  return render
}

/** @returns {Rendered} the page of an engine */
function textPage (page) {
  const text = String(page ?? '')
  return new Rendered(text === '' ? [] : [text])
}

module.exports = { engineAlone, textPage }
