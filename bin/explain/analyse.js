'use strict'

const { subscribe, unsubscribe } = require('node:diagnostics_channel')
const fs = require('node:fs')
const path = require('node:path')
const { Dictionary } = require('../../lib/codings/dcz/dictionary')
const { staticTexts } = require('../../lib/codings/dcz/static-texts')
const { inTime } = require('../in-time')
const { MOUNTED, VIEWS_OF_ALL } = require('../hints')
const { hintFor, languageOf } = require('../languages')
const { middlewareOf } = require('../middleware')
const { findView } = require('../site')
const { explanationOf } = require('./explanation')
const { measure, measurePage } = require('./measure')

/** The channel of renders that are left to the engine. */
const FALLBACK = 'buffered-render:fallback'

/** The default of the option `dictionary.size`. */
const DICTIONARY_SIZE = 256 << 10

/**
 * The figures of one view.
 *
 * @typedef {object} Figures
 * @property {string} name what is passed to `res.render`
 * @property {string} file relative to the working directory, with `/` as the separator
 * @property {string} language the name of the dialect; the extension, if the app has an engine without one
 * @property {number} bytes the size of the file
 * @property {import('./measure').Measures} [static] the static text, each run
 *   counted once; missing if the view does not compile
 * @property {number} [dynamicSegments] places in the source that write a computed value; missing if the dialect does
 *   not report them
 * @property {string} [engineFallback] the reason for an engine fallback, as a predicate whose subject is the template
 * @property {{ kept?: string, keptIf: string[] }} [with] EJS only: the reason why `with` is kept, or else the
 *   conditions in which it would be kept
 * @property {import('./measure').Measures & import('./measure').PageMeasures} [page] only with data
 * @property {import('./findings').Finding[]} findings
 *
 * @typedef {object} Analysis
 * @property {Figures} figures
 * @property {string} source
 * @property {import('../../types/template').Span[]} [spans] those of the source
 * @property {import('../../lib/page/static-fragment').StaticFragment[]} [fragments] those of the static text
 */

/**
 * Explains a view and, with locals, renders it. Errors become findings.
 *
 * @param {object} [locals] those of this view alone, which may change them
 * @param {{ dictionary?: boolean }} [how] whether sizes are measured with a dictionary of the view's static text, too
 * @returns {Promise<Analysis>}
 */
async function analyse (view, locals, how) {
  const { file, name, renderer } = view
  const extension = path.extname(file)
  const analysis = {
    figures: {
      name,
      file: path.relative('', file).split(path.sep).join('/'),
      language: renderer.viewSettings.engines.get(extension)?.dialect.name ?? extension.slice(1),
      bytes: 0,
      findings: []
    },
    source: ''
  }
  const { figures, figures: { findings } } = analysis

  let failure = 'unreadable'
  try {
    figures.bytes = fs.statSync(file).size
    analysis.source = fs.readFileSync(file, 'utf8')
    failure = 'missing-engine'
    const found = findView(view)
    const { reason, templates } = found
    figures.language = templates?.dialect.name ?? extension.slice(1)
    if (reason) {
      findings.push({ kind: 'left-to-express', reason: reason + placeIn(view.site, extension) })
      return analysis
    }
    failure = 'unreadable'
    // The app has the file, but outside of its views folders: that is an error of each render.
    if (templates === undefined) found.load()
    failure = 'does-not-compile'
    const dictionary = how?.dictionary ? await dictionaryOf(view) : undefined
    // An app may find a different file by the name. Nunjucks looks for the file itself.
    const filename = found.file === undefined ? found.filenameOf() : file
    explain(analysis, filename, templates, { locals, dictionary })
    if (locals === undefined) return analysis
    failure = 'does-not-render'
    const merged = renderer.knownViews.merge({ ...locals })
    const page = await watched(findings, filename, () => inTime(templates.load(filename).render(merged), 'The page'))
    figures.page = measurePage(page, renderer.responder, dictionary)
    if (page.engineFallback !== undefined) return analysis
    const next = languageOf(templates.dialect).fallbackAfter?.(page, templates.engine)
    if (next !== undefined) findings.push({ kind: 'rendered-by-engine', reason: next })
  } catch (error) {
    const reason = error?.message ?? String(error)
    findings.push({ kind: failure, reason, hint: hintFor(figures.language, reason) ?? hintOfMount(view.site, error) })
  }
  return analysis
}

