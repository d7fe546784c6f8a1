'use strict'

const { html } = require('../../../lib/html')
const { inFull, withConditions } = require('../findings')
const { count, figureOrNone, percent } = require('../words')
const { fragmentsOf } = require('./fragments')
const { linesOf } = require('./lines')

/**
 * Renders the section of one view.
 *
 * @param {number} index that of the view, for the links of the findings
 * @returns {import('../../../lib/page/rendered').Rendered}
 */
function sectionOf (analysis, index) {
  const { figures } = analysis
  return html`
<section id="view-${index + 1}" aria-labelledby="name-${index + 1}">
<h3 id="name-${index + 1}">${figures.name}</h3>
<p class="facts">${factsOf(figures).join(' · ')}</p>
${notesOf(analysis)}
<pre tabindex="0" aria-label="Source of ${figures.name}"><code>${linesOf(analysis).map(line)}</code></pre>
</section>`
}

function factsOf ({ file, language, bytes, static: text, dynamicSegments, page }) {
  const facts = [file, language, count(bytes, 'byte')]
  if (text) facts.push(`${figureOrNone(text.bytes)} static`)
  if (text?.fragments > 0) facts.push(`${figureOrNone(text.fragmentBytes)} in ${count(text.fragments, 'fragment')}`)
  if (dynamicSegments !== undefined) facts.push(count(dynamicSegments, 'dynamic segment'))
  if (page) facts.push(`page of ${figureOrNone(page.bytes)}, ${percent(page.share)} pre-encoded`)
  return facts
}

/** @returns {import('../../../lib/page/rendered').Rendered[]} */
function notesOf (analysis) {
  const { findings, static: text, with: withState } = analysis.figures
  const notes = withConditions(withState).map((words) => `This view ${words}`)
  if (text && analysis.spans === undefined) {
    notes.push('Static text is not marked, because the dialect does not report its positions')
  } else if (text?.fragments > 0 && fragmentsOf(analysis).size === 0) {
    notes.push('Fragments are not marked, because the source text differs from the text of the page')
  }
  return [
    ...findings.map((finding) => html`<p class="note finding">This view ${inFull(finding)}</p>\n`),
    ...notes.map((note) => html`<p class="note">${note}</p>\n`)
  ]
}

function line (pieces) {
  return html`<span class="line">${pieces.map(({ text, kind, title }) => {
    return title === undefined ? text : html`<span class="${kind}" title="${title}">${text}</span>`
  })}</span>\n`
}

module.exports = { sectionOf }
