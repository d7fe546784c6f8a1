'use strict'

const { html } = require('../../../lib/html')
const { conditionsOf, inFull } = require('../findings')
const { count, figure, percent } = require('../words')
const { fragmentsOf } = require('./fragments')
const { linesOf } = require('./lines')

/**
 * What is to be seen of one view.
 *
 * @param {import('../analyse').Analysis} analysis
 * @param {number} index among all views, which the table links to
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

/**
 * @param {import('../analyse').Figures} figures
 * @returns {string[]}
 */
function factsOf ({ file, language, bytes, static: text, dynamicSegments, page }) {
  const facts = [file, language, count(bytes, 'byte')]
  if (text) facts.push(`${figure(text.bytes)} static`)
  if (text?.fragments > 0) facts.push(`${figure(text.fragmentBytes)} in ${count(text.fragments, 'fragment')}, ${figure(text.deflatedBytes)} as gzip`)
  if (dynamicSegments !== undefined) facts.push(count(dynamicSegments, 'dynamic segment'))
  if (page) facts.push(`page of ${figure(page.bytes)}, ${percent(page.share)} pre-encoded`)
  return facts
}

/**
 * @param {import('../analyse').Analysis} analysis
 * @returns {import('../../../lib/page/rendered').Rendered[]}
 */
function notesOf (analysis) {
  const { findings, static: text, with: fate } = analysis.figures
  const notes = conditionsOf(fate).map((words) => `It ${words}`)
  if (text && analysis.spans === undefined) notes.push('Its dialect does not tell what is static in its source')
  else if (text?.fragments > 0 && fragmentsOf(analysis).size === 0) notes.push('What is in fragments is not marked, since its source is not the text of the page')
  return [
    ...findings.map((finding) => html`<p class="note finding">It ${inFull(finding)}</p>\n`),
    ...notes.map((note) => html`<p class="note">${note}</p>\n`)
  ]
}

function line (pieces) {
  return html`<span class="line">${pieces.map(({ text, kind, title }) => {
    return title === undefined ? text : html`<span class="${kind}" title="${title}">${text}</span>`
  })}</span>\n`
}

module.exports = { sectionOf }
