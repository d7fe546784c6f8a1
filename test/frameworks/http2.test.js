'use strict'

const { once } = require('node:events')
const http2 = require('node:http2')
const { text } = require('node:stream/consumers')
// Express 5 has no room for such packages: it sets the prototypes itself, before any middleware.
const express = require('express4')
const bufferedRender = require('../..')
const { serveHttp2 } = require('../support/serve-http2')
const { viewFolder } = require('../support/view-folder')

const long = 'static text of the page. '.repeat(20)
const folder = viewFolder({ 'page.ejs': `<p><%= x %></p>${long}` })

/** Gives requests and responses prototypes of HTTP/2 beside those of the app, with copies of Express's methods, as http2-express-bridge does. */
function createApp () {
  const app = express()
  const beside = (prototype, methods) => {
    const copy = Object.defineProperties(Object.create(prototype), Object.getOwnPropertyDescriptors(methods))
    return Object.create(copy, { app: { value: app, configurable: true, enumerable: true, writable: true } })
  }
  const request = beside(http2.Http2ServerRequest.prototype, express.request)
  const response = beside(http2.Http2ServerResponse.prototype, express.response)
  app.lazyrouter = function () {
    this._router ??= express.Router().use(express.query()).use((req, res, next) => {
      Object.assign(req, { res, next })
      Object.assign(res, { req, locals: {} })
      Object.setPrototypeOf(req, request)
      Object.setPrototypeOf(res, response)
      next()
    })
  }
  return app.set('views', folder.file('.')).set('view engine', 'ejs')
}

/** Asks an app for each path. @returns {Promise<object[]>} */
async function answersOf (app, paths) {
  const ask = await serveHttp2(app)
  const answers = []
  for (const path of paths) {
    const stream = ask({ ':path': path })
    const [{ ':status': status, 'content-type': type, 'content-length': length }] = await once(stream, 'response')
    answers.push({ status, type, length, body: await text(stream) })
  }
  return answers
}

describe('Express 4 over HTTP/2, with responses of another prototype', () => {
  function build (middleware, { html = String.raw } = {}) {
    const app = createApp()
    if (middleware) app.use(middleware)
    app.get('/page', (req, res) => res.render('page', { x: '<1>' }))
    app.get('/html', (req, res) => res.send(html`<p>html</p>`))
    app.get('/missing', (req, res) => res.render('missing'))
    app.get('/stream', (req, res) => res.renderStream('page', { x: Promise.resolve('<1>') }))
    return app.use((error, req, res, next) => res.status(500).send(error.message))
  }

  test('pages are spliced as over HTTP/1.1', async () => {
    const paths = ['/page', '/page', '/html', '/missing']
    const middleware = bufferedRender()
    const [alone, ours] = [await answersOf(build(), paths), await answersOf(build(middleware, bufferedRender), paths)]
    expect(ours).toEqual(alone)
    expect(alone.map(({ status }) => status)).toEqual([200, 200, 200, 500])
    expect(middleware.renderer.stats()).toMatchObject({ templates: { hits: 0, misses: 2 }, engine: { 'is not found': 1 } })
  })

  test('pages are streamed', async () => {
    const [{ status, body }] = await answersOf(build(bufferedRender()), ['/stream'])
    expect({ status, body }).toEqual({ status: 200, body: `<p>&lt;1&gt;</p>${long}` })
  })

  test('responses of an app with the middleware beside one without it are left to Express', async () => {
    const middleware = bufferedRender()
    const app = createApp()
    app.get('/before', (req, res) => res.render('page', { x: 1 })).use(middleware).get('/after', (req, res) => res.render('page', { x: 1 }))
    const [after, before] = await answersOf(app, ['/after', '/before'])
    expect(before).toEqual(after)
    expect(middleware.renderer.stats().engine).toEqual({ 'is rendered for a response that has not passed bufferedRender()': 1 })
  })
})
