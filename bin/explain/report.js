'use strict'

const { createHash } = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')
const { html } = require('../../lib/html')
const { WORDS, inFull } = require('./findings')
const { sectionOf } = require('./report/section')
const { count } = require('./words')

const STYLE = fs.readFileSync(path.join(__dirname, 'report/style.css'), 'utf8')
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')
/** Allows this style, no script and no requests: the report contains the sources of views. */
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'`

/**
 * Renders the HTML report, a self-contained page with what the text cannot show: which part of each source is static,
 * and which is in a fragment.
 *
 * @param {import('./analyse').Analysis[]} analyses those of the same views
 * @param {Date} date that of the report
 * @returns {import('../../lib/page/rendered').Rendered}
 */
function htmlReportOf ({ version, views, totals, verdict, note }, analyses, date) {
  const time = date.toISOString()
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Static and dynamic parts of ${count(totals.views, 'view')}</title>
<style>${html.raw(STYLE)}</style>
</head>
<body>
<header>
<h1>Static and dynamic parts of views</h1>
<p>buffered-render ${version}, <time datetime="${time}">${time.slice(0, 16).replace('T', ' ')} UTC</time></p>
</header>
<main>
<p class="verdict">${verdict}</p>
${note && html`<p>${note}</p>
`}${findingsOf(views)}
<h2>Sources</h2>
<p class="legend">
<span class="fragment">static text in a fragment</span>
<span class="static">short static text</span>
<span class="dynamic">dynamic segment</span>
<span>code, comments, omitted white space</span>
</p>
${analyses.map(sectionOf)}
</main>
</body>
</html>
`
}

/**
 * @param {import('./analyse').Figures[]} views
 * @returns {import('../../lib/page/rendered').Rendered | undefined} undefined without findings
 */
function findingsOf (views) {
  const items = views.flatMap(({ name, findings }, i) => findings.map((finding) => {
    // A message of several lines and a hint are shown beside the source instead.
    const words = finding.reason.includes('\n') ? WORDS[finding.kind][0] : inFull({ ...finding, hint: undefined })
    return html`<li><a href="#view-${i + 1}">${name}</a> ${words}</li>\n`
  }))
  if (items.length > 0) return html`<h2>Findings</h2>\n<ul class="findings">${items}</ul>`
}

module.exports = { htmlReportOf }
