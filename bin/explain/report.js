'use strict'

const { html } = require('../../lib/html')
const { inFull, inShort } = require('./findings')
const glossary = require('./glossary')
const { policy, script, style } = require('./report/assets')
const { sectionOf } = require('./report/section')
const { htmlTableOf } = require('./report/table')
const { count, figureOrNone, percent } = require('./words')

/**
 * Renders the HTML report, a self-contained page with a sortable table of the figures and the source of each view.
 *
 * @param {import('./analyse').Analysis[]} analyses of the same views
 * @param {Date} date of the report
 * @returns {import('../../lib/page/rendered').Rendered}
 */
function htmlReportOf ({ version, views, totals, verdict, note }, analyses, date) {
  const time = date.toISOString()
  const meanings = Object.entries(glossary).map(([word, meaning]) => html`<dt>${word}</dt><dd>${meaning}</dd>\n`)
  const legend = [
    html`<span class="fragment">static text in a fragment</span> `,
    html`<span class="static">short static text</span> `,
    html`<span class="dynamic">dynamic segment</span> `,
    html`<span>code, comments, omitted white space</span>`
  ]
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Static and dynamic parts of ${count(totals.views, 'view')}</title>
<style>${html.raw(style)}</style>
</head>
<body>
<header>
<h1>Static and dynamic parts of views</h1>
<p>buffered-render ${version}, <time datetime="${time}">${time.slice(0, 16).replace('T', ' ')} UTC</time></p>
</header>
<main>
<p class="verdict">${verdict}</p>
${note && html`<p>${note}</p>
`}<dl class="tiles">${tilesOf(totals)}</dl>
${findingsOf(views)}
<h2 id="figures">Figures</h2>
${htmlTableOf({ views, totals })}
<details>
<summary>Meaning of the figures</summary>
<dl class="glossary">${meanings}</dl>
</details>
<h2 id="sources">Sources</h2>
<p class="legend">
${legend}
</p>
${analyses.map(sectionOf)}
</main>
<div id="tip" aria-hidden="true" hidden></div>
<script>${html.raw(script)}</script>
</body>
</html>
`
}

/** @returns {import('../../lib/page/rendered').Rendered[]} */
function tilesOf ({ views, bytes, static: text, dynamicSegments, page, findings }) {
  const tiles = [
    [figureOrNone(views), views === 1 ? 'view' : 'views'],
    [figureOrNone(bytes), 'bytes of source'],
    ...text ? [[figureOrNone(text.bytes), 'bytes of static text']] : [],
    ...text ? [[percent(text.share), `of the static text in ${count(text.fragments, 'fragment')}`]] : [],
    [figureOrNone(dynamicSegments), dynamicSegments === 1 ? 'dynamic segment' : 'dynamic segments'],
    ...page ? [[percent(page.share), `of ${figureOrNone(page.bytes)} rendered bytes pre-encoded`]] : [],
    [figureOrNone(findings), findings === 1 ? 'finding' : 'findings']
  ]
  return tiles.map(([value, label]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>\n`)
}

/**
 * @param {import('./analyse').Figures[]} views
 * @returns {import('../../lib/page/rendered').Rendered | undefined} undefined without findings
 */
function findingsOf (views) {
  const items = views.flatMap(({ name, findings }, i) => findings.map((finding) => {
    // A message of several lines and a hint are shown beside the source instead.
    const words = finding.reason.includes('\n') ? inShort(finding) : inFull({ ...finding, hint: undefined })
    return html`<li><a href="#view-${i + 1}">${name}</a> ${words}</li>\n`
  }))
  if (items.length > 0) return html`<h2>Findings</h2>\n<ul class="findings">${items}</ul>`
}

module.exports = { htmlReportOf }
