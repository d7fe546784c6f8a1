'use strict'

const { once } = require('node:events')
const fs = require('node:fs')
const { constants } = require('node:http2')
const { PassThrough } = require('node:stream')
const { setImmediate: turn } = require('node:timers/promises')
const bufferedRender = require('../..')
const { LARGE } = require('../../lib/page/large-file')
const { exchange } = require('../support/exchange')
const { everyKoa, everyExpress } = require('../support/frameworks')
const { gate } = require('../support/gate')
const { timesOpen } = require('../support/open-files')
const { koaApp } = require('../support/koa-app')
const { platforms } = require('../support/platforms')
const { clientOf } = require('../support/raw-client')
const { serveHttp2 } = require('../support/serve-http2')
const { until } = require('../support/until')
const { viewFolder } = require('../support/view-folder')

const { fragment, html } = bufferedRender

const folder = viewFolder({ large: '' })
const file = folder.file('large')
// More than the kernel keeps for a connection.
fs.truncateSync(file, 16 * LARGE)
const pageOfFile = () => html`${fragment.file('large', { roots: folder.file('.') })}<p>`

beforeEach(() => { jest.spyOn(console, 'error').mockImplementation() })

/**
 * Expects that the file is closed, and is not opened by what is under way: each stat waits as long as an open does.
 * Waiting longer might pass because of the garbage collector.
 */
async function expectClosed () {
  for (let i = 0; i < 30 || (i < 300 && timesOpen(file) > 0); i++) {
    await fs.promises.lstat(file)
    await turn()
  }
  expect(timesOpen(file)).toBe(0)
}

/** @returns {Promise<void>} fulfilled when the client has left */
function leaving ({ req, res }) {
  return once(req.httpVersionMajor === 2 ? res : req.socket, 'close')
}

const byHttp2 = (leave) => async (listener) => {
  const ask = await serveHttp2(listener)
  const stream = ask().on('error', () => {})
  return () => leave(stream)
}

/** Each serves a listener, asks for `/`, and gives what has its client leave. */
const PROTOCOLS = {
  'HTTP/1.1': async (listener) => {
    const client = await clientOf(listener)
    return () => client.close()
  },
  'HTTP/1.1 behind an unanswered request': async (listener) => {
    const client = await clientOf(listener, { path: '/unanswered' })
    client.socket.once('connect', () => client.socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'))
    return () => client.close()
  },
  'HTTP/2 that resets its stream': byHttp2((stream) => stream.close(constants.NGHTTP2_CANCEL)),
  'HTTP/2 that closes its session': byHttp2((stream) => stream.session.destroy())
}

/** When the client leaves. `send` sends the page; the file is open after that if `isOpen` is set. */
const MOMENTS = [
  { moment: 'before the page is sent', answer: async (exchange, send) => { exchange.leave(); await leaving(exchange); await send() } },
  { moment: 'when the page is sent', answer: async (exchange, send) => { exchange.leave(); await send() } },
  { moment: 'after the page is sent', answer: async (exchange, send) => { const sent = send(); exchange.leave(); await leaving(exchange); await sent } },
  { moment: 'while the file is read', answer: async (exchange, send) => { until(() => timesOpen(file) > 0).then(exchange.leave); await send() }, isOpen: true }
]

describe.each(platforms)('$platform', ({ platform, serve }) => {
  // Express does not support HTTP/2.
  const protocols = Object.keys(PROTOCOLS).filter((protocol) => !platform.startsWith('Express') || !protocol.startsWith('HTTP/2'))

  describe.each(protocols)('a client by %s', (protocol) => {
    // A response behind another is not written, so its file is not read.
    const moments = MOMENTS.filter(({ isOpen }) => !isOpen || !protocol.includes('unanswered'))

    test.each(moments.flatMap((moment) => ['send', 'stream'].map((way) => ({ way, ...moment }))))('that leaves $moment leaves no file open, by $way', async ({ way, answer }) => {
      let isAnswered = false
      const connected = gate()
      const { listener } = serve({}, async (exchange) => {
        if (exchange.req.url === '/unanswered') return new Promise(() => {})
        await answer({ ...exchange, leave: await connected.promise }, () => exchange[way](pageOfFile()))
        isAnswered = true
      })
      connected.open(await PROTOCOLS[protocol](listener))
      await until(() => isAnswered)
      await expectClosed()
    })
  })
})

/** What an app may do with a page whose file is open, or will be. */
const KOA_WAYS = [
  { name: 'replaced by text', after: (ctx) => { ctx.body = 'text' } },
  { name: 'replaced by nothing', after: (ctx) => { ctx.body = null } },
  { name: 'replaced by another page', after: (ctx) => { ctx.body = html`<p>` } },
  { name: 'replaced by another stream', after: (ctx) => { ctx.body = new PassThrough().end('text') } },
  { name: 'replaced by the stream of a part', after: (ctx) => { ctx.body = ctx.body.pipe(new PassThrough()) } },
  { name: 'followed by an error', after: () => { throw new Error('on purpose') } },
  { name: 'left to the app', after: (ctx) => { ctx.respond = false; ctx.res.writeHead(200, { 'Content-Length': 4 }).end('text') } },
  { name: 'replaced by a 304', after: (ctx) => { ctx.status = 304 } },
  { name: 'asked for by HEAD', after: () => {}, method: 'HEAD' }
]

describe.each(everyKoa)('Koa $version', ({ Koa }) => {
  test.each(['inner', 'outer'].flatMap((place) => KOA_WAYS.map((way) => ({ place, ...way }))))('a page closes its file when it is $name by the $place middleware', async ({ place, after, method }) => {
    for (const send of [(ctx) => { ctx.body = pageOfFile() }, (ctx) => ctx.renderStream(pageOfFile())]) {
      const outer = async (ctx, next) => { await next(); if (place === 'outer') await after(ctx) }
      const inner = async (ctx) => { await send(ctx); if (place === 'inner') await after(ctx) }
      const { ask } = koaApp(Koa, outer, bufferedRender(), inner)
      await ask({ method })
      await expectClosed()
    }
  })
})

describe.each(everyExpress)('Express $version', ({ express }) => {
  test.each([
    { name: 'asked for by HEAD', method: 'HEAD' },
    { name: 'sent with status 304', before: (res) => res.status(304) },
    { name: 'sent after another', before: (res) => res.end('text') },
    { name: 'sent with an invalid status', before: (res) => { res.statusCode = 1 } },
    { name: 'sent with a header that cannot be set', before: (res) => { res.setHeader = () => { throw new Error('on purpose') } } }
  ])('a page closes its file when it is $name', async ({ before = () => {}, method }) => {
    for (const way of ['send', 'renderStream']) {
      const app = express().use(bufferedRender(), (req, res) => { before(res); res[way](pageOfFile()) })
      // Errors that are left to Express would be printed.
      app.use((_, req, res, next) => { delete res.setHeader; res.writeHead(500, { 'Content-Length': 0 }).end() })
      await exchange(app, { method })
      await expectClosed()
    }
  })
})
