'use strict'

const { html } = require('../../../lib/html')
const { reportColumns } = require('../columns')
const { inShort, withLabel } = require('../findings')
const { count } = require('../words')

/**
 * Renders the table of the figures, which the script of the report can sort.
 *
 * @returns {import('../../../lib/page/rendered').Rendered}
 */
function htmlTableOf ({ views, totals }) {
  const columns = reportColumns(totals)
  const hasWith = views.some((view) => view.with)
  const textHeads = ['View', 'Language'].map(headOfText)
  return html`
<div class="scroll" role="region" aria-labelledby="figures" tabindex="0">
<table>
<thead>
<tr>${textHeads}${columns.map(headOfFigures)}${hasWith && headOfText('with')}${headOfText('Findings')}</tr>
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

function cellOf ({ value, show }, figures) {
  return html`<td class="figure" data-value="${value(figures)}">${show(value(figures))}</td>`
}

module.exports = { htmlTableOf }
