'use strict'

// A child process, see `../serve.js`, that answers in the way that its arguments name: with an article whose data take 200 ms, or at
// once with the article of its own counter at `/` and that of the counter n at `/<n>`. The load requests no content coding: with a
// second argument, the server treats each request as if it accepted that one.

const { setTimeout: wait } = require('node:timers/promises')
const express = require('express')
const bufferedRender = require('buffered-render')
const { createCounter } = require('../counters')
const { readTexts } = require('../languages/files')
const { folder, sharedPages } = require('../pages')
const { tagged, tides } = require('../pages/tags')
const serve = require('../serve')

const LATE = 200

const { view, data, foldersOf } = sharedPages.article
const folders = foldersOf('ejs')
const texts = readTexts(folders[1])
const { title, related } = data(1)
const later = () => wait(LATE, related)

const { html } = bufferedRender
const [lateTag, tag] = [tides(html, texts), tagged(html)[view](texts)]
const renderAfterData = async (req, res) => res.render('tides', { title, related: await later() })

const WAYS = {
  'late, res.render': { views: [folder('tides', 'whole'), folders[1]], late: renderAfterData },
  'late, res.render, buffered-render': { views: [folder('tides', 'whole'), folders[1]], pages: bufferedRender(), late: renderAfterData },
  'late, renderStream, EJS with await': {
    views: [folder('tides', 'streamed'), folders[1]],
    pages: bufferedRender({ engineOptions: { async: true } }),
    late: (req, res) => res.renderStream('tides', { title, related: later() })
  },
  'late, renderStream, html`…`': { pages: bufferedRender(), late: (req, res) => res.renderStream(lateTag({ title, related: later() })) },
  'res.render': { pages: bufferedRender(), send: (res, locals) => res.render(view, locals) },
  'res.renderStream': { pages: bufferedRender(), send: (res, locals) => res.renderStream(view, locals) },
  'res.send of html`…`': { pages: bufferedRender(), send: (res, locals) => res.send(tag(locals)) },
  'res.renderStream of html`…`': { pages: bufferedRender(), send: (res, locals) => res.renderStream(tag(locals)) }
}

const [way, coding] = process.argv.slice(2)
const { views = folders, pages, late, send } = WAYS[way]
const next = createCounter({})

const app = express().set('views', views).set('view engine', 'ejs')
if (coding) {
  app.use((req, res, next) => {
    req.headers['accept-encoding'] = coding
    next()
  })
}
if (pages) app.use(pages)
app.get('/', late ?? ((req, res) => send(res, data(next()))))
app.get('/:n', (req, res) => send(res, data(Number(req.params.n))))
serve(app)
