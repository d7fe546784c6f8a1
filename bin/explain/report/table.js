'use strict'

const { html } = require('../../../lib/html')
const { inShort, withLabel } = require('../findings')
const { count, figure, percent } = require('../words')

/**
 * @typedef {object} Column of figures
 * @property {string} title
 * @property {(figures: import('../analyse').Figures | import('../totals').Totals) => number | null | undefined} value
 * @property {(value: number | null | undefined) => string} [show]
 */

/** Ends the title of the column that is shown only with `--dictionary`. */
const DCZ = 'dcz'

/** @type {Column[]} */
const OF_TEMPLATE = [
  { title: 'Source', value: ({ bytes }) => bytes },
  { title: 'Static', value: (figures) => figures.static?.bytes },
  { title: 'Fragments', value: (figures) => figures.static?.fragments },
  { title: 'Pre-encoded', value: (figures) => figures.static?.fragmentBytes },
  { title: 'Of static', value: (figures) => figures.static?.share, show: percent },
  { title: 'Dynamic', value: ({ dynamicSegments }) => dynamicSegments }
]

/** @type {Column[]} */
const OF_TEXT = [
  { title: 'Deflated', value: (figures) => figures.static?.deflatedBytes },
  { title: 'Static, zlib 6', value: (figures) => figures.static?.zlibBytes },
  { title: `Static, ${DCZ}`, value: (figures) => figures.static?.dictionaryBytes }
]

/** @type {Column[]} */
const OF_PAGE = [
  { title: 'Page', value: ({ page }) => page?.bytes },
  { title: 'Pre-encoded', value: ({ page }) => page?.share, show: percent },
  { title: 'Chunks', value: ({ page }) => page?.chunks },
  { title: 'Sent', value: ({ page }) => page?.sentBytes },
  { title: 'Page, zlib 6', value: ({ page }) => page?.zlibBytes },
  { title: `Page, ${DCZ}`, value: ({ page }) => page?.dictionaryBytes }
]

/**
 * Renders the table of the figures, which the script of the report can sort.
 *
 * @param {import('../../explain').Explanations} explanations
 * @returns {import('../../../lib/page/rendered').Rendered}
 */
function tableOf ({ views, totals }) {
  const columns = [...OF_TEMPLATE, ...totals.page ? OF_PAGE : OF_TEXT].filter(({ title, value }) => !title.endsWith(DCZ) || value(totals) !== undefined)
  const hasWith = views.some((view) => view.with)
  return html`
<div class="scroll" role="region" aria-labelledby="figures" tabindex="0">
<table>
<thead>
<tr>${['View', 'Language'].map(headOfText)}${columns.map(headOfFigures)}${hasWith && headOfText('with')}${headOfText('Findings')}</tr>
</thead>
<tbody>
${views.map((view, i) => html`<tr>
<th scope="row"><a href="#view-${i + 1}">${view.name}</a></th>
<td>${view.language}</td>
${columns.map((column) => cellOf(column, view))}${hasWith && html`<td>${withLabel(view.with)}</td>`}
<td>${view.findings.map((finding) => html`<span class="finding">${inShort(finding)}</span> `)}</td>
</tr>
`)}</tbody>
<tfoot>
<tr><th scope="row">${count(totals.views, 'view')}</th><td></td>
${columns.map((column) => cellOf(column, totals))}${hasWith && html`<td></td>`}
<td>${count(totals.findings, 'finding')}</td></tr>
</tfoot>
</table>
</div>`
}

function headOfText (title) {
  return html`<th scope="col"><button type="button">${title}</button></th>`
}

function headOfFigures ({ title }) {
  return html`<th scope="col" class="figure"><button type="button">${title}</button></th>`
}

function cellOf ({ value, show = figure }, figures) {
  return html`<td class="figure" data-value="${value(figures)}">${show(value(figures))}</td>`
}

module.exports = { tableOf }
