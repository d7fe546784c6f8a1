'use strict'

const http = require('node:http')
const { askUntil } = require('./ask-until')
const { exchange } = require('./exchange')
const { listen } = require('./listen')
const shop = require('./shop')

const locals = shop.localsOf('<Zoë> & 世界')

/**
 * A server of one page for real clients, which says how it was asked and what
 * it answered.
 *
 * @param {{ serve: Function }} platform see `platforms`
 * @param {object} [way] of `shop.ways`
 * @returns {Promise<{ url: string, page: string, log: object[], heat: () => Promise<void> }>}
 */
async function serveShop ({ serve }, way = shop.ways[0]) {
  const { listener } = serve({ views: shop.views, extension: 'ejs', cache: true }, (exchange) => way.send(exchange, locals))
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

  return {
    url: `http://127.0.0.1:${server.port}/`,
    page: await way.textOf(locals),
    log,
    heat: () => heat((coding) => exchange(listener, { headers: { 'accept-encoding': coding } }))
  }
}

/** Asks until the page was compressed as Brotli in another thread. */
async function heat (ask) {
  await askUntil(() => ask('br, gzip'), ({ headers }) => headers['content-encoding'] === 'br')
}

module.exports = { locals, serveShop }
