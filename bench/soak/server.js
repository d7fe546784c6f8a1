'use strict'

// A child process that serves the app of one framework. It sends its port when
// it listens, and answers every message with its memory and open file descriptors, the library's stats,
// unexpected errors, and the number of client resets that the framework has
// reported.

const fs = require('node:fs')
const http = require('node:http')
const express = require('express')
const Koa = require('koa')
const bufferedRender = require('buffered-render')
const { EJS_VIEWS, ejsPages } = require('../pages')
const { VIEW, rewrite } = require('./reloading')

/** Too small for all pages that are requested repeatedly. */
const memo = '4mb'

/** Codes of errors for a client that has left: with bytes still to read, or without. */
const LEFT = ['ECONNRESET', 'EPIPE']

/** Open file descriptors, on Linux. */
const DESCRIPTORS = '/proc/self/fd'

/**
 * Creates an app of each framework that answers `/<page>/<n>` and `/streamed/<page>/<n>`, and reports its errors. The view of
 * `/reloading/<n>` is in a folder of its own, and is not cached.
 *
 * @type {Record<string, (reloading: { folder: string, version: () => number }, on: { error: (error: Error) => void, reset: () => void }) => { listener: Function, renderer: object }>}
 */
const apps = { express: createExpress, koa: createKoa }

function createExpress ({ folder, version }, on) {
  const pages = bufferedRender({ memo })
  const app = express().set('views', EJS_VIEWS.views).set('view engine', 'ejs')
  const development = express().set('views', folder).set('view engine', 'ejs').disable('view cache')
  development.use(bufferedRender({ memo }))
  development.get('/:n', ({ params }, res) => res.set('X-Version', version()).render(VIEW, { n: Number(params.n) }))
  app.use(`/${VIEW}`, development)
  app.use(pages)
  app.get('/streamed/:page/:n', ({ params }, res) => {
    const { view, data } = ejsPages[params.page]
    return res.renderStream(view, data(Number(params.n)))
  })
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

function createKoa ({ folder, version }, on) {
  const pages = bufferedRender({ memo, ...EJS_VIEWS })
  const development = bufferedRender.createRenderer({ memo, views: folder, extension: 'ejs', cache: false })
  const app = new Koa()
  app.use(pages)
  app.use(async (ctx) => {
    const isStreamed = ctx.path.startsWith('/streamed/')
    const [page, n] = ctx.path.split('/').slice(isStreamed ? 2 : 1)
    if (page === VIEW) {
      ctx.set('X-Version', version())
      ctx.body = await development.page(VIEW, { n: Number(n) })
      return
    }
    const { view, data } = ejsPages[page]
    return isStreamed ? ctx.renderStream(view, data(Number(n))) : ctx.render(view, data(Number(n)))
  })
  // Unlike Express, Koa reports clients that reset their connection, as aborting clients do here.
  app.on('error', (error) => LEFT.includes(error.code) ? on.reset() : on.error(error))
  return { listener: app.callback(), renderer: pages.renderer }
}

/** Number of described errors. */
const DESCRIBED = 5

const troubles = { count: 0, described: [] }
let resets = 0

function report (error) {
  troubles.count++
  if (troubles.described.length < DESCRIBED) troubles.described.push(error?.stack ?? String(error))
}

function serve (framework, folder) {
  const version = rewrite(folder)
  const { listener, renderer } = apps[framework]({ folder, version }, { error: report, reset: () => { resets++ } })
  // Do not close idle connections, which would be an error to a slow client.
  const server = http.createServer({ keepAliveTimeout: 0 }, listener)
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
  process.on('message', () => process.send({ memory: measure(), stats: renderer.stats(), troubles, resets }))
}

function measure () {
  // The second collection frees objects that the first finalizes, such as streams of zlib.
  global.gc?.()
  global.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heapUsed, external, rss, descriptors: fs.existsSync(DESCRIPTORS) ? fs.readdirSync(DESCRIPTORS).length : undefined }
}

process.on('disconnect', () => process.exit())
// Warnings include too many listeners, which indicate a leak on a response or a socket.
for (const event of ['uncaughtException', 'unhandledRejection', 'warning']) process.on(event, report)
serve(...process.argv.slice(2))
