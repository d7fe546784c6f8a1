'use strict'

// A child process that serves the app of one framework. It sends its port when it listens, and answers every message
// with its memory and open file descriptors, the library's stats, unexpected errors, and the number of client resets
// that the framework has reported.

const fs = require('node:fs')
const http = require('node:http')
const express = require('express')
const Koa = require('koa')
const bufferedRender = require('buffered-render')
const { EJS_VIEWS, ejsPages } = require('../../bench/pages')

/** Too small for all pages that are requested repeatedly. */
const memo = '4mb'

/** Codes of errors for a client that has left: with bytes still to read, or without. */
const LEFT = ['ECONNRESET', 'EPIPE']

/** Open file descriptors, on Linux. */
const DESCRIPTORS = '/proc/self/fd'

/** Number of described errors. */
const DESCRIBED = 5

const troubles = { count: 0, described: [] }
let resets = 0

function report (error) {
  troubles.count++
  if (troubles.described.length < DESCRIBED) troubles.described.push(error?.stack ?? String(error))
}

/** Apps that answer `/<page>/<n>` and `/streamed/<page>/<n>`. @type {Record<string, () => { listener: Function, renderer: object }>} */
const apps = {
  express () {
    const pages = bufferedRender({ memo })
    const app = express().set('views', EJS_VIEWS.views).set('view engine', 'ejs').use(pages)
    for (const [path, method] of [['/streamed/:page/:n', 'renderStream'], ['/:page/:n', 'render']]) {
      app.get(path, ({ params: { page, n } }, res) => res[method](ejsPages[page].view, ejsPages[page].data(Number(n))))
    }
    app.use((error, req, res, next) => {
      report(error)
      next(error)
    })
    return { listener: app, renderer: pages.renderer }
  },

  koa () {
    const pages = bufferedRender({ memo, ...EJS_VIEWS })
    const app = new Koa()
    app.use(pages)
    app.use((ctx) => {
      const isStreamed = ctx.path.startsWith('/streamed/')
      const [page, n] = ctx.path.split('/').slice(isStreamed ? 2 : 1)
      return ctx[isStreamed ? 'renderStream' : 'render'](ejsPages[page].view, ejsPages[page].data(Number(n)))
    })
    // Unlike Express, Koa reports clients that reset their connection, as aborting clients do here.
    app.on('error', (error) => LEFT.includes(error.code) ? resets++ : report(error))
    return { listener: app.callback(), renderer: pages.renderer }
  }
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
const { listener, renderer } = apps[process.argv[2]]()
// Do not close idle connections, which would be an error to a slow client.
const server = http.createServer({ keepAliveTimeout: 0 }, listener)
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
process.on('message', () => process.send({ memory: measure(), stats: renderer.stats(), troubles, resets }))
