'use strict'

// A child process, see `../serve.js`, that answers `/` with the article of its own counter
// and `/<n>` with the article of the counter n. The load requests no content coding;
// with `gzip`, the server treats each request as if it accepted gzip.

const express = require('express')
const bufferedRender = require('buffered-render')
const { createCounter } = require('../counters')
const { readTexts, sharedPages } = require('../pages')
const { tagged } = require('../pages/tags')
const serve = require('../serve')

const { view, data, foldersOf } = sharedPages.article
const folders = foldersOf('ejs')
const page = tagged(bufferedRender.html)[view](readTexts(folders[1]))

/** @type {Record<string, (res: object, locals: object) => void>} */
const WAYS = {
  'res.render': (res, locals) => res.render(view, locals),
  'res.renderStream': (res, locals) => res.renderStream(view, locals),
  'res.send of html`…`': (res, locals) => res.send(page(locals)),
  'res.renderStream of html`…`': (res, locals) => res.renderStream(page(locals))
}

const [way, coding] = process.argv.slice(2)
const answer = WAYS[way]
const next = createCounter({})

const app = express().set('views', folders).set('view engine', 'ejs')
app.use((req, res, next) => {
  req.headers['accept-encoding'] = coding
  next()
})
app.use(bufferedRender())
app.get('/', (req, res) => answer(res, data(next())))
app.get('/:n', (req, res) => answer(res, data(Number(req.params.n))))
serve(app)
