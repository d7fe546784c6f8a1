'use strict'

const bufferedRender = require('../..')
const { everyExpress, everyKoa, expressVersions, koaVersions } = require('./frameworks')
const { expressApp } = require('./express-app')
const { koaApp } = require('./koa-app')

/**
 * What a request is answered with, whatever the platform.
 *
 * @typedef {object} Exchange
 * @property {import('node:http').IncomingMessage} req
 * @property {import('node:http').ServerResponse} res
 * @property {(code: number) => unknown} status
 * @property {(view: string, locals: object) => unknown} render
 * @property {(page: object) => unknown} send takes html`…`, and sends it as a whole
 * @property {(page: object, how?: object) => Promise<void>} stream takes html`…`, or a view and its locals before
 *   `how`, except for node:http
 */

/**
 * @typedef {object} Served
 * @property {import('node:http').RequestListener} listener
 * @property {import('../../lib/renderer').Renderer} renderer
 * @property {unknown[]} errors that the framework received: by next(error), by Koa's
 *   error event, by a promise that rejects
 */

/**
 * Everything that a page can be sent from.
 *
 * @typedef {{ platform: string, tellsConsole: boolean, serve: (options: object, handle: (exchange: Exchange) => unknown) => Served }} Platform
 *   `tellsConsole`: whether an error after the first byte is printed on the console
 */

/** @returns {Platform[]} */
const platformsOf = (expressVersions, koaVersions) => [
  ...expressVersions.map(({ version, express }) => ({ platform: `Express ${version}`, tellsConsole: true, serve: serveByExpress(express) })),
  ...koaVersions.map(({ version, Koa }) => ({ platform: `Koa ${version}`, tellsConsole: false, serve: serveByKoa(Koa) })),
  { platform: 'node:http', tellsConsole: true, serve: serveByHttp }
]
const platforms = platformsOf(expressVersions, koaVersions)
const everyPlatform = platformsOf(everyExpress, everyKoa)

function serveByExpress (express) {
  return (options, handle) => {
    const ours = bufferedRender(options)
    const { app, errors } = expressApp(express, ours, (req, res) => handle(ofExpress(req, res)))
    return { listener: app, renderer: ours.renderer, errors }
  }
}

/** @returns {Exchange} */
const ofExpress = (req, res) => ({
  req,
  res,
  status: (code) => res.status(code),
  render: (view, locals) => res.render(view, locals),
  send: (page) => res.send(page),
  stream: (...args) => res.renderStream(...args)
})

function serveByKoa (Koa) {
  return (options, handle) => {
    const ours = bufferedRender(options)
    const { app, errors } = koaApp(Koa, ours, (ctx) => handle(ofKoa(ctx)))
    return { listener: app.callback(), renderer: ours.renderer, errors }
  }
}

/** @returns {Exchange} */
const ofKoa = (ctx) => ({
  req: ctx.req,
  res: ctx.res,
  status (code) { ctx.status = code },
  render: (view, locals) => ctx.render(view, locals),
  send (page) { ctx.body = page },
  stream: (...args) => ctx.renderStream(...args)
})

function serveByHttp (options, handle) {
  const renderer = bufferedRender.createRenderer(options)
  const errors = []
  const answer = async (req, res) => handle({
    req,
    res,
    status (code) { res.statusCode = code },
    render: async (view, locals) => renderer.send(req, res, await renderer.render(view, locals)),
    send: (page) => renderer.send(req, res, page),
    stream: (page, how) => renderer.stream(req, res, page, how)
  })
  const listener = (req, res) => answer(req, res).catch((error) => {
    errors.push(error)
    res.writeHead(500).end('failed')
  })
  return { listener, renderer, errors }
}

/** Every framework, with what makes an app of some middleware. See `koaApp`. */
const everyFramework = [
  ...everyExpress.map(({ version, express }) => ({ framework: `Express ${version}`, isKoa: false, appOf: (...middleware) => expressApp(express, ...middleware) })),
  ...everyKoa.map(({ version, Koa }) => ({ framework: `Koa ${version}`, isKoa: true, appOf: (...middleware) => koaApp(Koa, ...middleware) }))
]

module.exports = { everyFramework, everyPlatform, ofExpress, ofKoa, platforms }
