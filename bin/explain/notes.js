'use strict'

const { conditionsOf, inFull } = require('./findings')
const { printable } = require('../printable')

/**
 * What the table has no room for: each note names its view.
 *
 * @param {import('./analyse').Figures[]} views
 * @param {import('picocolors').Colors} colors
 * @returns {string[]}
 */
function notesOf (views, colors) {
  const note = (sign, name, words) => `${sign} ${colors.bold(printable(name))} ${printableLines(words)}`
  return [
    ...views.flatMap(({ name, findings }) => findings.map((finding) => note(colors.red('!'), name, inFull(finding)))),
    ...views.flatMap((view) => conditionsOf(view.with).map((words) => note('*', view.name, words)))
  ]
}

/** Engines' messages may have many lines. */
function printableLines (text) {
  return text.trimEnd().split(/\r?\n/).map(printable).join('\n').replace(/\n(?=.)/g, '\n    ')
}

module.exports = { notesOf }
