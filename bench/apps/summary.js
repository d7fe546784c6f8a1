'use strict'

const { figure } = require('../../bin/measure/figures')
const { median } = require('../../bin/measure/statistics')
const { firstIn, ratiosIn } = require('../pairs')
const { gains } = require('../table')

/** What the ways to ask for a page are called. The names of the results are those of `apps.js`. */
const WAYS = { plain: 'without compression', browser: 'asked by a browser', encoded: 'asked by a browser, `compress: true`' }

/**
 * @param {import('../apps').Measured[]} apps
 * @returns {(import('../apps').Way & { app: import('../apps').Measured, name: string, title: string })[]} their pages, with the name of the app
 */
function pagesOf (apps) {
  return apps.flatMap((app) => app.ways.map((page) => ({ ...page, app, name: app.name, title: `${app.title}, ${WAYS[page.way]}` })))
}

function summarizeApps (apps) {
  const sent = ({ bytes, coding }) => coding === 'identity' ? figure(bytes) : `${figure(bytes)} (${coding})`
  return {
    header: ['app, page', 'bytes, alone', 'with this library', 'CPU time alone / with it', 'quartiles', 'alone, µs', 'pages compared'],
    rows: pagesOf(apps).map(({ app, title, alone, ours, groups }) => [
      title, sent(alone), sent(ours), ...gains(ratiosIn(groups, 'ours')), figure(median(firstIn(groups))), figure(app.compared)
    ])
  }
}

module.exports = { pagesOf, summarizeApps }
