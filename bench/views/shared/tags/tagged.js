'use strict'

const literal = require('./literal')

/**
 * The views of a language that is JavaScript: each takes the static texts and
 * gives what renders the page, to a string or to what its tag gives.
 *
 * @typedef {Record<'fortunes' | 'article', (texts: Record<string, string>) => (locals: object) => any>} Views
 */

/**
 * The shared pages by a tag that joins arrays and leaves what it made itself
 * unescaped, as Hono's and ours do.
 *
 * @param {Function} html
 * @returns {Views}
 */
module.exports = (html) => {
  const card = ({ url, label }) => html`<li class="card">
<h3><a class="card__link" href="${url}">${label}</a></h3>
</li>
`
  const prefetch = ({ url }) => html`<link rel="prefetch" href="${url}">
`
  const row = ({ id, message }) => html`<tr><td>${id}</td><td>${message}</td></tr>`

  return {
    fortunes: () => ({ title, fortunes }) => html`<!DOCTYPE html><html><head><title>${title}</title></head><body><table><tr><th>id</th><th>message</th></tr>${fortunes.map(row)}</table></body></html>`,

    article (texts) {
      const [head, masthead, prose, colophon] = [texts.head, texts.masthead, texts.prose, texts.colophon].map((text) => literal(html, text))

      return ({ lang, site, title, author, date, related }) => html`<!DOCTYPE html>
<html lang="${lang}">
<head>
<title>${title} | ${site}</title>
<meta name="author" content="${author}">
${related.map(prefetch)}${head}</head>
<body>
${masthead}<main>
<article>
<h1>${title}</h1>
<p class="byline"><span>${author}</span> <time>${date}</time></p>
${prose}</article>
<aside class="related">
<ul>
${related.map(card)}</ul>
</aside>
</main>
${colophon}</body>
</html>
`
    }
  }
}
