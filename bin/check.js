'use strict'

const { version } = require('../package.json')
const { checkView } = require('./check/check-view')
const { RESULTS, textReportOf } = require('./check/report')
const { Data } = require('./data')
const { eachView } = require('./each-view')
const { WITHOUT_APP } = require('./hints')
const site = require('./site')

const usage = `Usage: buffered-render check [views…] [options]

Renders views with their engine alone and with buffered-render, and compares pages byte for byte. Both get the same \
locals: {} for a view without data. Takes files and folders (default: views, or those of --views, --options or your \
app). The result of a view:

  the same               both give the same page
  left to its engine     buffered-render does not render the view
  cannot be compared     such as a view that prints the time: its engine does not repeat its page
  the same error         both throw it, often because a local is missing: no proof
  differs                with the first difference

${site.usage}
  --json             print one JSON document; for an error, { "error": … }

  -h, --help         print this help
  --version          print the version

Exit codes: 0 if pages were compared and all are the same; 1 if one differs, or none was compared; 2 if the \
command line or a file that it names is invalid.`

const options = { ...site.options, json: { type: 'boolean' } }

/**
 * The document that `--json` prints.
 *
 * @typedef {object} Checks
 * @property {string} version the version of buffered-render
 * @property {import('./check/check-view').Checked[]} views what each view is, by name
 * @property {Record<'views' | 'compared' | import('./check/check-view').Checked['result'], number>} totals how many
 *   views; `compared` is `same` and `differs`
 * @property {string[]} notes sentences: what is not known without an app, and files of `--data` that belong to no view
 */

/**
 * Compares the pages of views with those of their engines.
 *
 * @returns {Promise<{ output: string, isFine: boolean }>} `isFine` if views were compared, and none differs
 * @throws {UsageError} if a view does not exist, or a file cannot be read
 */
async function run ({ values, positionals }, colors) {
  const opened = await site.Site.open(values)
  const views = opened.viewsOfAll(positionals)
  const data = values.data === undefined ? undefined : Data.open(values.data, views)
  const check = async (view) => checkView(view, await data?.copiesFor(view) ?? (() => ({})))
  const checked = await eachView('check', views, check)

  const counted = Object.keys(RESULTS).map((name) => [name, checked.filter(({ result }) => result === name).length])
  const totals = { views: views.length, compared: 0, ...Object.fromEntries(counted) }
  totals.compared = totals.same + totals.differs
  const unused = data?.filesWithoutView(views) ?? []
  const notes = [...opened.unread, ...unused.map((file) => `No view has the name of the file "${file}" of --data.`)]
  if (opened.app === undefined) notes.unshift(WITHOUT_APP)
  const checks = { version, views: checked, totals, notes }
  const output = values.json ? JSON.stringify(checks, null, 2) : textReportOf(checks, colors)
  return { output, isFine: totals.compared > 0 && totals.differs === 0 && opened.unread.size === 0 }
}

module.exports = { options, run, usage }