/** @returns {string} the mount of the app that has the view, and the extension whose engine that app has set up */
function placeIn ({ app }, extension) {
  return app?.parent === undefined ? '' : ` (${extension} in the app that is mounted at "${app.path()}")`
}

/** @returns {string | undefined} what is known of a view that may be that of an app which Express does not name */
function hintOfMount ({ app, options }, error) {
  if (app === undefined || error?.code !== 'BUFFERED_RENDER_VIEW') return undefined
  if (middlewareOf(app).every(({ name }) => name !== 'mounted_app')) return undefined
  return options.views === undefined ? MOUNTED : VIEWS_OF_ALL
}

/**
 * @returns {Promise<Dictionary>} that of the static text of the view and of what it includes by a fixed name, as with
 *   the option `dictionary`
 */
async function dictionaryOf (view) {
  const views = view.renderer.knownViews.uncached()
  const source = { merge: (locals) => locals, find: () => findView(view, views) }
  try {
    return new Dictionary(await staticTexts(source, [view.name], []), DICTIONARY_SIZE)
  } catch ({ cause }) {
    // Its message names an option that is not there.
    throw cause
  }
}

/**
 * Renders, and adds what the engine renders meanwhile to the findings: files that the view includes, and the view
 * itself if that depends on its locals.
 */
async function watched (findings, file, render) {
  const listen = ({ view, reason }) => {
    const finding = view === file
      ? { kind: 'rendered-by-engine', reason }
      : { kind: 'part-rendered-by-engine', reason: `${path.relative('', view).split(path.sep).join('/')} ${reason}` }
    const isSame = ({ kind, reason }) => kind === finding.kind && (view === file || reason === finding.reason)
    if (!findings.some(isSame)) findings.push(finding)
  }
  subscribe(FALLBACK, listen)
  try {
    return await render()
  } finally {
    unsubscribe(FALLBACK, listen)
  }
}

/**
 * Adds the explanation of a view to its analysis.
 *
 * @param {string} filename a path, or a name that the engine looks up
 * @throws the engine's error if the template does not compile
 */
function explain (analysis, filename, templates, { locals, dictionary }) {
  const { dialect, engine, loadIncluded: load } = templates
  const { figures } = analysis
  const source = dialect.read(filename, engine)
  const options = { ...templates.options(), cache: templates.cache }
  const context = { filename, engine, options, load, locals }
  const { explanation, text } = explanationOf(source, dialect, context)
  const { spans, engineFallback, unknownFilter, with: withState } = explanation

  // `dialect.read` returns '' for an engine that reads files itself.
  if (source !== '') analysis.source = source
  analysis.spans = spans
  analysis.fragments = text.chunks.filter((chunk) => typeof chunk !== 'string')
  Object.assign(figures, {
    static: measure(text, dictionary),
    dynamicSegments: spans?.filter(({ kind }) => kind === 'dynamic').length,
    engineFallback,
    with: withState
  })
  if (engineFallback !== undefined) figures.findings.push({ kind: 'rendered-by-engine', reason: engineFallback })
  // The parts of a view do not depend on filters, its page does.
  if (locals !== undefined && unknownFilter !== undefined) {
    const hint = hintFor(figures.language, `undefined filter: ${unknownFilter}`)
    figures.findings.push({ kind: 'unknown-filter', reason: unknownFilter, hint })
  }
  if (withState?.kept !== undefined) figures.findings.push({ kind: 'keeps-with', reason: withState.kept })
}

module.exports = { analyse }
