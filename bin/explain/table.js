'use strict'

const { printable } = require('../../lib/util/printable')
const { plainTable } = require('../plain-table')
const { columnsOf } = require('./columns')
const { withLabel } = require('./findings')
const { count } = require('./words')

/** Formats the figures as a table. @returns {string} has no line feed at the end */
function textTableOf ({ views, totals }, colors) {
  const columns = columnsOf(totals)
  const hasWith = views.some((view) => view.with)
  const head = ['view', 'language', ...columns.map(({ head }) => head), ...hasWith ? ['with'] : []]
    .map((title) => title.split('\n').map(colors.dim).join('\n'))

  const figuresOf = (figures) => columns.map(({ show, value }) => show(value(figures)))
  const rows = views.map((view) => {
    const cells = [colorOf(view, colors)(printable(view.name)), view.language, ...figuresOf(view)]
    return hasWith ? [...cells, withLabel(view.with)] : cells
  })
  const totalCells = [count(totals.views, 'view'), '', ...figuresOf(totals)]
  rows.push((hasWith ? [...totalCells, ''] : totalCells).map(colors.bold))
  return plainTable(head, rows, [0, 1, columns.length + 2])
}

function colorOf ({ findings, static: compiled }, colors) {
  if (compiled === undefined && !findings.some(({ kind }) => kind === 'left-to-express')) return colors.red
  return findings.length > 0 ? colors.yellow : String
}

module.exports = { textTableOf }
