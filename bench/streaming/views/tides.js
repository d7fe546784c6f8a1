'use strict'

const { html } = require('buffered-render')
const literal = require('../../views/shared/tags/literal')

/**
 * The page of `tides.ejs`.
 *
 * @param {Record<string, string>} texts its static text
 * @returns {(locals: { title: string, related: Promise<{ url: string, label: string }[]> }) => object}
 */
module.exports = function tides (texts) {
  const [head, masthead, colophon] = [texts.head, texts.masthead, texts.colophon].map((text) => literal(html, text))

  return ({ title, related }) => html`<!DOCTYPE html>
<html lang="en">
<head>
<title>${title}</title>
${head}</head>
<body>
${masthead}<main>
<h1>${title}</h1>
<ul>
${related.then((links) => links.map(item))}</ul>
</main>
${colophon}</body>
</html>
`
}

function item ({ url, label }) {
  return html`<li><a href="${url}">${label}</a></li>
`
}
