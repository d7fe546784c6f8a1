'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { explanationOf } = require('./explanation')
const { measurePage, measureText } = require('./measure')

/**
 * What a view is made of, in figures.
 *
 * @typedef {object} Figures
 * @property {string} name as `res.render` is given it
 * @property {string} file from the working directory, with `/` between folders
 * @property {string} language the name of its dialect
 * @property {number} bytes of the file
 * @property {import('./measure').Measures & import('./measure').TextMeasures} [static] of its
 *   static text, each run once; missing if it could not be compiled
 * @property {number} [dynamicSegments] places in its source that write what is computed for a
 *   render; missing where the dialect does not tell
 * @property {string} [whole] why the engine itself renders it, if it does: the rest of a sentence
 *   that begins with the template
 * @property {{ kept?: string, keptIf: string[] }} [with] of EJS: why `with` is kept, if it is, and
 *   otherwise what would have it kept
 * @property {import('./measure').Measures & import('./measure').PageMeasures} [page] of the render
 *   with the data
 * @property {import('./findings').Finding[]} findings
 *
 * @typedef {object} Analysis
 * @property {Figures} figures
 * @property {string} source
 * @property {import('../../lib/dialects/dialect').Span[]} [spans] of the source
 * @property {import('../../lib/page/static-fragment').StaticFragment[]} [fragments] of its
 *   static text
 */

/**
 * @param {import('../site').View} view
 * @param {object} [locals] to render it with
 * @returns {Promise<Analysis>}
 */
async function analyse ({ file, name, renderer }, locals) {
  const extension = path.extname(file)
  const analysis = {
    figures: {
      name,
      file: path.relative('', file).split(path.sep).join('/'),
      language: renderer.engines.of(extension).dialect.name,
      bytes: fs.statSync(file).size,
      findings: []
    },
    source: fs.readFileSync(file, 'utf8')
  }
  const { figures: { findings } } = analysis

  let failure = 'missing-engine'
  try {
    const templates = renderer.templatesFor(extension, name)
    failure = 'does-not-compile'
    explain(analysis, file, templates, locals)
    if (locals === undefined) return analysis
    failure = 'does-not-render'
    const page = await templates.load(file).render(structuredClone(locals))
    analysis.figures.page = measurePage(page, renderer.responder)
  } catch (error) {
    findings.push({ kind: failure, reason: error?.message ?? String(error) })
  }
  return analysis
}

/**
 * @param {Analysis} analysis to be added to
 * @param {string} file
 * @param {import('../../lib/templates').Templates} templates
 * @param {object} [locals]
 * @throws what the engine throws for a template that it cannot compile
 */
function explain (analysis, file, templates, locals) {
  const { dialect, engine, load } = templates
  const { figures } = analysis
  const source = dialect.read(file, engine)
  const options = { ...templates.options(), cache: templates.cache }
  const context = { filename: file, engine, options, load, locals: structuredClone(locals) }
  const { explanation: { spans, whole, with: fate }, text } = explanationOf(source, dialect, context)

  // An engine that reads by itself tells of the file.
  if (source !== '') analysis.source = source
  analysis.spans = spans
  analysis.fragments = text.chunks.filter((chunk) => typeof chunk !== 'string')
  Object.assign(figures, {
    static: measureText(text),
    dynamicSegments: spans?.filter(({ kind }) => kind === 'dynamic').length,
    whole,
    with: fate
  })
  if (whole !== undefined) figures.findings.push({ kind: 'rendered-by-engine', reason: whole })
  if (fate?.kept !== undefined) figures.findings.push({ kind: 'keeps-with', reason: fate.kept })
}

module.exports = { analyse }
