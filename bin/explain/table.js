'use strict'

const { plainTable } = require('../plain-table')
const { printable } = require('../printable')
const { withLabel } = require('./findings')
const { NONE, count, figure, percent } = require('./words')

/**
 * @typedef {object} Column
 * @property {string} title
 * @property {(figures: import('./analyse').Figures | import('./totals').Totals) => string} cell
 */

/** Ends the title of the column that is shown only with `--dictionary`. */
const DCZ = 'dcz'

/** @type {Column[]} */
const WITHOUT_DATA = [
  { title: 'source\nbytes', cell: ({ bytes }) => figure(bytes) },
  ofText('static\nbytes', ({ bytes }) => figure(bytes)),
  ofText('frag-\nments', ({ fragments }) => figure(fragments)),
  ofText('pre-\nencoded', ({ fragmentBytes }) => figure(fragmentBytes)),
  ofText('of\nstatic', ({ share }) => percent(share)),
  ofSegments(),
  ofText('static,\nzlib 6', ({ zlibBytes }) => figure(zlibBytes)),
  ofText(`static,\n${DCZ}`, ({ dictionaryBytes }) => figure(dictionaryBytes))
]

/** @type {Column[]} */
const WITH_DATA = [
  ofText('static\nbytes', ({ bytes }) => figure(bytes)),
  ofText('frag-\nments', ({ fragments }) => figure(fragments)),
  ofSegments(),
  ofPage('page\nbytes', ({ bytes }) => figure(bytes)),
  ofPage('pre-\nencoded', ({ share }) => percent(share)),
  ofPage('chunks', ({ chunks }) => figure(chunks)),
  ofPage('sent\nbytes', ({ sentBytes }) => figure(sentBytes)),
  ofPage('page,\nzlib 6', ({ zlibBytes }) => figure(zlibBytes)),
  ofPage(`page,\n${DCZ}`, ({ dictionaryBytes }) => figure(dictionaryBytes))
]

/**
 * Formats the figures as a table.
 *
 * @param {import('../explain').Explanations} explanations
 * @param {import('picocolors').Colors} colors
 * @returns {string} without a line feed at the end
 */
function tableOf ({ views, totals }, colors) {
  const columns = (totals.page ? WITH_DATA : WITHOUT_DATA).filter(({ title, cell }) => !title.endsWith(DCZ) || cell(totals) !== NONE)
  const hasWith = views.some((view) => view.with)
  const head = ['view', 'language', ...columns.map(({ title }) => title), ...hasWith ? ['with'] : []]
    .map((title) => ({ content: title.split('\n').map(colors.dim).join('\n'), vAlign: 'bottom' }))

  const rows = views.map((view) => {
    const cells = [colorOf(view, colors)(printable(view.name)), view.language, ...columns.map(({ cell }) => cell(view))]
    return hasWith ? [...cells, withLabel(view.with)] : cells
  })
  const totalCells = [count(totals.views, 'view'), '', ...columns.map(({ cell }) => cell(totals))]
  rows.push((hasWith ? [...totalCells, ''] : totalCells).map(colors.bold))
  return plainTable({ head, colAligns: ['left', 'left', ...columns.map(() => 'right'), 'left'] }, rows)
}

function ofText (title, show) {
  return { title, cell: (figures) => figures.static ? show(figures.static) : NONE }
}

function ofPage (title, show) {
  return { title, cell: ({ page }) => page ? show(page) : NONE }
}

function ofSegments () {
  return { title: 'dynamic\nsegments', cell: ({ dynamicSegments }) => figure(dynamicSegments) }
}

function colorOf ({ findings, static: compiled }, colors) {
  if (compiled === undefined && !findings.some(({ kind }) => kind === 'left-to-express')) return colors.red
  return findings.length > 0 ? colors.yellow : String
}

module.exports = { tableOf }
