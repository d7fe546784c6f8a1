'use strict'

// A child process that serves the app of one framework. It sends its port when
// it listens, and answers every message with its memory, the library's stats,
// the errors that nobody should have caused, and how many resets of clients
// the framework has reported.

const http = require('node:http')
const express = require('express')
const Koa = require('koa')
const bufferedRender = require('buffered-render')
const { EJS_VIEWS, ejsPages } = require('../pages')

/** So little that the pages asked for again and again do not all find room. */
const memo = '4mb'

/**
 * An app of each framework that answers `/<page>/<n>`, with its errors reported.
 *
 * @type {Record<string, (on: { error: (error: Error) => void, reset: () => void }) => { listener: Function, renderer: object }>}
 */
const apps = { express: createExpress, koa: createKoa }

function createExpress (on) {
  const pages = bufferedRender({ memo })
  const app = express().set('views', EJS_VIEWS.views).set('view engine', 'ejs')
  app.use(pages)
  app.get('/:page/:n', ({ params }, res) => {
    const { view, data } = ejsPages[params.page]
    res.render(view, data(Number(params.n)))
  })
  app.use((error, req, res, next) => {
    on.error(error)
    next(error)
  })
  return { listener: app, renderer: pages.renderer }
}

function createKoa (on) {
  const pages = bufferedRender({ memo, ...EJS_VIEWS })
  const app = new Koa()
  app.use(pages)
  app.use((ctx) => {
    const [, page, n] = ctx.path.split('/')
    const { view, data } = ejsPages[page]
    return ctx.render(view, data(Number(n)))
  })
  // Koa, unlike Express, says so when a client resets its connection, as those here do that hang up.
  app.on('error', (error) => error.code === 'ECONNRESET' ? on.reset() : on.error(error))
  return { listener: app.callback(), renderer: pages.renderer }
}

/** How many errors are described. */
const DESCRIBED = 5

const troubles = { count: 0, described: [] }
let resets = 0

function report (error) {
  troubles.count++
  if (troubles.described.length < DESCRIBED) troubles.described.push(error?.stack ?? String(error))
}

function serve (framework) {
  const { listener, renderer } = apps[framework]({ error: report, reset: () => { resets++ } })
  // No connection is closed for being idle: a client that rests would take it for an error.
  const server = http.createServer({ keepAliveTimeout: 0 }, listener)
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
  process.on('message', () => process.send({ memory: measure(), stats: renderer.stats(), troubles, resets }))
}

function measure () {
  // What the first collection finalizes, such as the streams of zlib, goes with the second.
  global.gc?.()
  global.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heapUsed, external, rss }
}

process.on('disconnect', () => process.exit())
// Too many listeners are a warning, and what is left on a response or a socket a leak.
for (const event of ['uncaughtException', 'unhandledRejection', 'warning']) process.on(event, report)
serve(process.argv[2])
