'use strict'

const http = require('node:http')
const { askUntil } = require('./ask-until')
const { exchange } = require('./exchange')
const { listen } = require('./listen')
const shop = require('./shop')

const locals = shop.localsOf('<Zoë> & 世界')

/**
 * An app of one page.
 *
 * @param {{ serve: Function }} platform see `platforms`
 * @param {(exchange: object, locals: object) => unknown} send
 * @param {object} [options] of the middleware
 * @param {(exchange: object) => void} [prepare] what the app does before
 */
function shopApp ({ serve }, send, options, prepare = () => {}) {
  const { listener, renderer, errors } = serve({ views: shop.views, extension: 'ejs', cache: true, ...options }, (exchange) => {
    prepare(exchange)
    return send(exchange, locals)
  })
  return { listener, ask: (request) => exchange(listener, request), renderer, errors }
}

/**
 * A server of one page for real clients, which says how it was asked and what
 * it answered.
 *
 * @param {{ serve: Function }} platform see `platforms`
 * @param {object} [way] of `shop.ways`
 * @returns {Promise<{ url: string, page: string, log: object[], heat: () => Promise<void> }>}
 */
async function serveShop (platform, way = shop.ways[0]) {
  const { listener, ask } = shopApp(platform, way.send)
  const log = []
  const server = await listen(http.createServer((req, res) => {
    res.once('finish', () => log.push({
      status: res.statusCode,
      accepted: req.headers['accept-encoding'],
      held: req.headers['if-none-match'],
      coding: res.getHeader('Content-Encoding'),
      length: Number(res.getHeader('Content-Length')),
      tag: res.getHeader('ETag')
    }))
    listener(req, res)
  }))
  return { url: `http://127.0.0.1:${server.port}/`, page: await way.textOf(locals), log, heat: () => heat(ask) }
}

/** Asks until the page was compressed as Brotli in another thread. */
async function heat (ask) {
  await askUntil(() => ask({ headers: { 'accept-encoding': 'br, gzip' } }), ({ headers }) => headers['content-encoding'] === 'br')
}

module.exports = { heat, locals, serveShop, shopApp }
