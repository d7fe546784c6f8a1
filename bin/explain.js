'use strict'

const fs = require('node:fs')
const { version } = require('../package.json')
const { Data } = require('./data')
const { analyse } = require('./explain/analyse')
const glossary = require('./explain/glossary')
const { notesOf } = require('./explain/notes')
const { reportOf } = require('./explain/report')
const { tableOf } = require('./explain/table')
const { totalsOf } = require('./explain/totals')
const { verdictOf } = require('./explain/verdict')
const progress = require('./measure/progress')
const site = require('./site')
const { UsageError } = require('./usage-error')

/** What is not known without an app. */
const WITHOUT_APP = 'The engines that an Express app registers by app.engine() are not known here: ' +
  'export the app as "app" in the file of --options.'

/** Milliseconds between two messages of progress in a terminal. Most runs are over before the first. */
const PATIENCE = 1000

const usage = `Usage: buffered-render explain [views…] [options]

Shows the static and dynamic parts of views. Takes files and folders (default: views, or those of
your app, see --options).

${Object.entries(glossary).map(([word, meaning]) => `  ${word.padEnd(15)}${meaning}`).join('\n')}

${site.usage}
  --dictionary       show the bytes with a dictionary of the static text of each view, too
  --json             print one JSON document; for an error, { "error": … }
  --html <file>      write an HTML report that shows the source of each view in colours

  -h, --help         print this help
  --version          print the version

Exit codes: 0 without findings; 1 if a view cannot be read, does not compile, its engine is not
installed, the engine itself or Express renders it, it keeps the with statement of EJS, or it does
not render with the data; 2 if the command line or a file that it names is invalid.`

const options = {
  ...site.options,
  dictionary: { type: 'boolean' },
  json: { type: 'boolean' },
  html: { type: 'string' }
}

/**
 * The document that `--json` prints.
 *
 * @typedef {object} Explanations
 * @property {string} version of buffered-render
 * @property {import('./explain/analyse').Figures[]} views in the order of their names
 * @property {import('./explain/totals').Totals} totals
 * @property {string} verdict in a sentence: how many views are spliced, and what becomes of the others
 * @property {string} [note] a sentence that says what is not known without an app
 */

/**
 * @param {{ values: object, positionals: string[] }} input of the command line
 * @param {import('./colors').Colors} colors
 * @returns {Promise<{ output: string, isFine: boolean }>} `isFine` without findings
 * @throws {UsageError} if a view does not exist, or a file cannot be read or written
 */
async function run ({ values, positionals }, colors) {
  const opened = await site.Site.open(values)
  const views = viewsOf(positionals.length > 0 ? positionals : opened.targets, opened)
  const analyses = await analyseAll(views, values.data === undefined ? undefined : dataOf(values.data, views), values)

  const figures = analyses.map((analysis) => analysis.figures)
  const explanations = { version, views: figures, totals: totalsOf(figures), verdict: verdictOf(figures), ...opened.app === undefined && { note: WITHOUT_APP } }
  if (values.html !== undefined) writeReport(values.html, explanations, analyses)
  return { output: outputOf(explanations, values, colors), isFine: explanations.totals.findings === 0 }
}

/**
 * @param {string[]} targets files and folders
 * @param {import('./site').Site} opened
 * @returns {import('./site').View[]} without duplicates
 */
function viewsOf (targets, opened) {
  const views = targets.flatMap((target) => opened.viewsOf(target))
  return [...new Map(views.map((view) => [view.file, view])).values()]
}

/**
 * @param {string} target
 * @param {import('./site').View[]} views
 * @returns {Data}
 * @throws {UsageError} if it is a folder without a file for any of the views
 */
function dataOf (target, views) {
  const data = new Data(target)
  if (views.some((view) => data.fileOf(view) !== undefined)) return data
  throw new UsageError(`The folder "${target}" of --data has no file for a view, such as "${data.filesFor(views[0])[0]}"`)
}

/**
 * @param {import('./site').View[]} views
 * @param {Data} [data]
 * @param {{ dictionary?: boolean }} values of the command line
 * @returns {Promise<import('./explain/analyse').Analysis[]>}
 */
async function analyseAll (views, data, { dictionary }) {
  const analyses = []
  const { isTTY } = process.stderr
  const start = performance.now()
  let shown = start
  try {
    for (const view of views) {
      if (isTTY && performance.now() - shown > PATIENCE) {
        progress.show(`explain: ${analyses.length} of ${views.length} views`)
        shown = performance.now()
      }
      analyses.push(await analyse(view, await data?.localsOf(view), { dictionary }))
    }
  } finally {
    if (shown > start) progress.clear()
  }
  return analyses
}

/**
 * @param {string} file
 * @param {Explanations} explanations
 * @param {import('./explain/analyse').Analysis[]} analyses
 * @throws {UsageError} if the file cannot be written
 */
function writeReport (file, explanations, analyses) {
  const report = reportOf(explanations, analyses, new Date())
  try {
    fs.writeFileSync(file, report.toBuffer())
  } catch (error) {
    throw new UsageError(`Cannot write the file "${file}" of --html: ${error.message}`)
  }
}

/**
 * @param {Explanations} explanations
 * @param {{ json?: boolean, html?: string }} values of the command line
 * @param {import('./colors').Colors} colors
 * @returns {string}
 */
function outputOf (explanations, { json, html }, colors) {
  if (json) return JSON.stringify(explanations, null, 2)
  if (html !== undefined) return `Report written to ${html}: ${explanations.verdict}`
  const { note, verdict, views } = explanations
  return [tableOf(explanations, colors), notesOf(views, colors).join('\n'), note, colors.bold(verdict)].filter(Boolean).join('\n\n')
}

module.exports = { options, run, usage }
