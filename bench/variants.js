'use strict'

const path = require('node:path')
const { promisify } = require('node:util')
const etag = require('etag')
const express = require('express')
const bufferedRender = require('buffered-render')

/**
 * Every variant answers `/` with the page of a counter of its own that grows
 * with each request, and `/<n>` with the page of the counter n; `prebuilt`
 * alone has one page, of this counter.
 */
const PREBUILT_COUNTER = 7

/**
 * `res.render`, nothing else.
 *
 * @param {import('./cases').Case} page
 * @returns {import('express').Express}
 */
function stock (page) {
  return renderPage(createApp(), page)
}

/**
 * The same app behind the middleware.
 *
 * @param {import('./cases').Case} page
 * @returns {import('express').Express}
 */
function buffered (page) {
  return renderPage(createApp().use(bufferedRender()), page)
}

/**
 * The limit: an Express that has nothing left to render, encode or hash.
 *
 * @param {import('./cases').Case} page
 * @returns {Promise<import('express').Express>}
 */
async function prebuilt ({ view, data }) {
  const app = createApp()
  const render = promisify(app.render.bind(app))
  const body = Buffer.from(await render(view, data(PREBUILT_COUNTER)))
  const tag = etag(body, { weak: true })

  return app.get(['/', '/:n'], (req, res) => {
    res.setHeader('Content-Type', 'text/html; charset=utf-8')
    res.setHeader('Content-Length', body.length)
    res.setHeader('ETag', tag)
    res.end(body)
  })
}

function createApp () {
  return express().set('views', path.join(__dirname, 'views')).set('view engine', 'ejs')
}

function renderPage (app, { view, data }) {
  let counter = 0
  app.get('/', (req, res) => res.render(view, data(++counter)))
  app.get('/:n', (req, res) => res.render(view, data(Number(req.params.n))))
  return app
}

module.exports = { PREBUILT_COUNTER, variants: { stock, 'buffered-render': buffered, prebuilt } }
