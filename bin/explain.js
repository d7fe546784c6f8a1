'use strict'

const { Console } = require('node:console')
const fs = require('node:fs')
const picocolors = require('picocolors')
const { version } = require('../package.json')
const { analyse } = require('./explain/analyse')
const glossary = require('./explain/glossary')
const { notesOf } = require('./explain/notes')
const { reportOf } = require('./explain/report')
const { tableOf } = require('./explain/table')
const { totalsOf } = require('./explain/totals')
const { count } = require('./explain/words')
const site = require('./site')
const { UsageError } = require('./usage-error')

const usage = `Usage: buffered-render explain [views…] [options]

Shows what views are made of: files, or folders of them (default: views).

${Object.entries(glossary).map(([word, meaning]) => `  ${word.padEnd(15)}${meaning}`).join('\n')}

${site.usage}
  --json             print JSON
  --html <file>      write a report that shows the source of each view, coloured

  --help             print this
  --version          print the version

The exit code is 1 if a view does not compile, lacks its engine, is rendered by that itself,
keeps with, or does not render with the data.`

const options = {
  ...site.options,
  json: { type: 'boolean' },
  html: { type: 'string' }
}

/**
 * What `--json` prints.
 *
 * @typedef {object} Explanations
 * @property {string} version of buffered-render
 * @property {import('./explain/analyse').Figures[]} views by their names
 * @property {import('./explain/totals').Totals} totals
 */

/**
 * @param {{ values: object, positionals: string[] }} input of the command line
 * @returns {Promise<boolean>} whether there are no findings
 * @throws {UsageError} if there are no such views, or a file cannot be read or written
 */
async function run ({ values, positionals }) {
  // What views and helpers print stays out of what this prints.
  globalThis.console = new Console(process.stderr)
  const locals = values.data === undefined ? undefined : site.readJson('data', values.data)
  const views = await findViews(positionals.length > 0 ? positionals : [site.VIEWS], values)
  const analyses = []
  for (const view of views) analyses.push(await analyse(view, locals))

  const figures = analyses.map((analysis) => analysis.figures)
  const explanations = { version, views: figures, totals: totalsOf(figures) }
  if (values.html !== undefined) writeReport(values.html, explanations, analyses)
  if (values.json) print(JSON.stringify(explanations, null, 2))
  else print(values.html === undefined ? textOf(explanations) : `The report is in ${values.html}: ${summaryOf(explanations.totals)}`)
  return explanations.totals.findings === 0
}

/**
 * @param {string[]} targets files and folders
 * @param {object} values of the command line
 * @returns {Promise<import('./site').View[]>} each file once
 */
async function findViews (targets, values) {
  const opened = await site.Site.open(values)
  const views = targets.flatMap((target) => opened.viewsOf(target))
  return [...new Map(views.map((view) => [view.file, view])).values()]
}

/**
 * @param {string} file
 * @param {Explanations} explanations
 * @param {import('./explain/analyse').Analysis[]} analyses
 * @throws {UsageError} if it cannot be written
 */
function writeReport (file, explanations, analyses) {
  const report = reportOf(explanations, analyses, new Date())
  try {
    fs.writeFileSync(file, report.toBuffer())
  } catch (error) {
    throw new UsageError(`The file "${file}" of --html could not be written: ${error.message}`)
  }
}

/**
 * @param {Explanations} explanations
 * @returns {string} for a terminal, or for a pipe
 */
function textOf (explanations) {
  const colors = picocolors.createColors(process.stdout.isTTY === true && picocolors.isColorSupported)
  const notes = notesOf(explanations.views, colors)
  return [tableOf(explanations, colors), ...notes.length > 0 ? ['', ...notes] : []].join('\n')
}

function summaryOf ({ views, findings }) {
  return `${count(views, 'view')}, ${count(findings, 'finding')}`
}

function print (text) {
  process.stdout.write(`${text}\n`)
}

module.exports = { options, run, usage }
