'use strict'

const { printable } = require('../../lib/util/printable')
const { plainTable } = require('../plain-table')
const { columnsOf } = require('./columns')
const { count, figureOrNone } = require('./words')

/** Formats the figures as a table. @returns {string} has no line feed at the end */
function textTableOf ({ views, totals }, colors) {
  const columns = columnsOf(totals)
  const head = ['view', 'language', ...columns.map(([head]) => head)]
    .map((title) => title.split('\n').map(colors.dim).join('\n'))

  const figuresOf = (figures) => columns.map(([, value, show = figureOrNone]) => show(value(figures)))
  const rows = views.map((view) => [colorOf(view, colors)(printable(view.name)), view.language, ...figuresOf(view)])
  rows.push([count(totals.views, 'view'), '', ...figuresOf(totals)].map(colors.bold))
  return plainTable(head, rows, [0, 1])
}

function colorOf ({ findings, static: compiled }, colors) {
  if (compiled === undefined && !findings.some(({ kind }) => kind === 'left-to-express')) return colors.red
  return findings.length > 0 ? colors.yellow : String
}

module.exports = { textTableOf }
