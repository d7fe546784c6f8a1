'use strict'

const { getRequestListener } = require('@hono/node-server')
const { Hono } = require('hono')
const { compress } = require('hono/compress')
const { html } = require('hono/html')
const { createCounter } = require('../counters')
const tagged = require('../views/shared/tags/tagged')
const { viewOf } = require('./views')

function answerPages (app, page) {
  const view = viewOf(tagged(html), page)
  const { data } = page
  const next = createCounter(page)
  app.get('/', (c) => c.html(view(data(next()))))
  app.get('/:n', (c) => c.html(view(data(Number(c.req.param('n'))))))
  return getRequestListener(app.fetch)
}

/** @type {Record<string, import('../variants').Variant>} */
module.exports = {
  hono: (page) => answerPages(new Hono(), page),
  'hono-compress': (page) => answerPages(new Hono().use(compress()), page)
}
