'use strict'

const { html } = require('ghtml')

const card = ({ url, label }) => html`<li class="card">
<h3><a class="card__link" href="${url}">${label}</a></h3>
</li>
`
const prefetch = ({ url }) => html`<link rel="prefetch" href="${url}">
`
const row = ({ id, message }) => html`<tr><td>${id}</td><td>${message}</td></tr>`

/**
 * The shared pages by ghtml: what it made itself is marked by `!`, as its README says.
 *
 * @type {import('./tagged').Views}
 */
module.exports = {
  fortunes: () => ({ title, fortunes }) => html`<!DOCTYPE html><html><head><title>${title}</title></head><body><table><tr><th>id</th><th>message</th></tr>!${fortunes.map(row)}</table></body></html>`,

  article: ({ head, masthead, prose, colophon }) => ({ lang, site, title, author, date, related }) => html`<!DOCTYPE html>
<html lang="${lang}">
<head>
<title>${title} | ${site}</title>
<meta name="author" content="${author}">
!${related.map(prefetch)}!${head}</head>
<body>
!${masthead}<main>
<article>
<h1>${title}</h1>
<p class="byline"><span>${author}</span> <time>${date}</time></p>
!${prose}</article>
<aside class="related">
<ul>
!${related.map(card)}</ul>
</aside>
</main>
!${colophon}</body>
</html>
`
}
