'use strict'

const fs = require('node:fs')
const { version } = require('../package.json')
const { Data } = require('./data')
const { eachView } = require('./each-view')
const { analyse } = require('./explain/analyse')
const glossary = require('./explain/glossary')
const { notesOf } = require('./explain/notes')
const { htmlReportOf } = require('./explain/report')
const { textTableOf } = require('./explain/table')
const { totalsOf } = require('./explain/totals')
const { verdictOf } = require('./explain/verdict')
const { BELOW_COMPRESSION, WITHOUT_APP } = require('./hints')
const { middlewareOf } = require('./middleware')
const site = require('./site')
const { UsageError } = require('./usage-error')

const usage = `Usage: buffered-render explain [views…] [options]

Shows the static and dynamic parts of views. Takes files and folders (default: views, or those of --views, \
--options or your app).

${Object.entries(glossary).map(([word, meaning]) => `  ${word.padEnd(15)}${meaning}`).join('\n')}

${site.usage}
  --dictionary       show the bytes with a dictionary of the static text of each view, too
  --json             print one JSON document; for an error, { "error": … }
  --html <file>      write an HTML report that shows the source of each view in colours

  -h, --help         print this help
  --version          print the version

Exit codes: 0 without findings; 1 if a view cannot be read, does not compile, is left to its engine or to \
Express, keeps the with statement of EJS, or does not render with the data, or if its engine is not installed; 2 if \
the command line or a file that it names is invalid.`

const flag = { type: 'boolean' }
const options = { ...site.options, dictionary: flag, json: flag, html: { type: 'string' } }

/**
 * The document that `--json` prints.
 *
 * @typedef {object} Explanations
 * @property {string} version the version of buffered-render
 * @property {import('./explain/analyse').Figures[]} views the figures of each view, by name
 * @property {import('./explain/totals').Totals} totals
 * @property {string} verdict a sentence: how many views are spliced, and what becomes of the others
 * @property {string} [note] lines: what is not known without an app, or what encodes its pages; folders that cannot be
 *   read
 */

/**
 * @returns {Promise<{ output: string, isFine: boolean }>} `isFine` without findings
 * @throws {UsageError} if a view does not exist, or a file cannot be read or written
 */
async function run ({ values, positionals }, colors) {
  const opened = await site.Site.open(values)
  const views = opened.viewsOfAll(positionals)
  const data = values.data === undefined ? undefined : Data.open(values.data, views)
  const analyses = await eachView('explain', views, async (view) => analyse(view, await data?.localsOf(view), values))

  const figures = analyses.map((analysis) => analysis.figures)
  const notes = [...ofApp(opened), ...opened.unread]
  const explanations = {
    version,
    views: figures,
    totals: totalsOf(figures),
    verdict: verdictOf(figures),
    ...notes.length > 0 && { note: notes.join('\n') }
  }
  if (values.html !== undefined) writeReport(values.html, explanations, analyses)
  const isFine = explanations.totals.findings === 0 && opened.unread.size === 0
  return { output: outputOf(explanations, values, colors), isFine }
}

/** @returns {string[]} what there is to say of the app of a site */
function ofApp ({ app, options: { compress } }) {
  if (app === undefined) return [WITHOUT_APP]
  const middleware = middlewareOf(app)
  const isChosen = compress !== undefined || middleware.some(({ renderer }) => renderer?.responder?.isDecided)
  return !isChosen && middleware.some(({ name }) => name === 'compression') ? [BELOW_COMPRESSION] : []
}

/** @param {import('./explain/analyse').Analysis[]} analyses. @throws {UsageError} if the file cannot be written */
function writeReport (file, explanations, analyses) {
  const report = htmlReportOf(explanations, analyses, new Date())
  try {
    fs.writeFileSync(file, report.toBuffer())
  } catch (error) {
    throw new UsageError(`Cannot write the file "${file}" of --html: ${error.message}`)
  }
}

/** @param {{ json?: boolean, html?: string }} values those of the command line */
function outputOf (explanations, { json, html }, colors) {
  if (json) return JSON.stringify(explanations, null, 2)
  if (html !== undefined) return `Report written to ${html}: ${explanations.verdict}`
  const { note, verdict, views } = explanations
  const parts = [textTableOf(explanations, colors), notesOf(views, colors).join('\n'), note, colors.bold(verdict)]
  return parts.filter(Boolean).join('\n\n')
}

module.exports = { options, run, usage }
