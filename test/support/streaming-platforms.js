'use strict'

const bufferedRender = require('../..')
const { everyExpress, everyKoa, expressVersions, koaVersions } = require('./frameworks')

/**
 * What a request is answered with by a page under way, whatever the platform.
 *
 * @typedef {object} StreamedExchange
 * @property {import('node:http').IncomingMessage} req
 * @property {import('node:http').ServerResponse} res
 * @property {(code: number) => unknown} status
 * @property {(page: object, how?: object) => Promise<void>} stream takes html`…`
 * @property {(page: object) => unknown} send takes html`…`, and sends it as a whole
 */

/**
 * @typedef {object} Served
 * @property {import('node:http').RequestListener} listener
 * @property {unknown[]} errors that the framework received: by next(error), by Koa's
 *   error event, by a promise that rejects
 */

/**
 * A framework that can stream a page.
 *
 * @typedef {{ platform: string, tellsConsole: boolean, serve: (options: object, handle: (exchange: StreamedExchange) => unknown) => Served }} Platform
 *   `tellsConsole`: whether an error after the first byte is printed on the console
 */

/** @returns {Platform[]} */
const platformsOf = (expressVersions, koaVersions) => [
  ...expressVersions.map(({ version, express }) => ({ platform: `Express ${version}`, tellsConsole: true, serve: serveByExpress(express) })),
  ...koaVersions.map(({ version, Koa }) => ({ platform: `Koa ${version}`, tellsConsole: false, serve: serveByKoa(Koa) })),
  { platform: 'node:http', tellsConsole: true, serve: serveByHttp }
]
const streamingPlatforms = platformsOf(expressVersions, koaVersions)
const everyStreamingPlatform = platformsOf(everyExpress, everyKoa)

function serveByExpress (express) {
  return (options, handle) => {
    const errors = []
    const app = express().use(bufferedRender(options))
    app.all(/.*/, (req, res) => handle({
      req,
      res,
      status: (code) => res.status(code),
      stream: (page, how) => res.renderStream(page, how),
      send: (page) => res.send(page)
    }))
    app.use((error, req, res, next) => {
      errors.push(error)
      res.status(500).end('failed')
    })
    return { listener: app, errors }
  }
}

function serveByKoa (Koa) {
  return (options, handle) => {
    const errors = []
    const app = new Koa().use(bufferedRender(options))
    app.on('error', (error) => errors.push(error))
    app.use((ctx) => handle({
      req: ctx.req,
      res: ctx.res,
      status (code) { ctx.status = code },
      stream: (page, how) => ctx.renderStream(page, how),
      send (page) { ctx.body = page }
    }))
    return { listener: app.callback(), errors }
  }
}

function serveByHttp (options, handle) {
  const errors = []
  const renderer = bufferedRender.createRenderer(options)
  const answer = async (req, res) => handle({
    req,
    res,
    status (code) { res.statusCode = code },
    stream: (page, how) => renderer.stream(req, res, page, how),
    send: (page) => renderer.send(req, res, page)
  })
  const listener = (req, res) => answer(req, res).catch((error) => {
    errors.push(error)
    res.writeHead(500).end('failed')
  })
  return { listener, errors }
}

module.exports = { everyStreamingPlatform, streamingPlatforms }
