'use strict'

const { createCounter } = require('../counters')
const tags = require('../pages/tags')
const { peer, requirePeer } = require('../peer')
const { prebuild } = require('./prebuild')

/**
 * The READMEs of ghtml and of this project use plain `node:http` for a page without a framework; the README of
 * `@kitajs/html` leaves the choice. The other projects send no entity tag.
 */
module.exports = {
  fastify: peer('Fastify, EJS', createFastify),
  hono: peer('Hono, html', (page) => createHono(page), 'hono'),
  'hono-compress': peer('Hono, html, compress', (page) => createHono(page, requirePeer('hono/compress').compress()), 'hono'),
  'http-ghtml': peer('node:http, ghtml', (page) => renderPages(page, tags.ghtml(), sendString), 'ghtml'),
  'http-kitajs': peer('node:http, @kitajs/html', (page) => renderPages(page, tags.kitajs(), sendString), '@kitajs/html'),
  'http-html': peer('node:http, buffered-render, html tag', (page) => createHttp(page), 'html'),
  // Without what the other tags lack: ETag, gzip and memo.
  'http-html-plain': peer('node:http, buffered-render, html tag alone', (page) => createHttp(page, { etag: false, compress: false, memo: false }), 'html'),
  'http-prebuilt': peer('node:http, prebuilt', (page) => sendPages(page)),
  'http-prebuilt-gzip': peer('node:http, prebuilt gzip', (page) => sendPages(page, { isGzip: true }))
}

/** Without `cache` in the options of EJS, every request compiles the views that its view includes. */
async function createFastify (page) {
  const { view, data } = page
  const folders = page.foldersOf('ejs')
  const next = createCounter(page)
  const app = requirePeer('fastify')()
  app.register(requirePeer('@fastify/view'), { engine: { ejs: require('ejs') }, production: true, root: folders[0], options: { views: folders, cache: true } })
  app.get('/', (request, reply) => reply.viewAsync(`${view}.ejs`, data(next())))
  app.get('/:n', (request, reply) => reply.viewAsync(`${view}.ejs`, data(Number(request.params.n))))
  await app.ready()
  return app.routing
}

function createHono (page, ...middleware) {
  const { Hono } = requirePeer('hono')
  const { getRequestListener } = requirePeer('@hono/node-server')
  const view = tags.viewOf(tags.tagged(requirePeer('hono/html').html), page)
  const next = createCounter(page)
  const app = new Hono()
  for (const each of middleware) app.use(each)
  app.get('/', (c) => c.html(view(page.data(next()))))
  app.get('/:n', (c) => c.html(view(page.data(Number(c.req.param('n'))))))
  return getRequestListener(app.fetch)
}

function createHttp (page, options) {
  const { createRenderer, html } = require('buffered-render')
  const renderer = createRenderer(options)
  return renderPages(page, tags.tagged(html), (req, res, rendered) => renderer.send(req, res, rendered))
}

function renderPages (page, views, send) {
  const view = tags.viewOf(views, page)
  const next = createCounter(page)
  return (req, res) => send(req, res, view(page.data(numberIn(req) ?? next())))
}

async function sendPages (page, how) {
  const prebuilt = await prebuild(page, how)
  return (req, res) => {
    const { body, headers } = prebuilt(numberIn(req))
    res.writeHead(200, headers).end(body)
  }
}

function sendString (req, res, page) {
  res.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page)
}

const numberIn = ({ url }) => url === '/' ? undefined : Number(url.slice(1))
