'use strict'

const { printable } = require('../../lib/util/printable')
const { printableLines } = require('../printable-lines')
const { inFull, withConditions } = require('./findings')

/**
 * The notes below the table: findings and conditions, each with the name of its view.
 *
 * @param {import('./analyse').Figures[]} views
 */
function notesOf (views, colors) {
  const note = (sign, name, words) => `${sign} ${colors.bold(printable(name))} ${printableLines(words)}`
  return [
    ...views.flatMap(({ name, findings }) => findings.map((finding) => note(colors.red('!'), name, inFull(finding)))),
    ...views.flatMap((view) => withConditions(view.with).map((words) => note('*', view.name, words)))
  ]
}

module.exports = { notesOf }
