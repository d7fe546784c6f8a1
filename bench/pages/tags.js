'use strict'

const { requirePeer } = require('../peer')
const { readTexts } = require('../languages/files')

/**
 * The views of a JavaScript library: each takes the static texts and returns a function that renders the page to a
 * string or to the library's own type.
 *
 * @typedef {Record<'fortunes' | 'article', (texts: Record<string, string>) => (locals: object) => any>} Views
 */

/** The parts of the pages with a tag, which have no results of it inside. */
function partsWith (html) {
  const card = ({ url, label }) => html`<li class="card">
<h3><a class="card__link" href="${url}">${label}</a></h3>
</li>
`
  const prefetch = ({ url }) => html`<link rel="prefetch" href="${url}">
`
  const row = ({ id, message }) => html`<tr><td>${id}</td><td>${message}</td></tr>`
  return { card, prefetch, row }
}

/** The shared pages with a tag that joins arrays and does not escape its own results, such as Hono's or ours. */
function tagged (html) {
  const { card, prefetch, row } = partsWith(html)
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

/** Calls a tag with a single static text. */
const literal = (html, text) => html(Object.assign([text], { raw: [text] }))

/** The views of ghtml, which marks its own results with `!`. */
function ghtml () {
  const { html } = requirePeer('ghtml')
  const { card, prefetch, row } = partsWith(html)
  return {
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
}

/**
 * The views of `@kitajs/html`, as the calls that JSX is compiled to. It escapes attributes by itself, and the child of
 * an element with `safe`.
 */
function kitajs () {
  const { jsx, jsxs } = requirePeer('@kitajs/html/jsx-runtime')
  const DOCTYPE = '<!DOCTYPE html>'

  const card = ({ url, label }) => jsx('li', {
    class: 'card',
    children: jsx('h3', { children: jsx('a', { class: 'card__link', href: url, safe: true, children: label }) })
  })
  const prefetch = ({ url }) => jsx('link', { rel: 'prefetch', href: url })
  const row = ({ id, message }) => jsxs('tr', { children: [jsx('td', { children: id }), jsx('td', { safe: true, children: message })] })

  const line = (author, date) => [jsx('span', { safe: true, children: author }), ' ', jsx('time', { safe: true, children: date })]

  return {
    fortunes: () => ({ title, fortunes }) => {
      const heads = jsxs('tr', { children: [jsx('th', { children: 'id' }), jsx('th', { children: 'message' })] })
      const body = jsx('body', { children: jsxs('table', { children: [heads, fortunes.map(row)] }) })
      return DOCTYPE + jsxs('html', { children: [jsx('head', { children: jsx('title', { safe: true, children: title }) }), body] })
    },

    article: (texts) => ({ lang, site, title, author, date, related }) => {
      const name = jsxs('title', { safe: true, children: [title, ' | ', site] })
      const head = jsxs('head', { children: [name, jsx('meta', { name: 'author', content: author }), related.map(prefetch), texts.head] })
      const byline = jsxs('p', { class: 'byline', children: line(author, date) })
      const article = jsxs('article', { children: [jsx('h1', { safe: true, children: title }), byline, texts.prose] })
      const aside = jsx('aside', { class: 'related', children: jsx('ul', { children: related.map(card) }) })
      const body = jsxs('body', { children: [texts.masthead, jsxs('main', { children: [article, aside] }), texts.colophon] })
      return DOCTYPE + jsxs('html', { lang, children: [head, body] })
    }
  }
}

/** @returns {(locals: object) => any} renders the page */
function viewOf (views, page) {
  const [, texts] = page.foldersOf('tags')
  return views[page.view](readTexts(texts))
}

module.exports = { ghtml, kitajs, tagged, viewOf }
