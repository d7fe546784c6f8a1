'use strict'

const HTML = 'text/html; charset=utf-8'

/**
 * What a program answers to a request. All but the body have defaults; `isOurs` says whether the response has an entity tag
 * of this library.
 *
 * @typedef {object} Answer
 * @property {string | RegExp} body
 * @property {string} [type]
 * @property {number} [status]
 * @property {boolean} [isOurs]
 * @property {Record<string, string | null>} [headers] some of the response; null for one that is absent
 * @property {RequestInit} [request]
 */

/** @returns {Answer} a page of this library */
function page (body, others) {
  return { type: HTML, status: 200, isOurs: true, body, ...others }
}

/** @returns {Answer} a page without an entity tag of this library: streamed, or of the framework */
function plain (body, others) {
  return page(body, { isOurs: false, ...others })
}

/** The page of `views/index.ejs`, which many documents render. */
function teaPage (title = 'Tea &amp; coffee', items = ['Darjeeling', 'Café crème']) {
  const list = items.map((item) => `  <li>${item}</li>\n`).join('')
  return page(`<!doctype html>\n<title>${title}</title>\n<h1>${title}</h1>\n<ul>\n${list}</ul>\n`)
}

/** The source of that view, for documents that do not show it. */
const TEA_VIEW = `<!doctype html>
<title><%= title %></title>
<h1><%= title %></h1>
<ul>
<% for (const item of items) { -%>
  <li><%= item %></li>
<% } -%>
</ul>
`

const TEA_LOCALS = { title: 'Tea & coffee', items: ['Darjeeling', 'Café crème'] }

module.exports = { HTML, TEA_LOCALS, TEA_VIEW, page, plain, teaPage }
