'use strict'

const { count, figure } = require('../explain/words')
const { printable, printableLines } = require('../printable')

/** The words for one view and for several, and their colour, in the order of the report: what is to be done is last, where a terminal shows it. */
const RESULTS = {
  same: ['is the same', 'are the same', 'green'],
  byEngine: ['is left to its engine', 'are left to their engine', 'yellow'],
  notCompared: ['cannot be compared', 'cannot be compared', 'yellow'],
  sameError: ['throws the same error in both, which is no proof', 'throw the same error in both, which is no proof', 'yellow'],
  differs: ['differs', 'differ', 'red']
}

/**
 * @param {import('../check').Checks} checks
 * @param {import('picocolors/types').Colors} colors
 * @returns {string} report for a person to read
 */
function reportOf ({ notes, totals, views }, colors) {
  const parts = Object.entries(RESULTS).filter(([result]) => totals[result] > 0).map(([result, [one, several, color]]) => [
    colors[color](`${figure(totals[result])} ${totals[result] === 1 ? one : several}:`),
    ...views.filter((view) => view.result === result).map(linesOf)
  ].join('\n'))
  return [colors.bold(`${figure(totals.compared)} of ${count(totals.views, 'view')} compared`), notes.map(printable).join('\n'), ...parts].filter(Boolean).join('\n\n')
}

/** A difference names its view itself. */
function linesOf ({ hint, name, reason, result }) {
  const words = result === 'differs' ? [reason] : [printable(name), reason]
  return `  ${printableLines([words.filter(Boolean).join(' '), hint].filter(Boolean).join('\n'))}`
}

module.exports = { RESULTS, reportOf }
