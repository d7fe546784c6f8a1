'use strict'

const { printable } = require('../../lib/util/printable')
const { count, figureOrNone } = require('../explain/words')
const { printableLines } = require('../printable-lines')

const SAME = 'the same error in both, which is no proof'

/**
 * The words for one view and for several, and their colour, in the order of the report: what is to be done is last,
 * where a terminal shows it.
 */
const RESULTS = {
  same: ['is the same', 'are the same', 'green'],
  byEngine: ['is left to its engine', 'are left to their engine', 'yellow'],
  notCompared: ['cannot be compared', 'cannot be compared', 'yellow'],
  sameError: [`throws ${SAME}`, `throw ${SAME}`, 'yellow'],
  differs: ['differs', 'differ', 'red']
}

/**
 * @param {import('../check').Checks} checks
 * @param {import('../colors').Colors} colors
 * @returns {string} the report for a person to read
 */
function textReportOf ({ notes, totals, views }, colors) {
  const results = Object.entries(RESULTS).filter(([result]) => totals[result] > 0)
  const parts = results.map(([result, [one, several, color]]) => {
    const found = views.filter((view) => view.result === result)
    const hints = new Set(found.map(({ hint }) => hint).filter(Boolean))
    const title = colors[color](`${figureOrNone(found.length)} ${found.length === 1 ? one : several}:`)
    return [title, ...[...found.map(textOf), ...hints].map((text) => `  ${text}`)].join('\n')
  })
  const compared = colors.bold(`${figureOrNone(totals.compared)} of ${count(totals.views, 'view')} compared`)
  return [compared, notes.map(printable).join('\n'), ...parts].filter(Boolean).join('\n\n')
}

function textOf ({ name, reason, result }) {
  // A difference names its view itself.
  if (result === 'differs') return printableLines(reason)
  return printable([name, reason && inOneLine(reason)].filter(Boolean).join(' '))
}

/** Errors of engines say what and where in the first and the last line. Between these, they quote the template. */
function inOneLine (text) {
  const lines = text.trim().split('\n').map((line) => line.trim())
  return lines.length > 2 ? `${lines[0]} … ${lines.at(-1)}` : lines.join(' ')
}

module.exports = { RESULTS, textReportOf }
