'use strict'

const path = require('node:path')
const { promisify } = require('node:util')
const compression = require('compression')
const etag = require('etag')
const express = require('express')
const bufferedRender = require('buffered-render')
const { createCounter, samples } = require('../counters')

/** The limits: an Express that has nothing left to render, encode or hash. */
const limits = {
  prebuilt: (page) => sendPages(createApp(), page, sendBody),
  'prebuilt-compression': (page) => sendPages(createApp().use(compression()), page, sendBody),
  'prebuilt-fresh': (page) => sendPages(createApp(), page, sendUnlessFresh)
}

/** `res.render` as it comes, and behind the middleware. */
const renderers = {
  stock: (page) => renderPages(createApp(), page),
  'stock-compression': (page) => renderPages(createApp().use(compression()), page),
  'buffered-render': (page) => renderPages(createApp().use(bufferedRender()), page)
}

function createApp () {
  return express().set('views', path.join(__dirname, '../views')).set('view engine', 'ejs')
}

function renderPages (app, page) {
  const { view, data } = page
  const next = createCounter(page)
  app.get('/', (req, res) => res.render(view, data(next())))
  app.get('/:n', (req, res) => res.render(view, data(Number(req.params.n))))
  return app
}

async function sendPages (app, page, send) {
  const bodies = await prebuild(app, page)
  const list = [...bodies.values()]
  const next = createCounter({ pages: list.length })
  app.get('/', (req, res) => send(req, res, list[next()]))
  app.get('/:n', (req, res) => send(req, res, bodies.get(Number(req.params.n))))
  return app
}

async function prebuild (app, page) {
  const render = promisify(app.render.bind(app))
  const bodies = new Map()
  for (const n of samples(page)) {
    const body = Buffer.from(await render(page.view, page.data(n)))
    bodies.set(n, { body, tag: etag(body, { weak: true }) })
  }
  return bodies
}

function sendBody (req, res, { body, tag }) {
  res.setHeader('Content-Type', 'text/html; charset=utf-8')
  res.setHeader('Content-Length', body.length)
  res.setHeader('ETag', tag)
  res.end(body)
}

function sendUnlessFresh (req, res, page) {
  res.setHeader('ETag', page.tag)
  if (!req.fresh) return sendBody(req, res, page)
  res.statusCode = 304
  res.end()
}

/** @type {Record<string, import('.').Variant>} */
module.exports = { ...renderers, ...limits }
