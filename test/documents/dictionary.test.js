'use strict'

const { page, plain } = require('./expected')
const { documentSuite } = require('./suite')

const article = (title, text) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title><link rel="stylesheet" href="/site.css"></head>
<body><nav><a href="/">Home</a> <a href="/news">News</a>
<a href="/contact">Contact</a> <a href="/imprint">Imprint</a></nav>
<h1>${title}</h1><p>${text}</p></body></html>`
const json = { type: 'application/json; charset=utf-8' }
const untouched = { bytes: 0, texts: 0, pages: 0, savedBytes: 0, links: 0, fetches: 0, failedFetches: 0 }

documentSuite('docs/dictionary.md', {
  programs: [
    { section: 'Dictionaries', pages: { '/?text=green': page(article('Tea', 'green')), '/stats': plain(JSON.stringify(untouched), json) } },
    { section: 'Where the line goes', pages: { '/': page('<!doctype html><title>Tea</title>\n<p>Zoë, this is a page with static text around a name.</p>') } }
  ]
})
