'use strict'

const compression = require('compression')
const session = require('express-session')
const helmet = require('helmet')
const koaCompress = require('koa-compress')
const conditional = require('koa-conditional-get')
const { default: koaEtag } = require('koa-etag')
const morgan = require('morgan')
const bufferedRender = require('../..')
const { askUntil } = require('../support/ask-until')
const { textOf } = require('../support/decode')
const { exchange } = require('../support/exchange')
const { expressVersions, koaVersions } = require('../support/frameworks')
const { koaApp } = require('../support/koa-app')
const { everything } = require('../support/level')
const shop = require('../support/shop')

const { html } = bufferedRender

// koa-etag announces a later name of itself whenever it is called.
jest.spyOn(console, 'warn').mockImplementation(() => {})

const settings = { views: shop.views, extension: 'ejs', cache: true }
const short = (user) => `<p>欢迎光临，${user}！</p>`

/** What is served: a long page at any path but `/short`, and there one below every default threshold. */
const ways = shop.ways.map(({ way, send, textOf }) => ({
  way,
  handle (exchange) {
    const { req } = exchange
    return req.url === '/short' ? exchange.send(html`<p>欢迎光临，${req.url}！</p>`) : send(exchange, shop.localsOf(req.url))
  },
  textFor: async (path) => path === '/short' ? short(path) : textOf(shop.localsOf(path))
}))

const options = [
  { named: 'default options', ours: {}, other: {} },
  { named: 'compress true', ours: { compress: true }, other: {} },
  { named: 'threshold 0', ours: { threshold: 0 }, other: { threshold: 0 } },
  { named: 'threshold 0 for the other', ours: {}, other: { threshold: 0 } },
  { named: 'threshold 0 for ours', ours: { threshold: 0 }, other: {} },
  { named: 'compress false', ours: { compress: false }, other: {} },
  { named: "compress 'static'", ours: { compress: 'static' }, other: {} }
]

/** With all options, one way is enough: what differs between ways is how a page comes to ours. */
const isTriedWithAll = (way) => everything || way === ways[0].way

const clients = [
  { header: undefined, codings: [undefined] },
  { header: 'gzip', codings: ['gzip'] },
  { header: 'br', codings: ['br'] },
  { header: 'deflate', codings: ['deflate'] },
  // Ours sends gzip until it has brotli.
  { header: 'gzip, deflate, br', codings: ['gzip', 'br'] },
  { header: 'gzip;q=0, deflate;q=0, br;q=0', codings: [undefined] }
]
const accepting = (header, others) => ({ ...(header !== undefined && { 'accept-encoding': header }), ...others })

/** With `compress: 'static'`, the other compresses no page of ours. */
const ofStatic = (codings) => codings.includes('gzip') ? ['gzip'] : [undefined]

/** Whether ours has compressed it: the other streams, and does not know the length. */
const isOurs = ({ headers }) => headers['content-length'] !== undefined
const isHot = (answer) => isOurs(answer) && answer.headers['content-encoding'] === 'br'

/**
 * Sends the requests of every client, and checks that each receives the page, encoded once.
 *
 * @param {object} app
 * @param {(request: object) => Promise<object>} app.ask
 * @param {(path: string) => Promise<string>} app.textFor what a path is to give
 * @param {boolean} app.isTagged whether every page has a validator
 * @param {boolean} [app.isStatic] whether ours has `compress: 'static'`
 */
async function checkClients ({ ask, textFor, isTagged, isStatic = false }) {
  const path = '/long'
  const expected = await textFor(path)

  for (const { header, codings: all } of clients) {
    const codings = isStatic ? ofStatic(all) : all
    const { status, headers, body } = await ask({ path, headers: accepting(header) })
    expect({ status, ...headers }).toMatchObject({ status: 200, 'content-type': 'text/html; charset=utf-8' })
    expect(codings).toContain(headers['content-encoding'])
    expect(textOf({ headers, body })).toBe(expected)
    if (headers['content-length']) expect(headers['content-length']).toBe(String(body.length))
    // koa-compress and compression add it too, and once is enough.
    if (headers['content-encoding']) expect(headers.vary).toBe('Accept-Encoding')

    const head = await ask({ method: 'HEAD', path, headers: accepting(header) })
    expect(head).toMatchObject({ status: 200, headers: { 'content-type': headers['content-type'] } })
    expect(head.body).toHaveLength(0)
    expect([undefined, ...codings]).toContain(head.headers['content-encoding'])

    if (isTagged) expect(headers.etag).toMatch(/^W\/"[^"]+"$/)
    await checkTag({ ask, path, header, etag: headers.etag, isTagged })
  }
}

async function checkTag ({ ask, path, header, etag = '"none"', isTagged }) {
  const holding = accepting(header, { 'if-none-match': etag })
  const { status, headers, body } = await ask({ path, headers: holding })
  if (isTagged) {
    expect({ status, etag: headers.etag, length: body.length }).toEqual({ status: 304, etag, length: 0 })
    for (const name of ['content-encoding', 'content-length', 'content-type']) expect(headers).not.toHaveProperty(name)
  }
  const other = await ask({ path: '/other', headers: holding })
  expect(other.status).toBe(200)
}

/** Looks whether a page is short enough not to be encoded, and is not broken if it is encoded all the same. */
async function checkShort ({ ask, textFor, isEncoded }) {
  for (const header of ['gzip', 'br', 'deflate']) {
    const answer = await ask({ path: '/short', headers: accepting(header) })
    expect(answer.headers['content-encoding']).toBe(isEncoded ? header : undefined)
    expect(textOf(answer)).toBe(await textFor('/short'))
  }
}

/** Looks whether the middleware beside leaves what ours has compressed in other threads. */
async function checkHot ({ ask, textFor, isTagged }) {
  const path = '/long'
  const { headers: { etag } } = await askUntil(() => ask({ path, headers: accepting('br') }), isHot)
  for (const { header, coding } of [{ header: 'br', coding: 'br' }, { header: 'gzip, deflate, br', coding: 'br' }, { header: 'gzip', coding: 'gzip' }]) {
    const answer = await ask({ path, headers: accepting(header) })
    expect(answer.headers).toMatchObject({ 'content-encoding': coding, 'content-length': String(answer.body.length), vary: 'Accept-Encoding', etag })
    expect(textOf(answer)).toBe(await textFor(path))
    await checkTag({ ask, path, header, etag, isTagged })
  }
}

describe.each(expressVersions)('Express $version', ({ express }) => {
  const appOf = (handle, middlewares) => {
    const app = express().set('env', 'test').use(...middlewares)
    app.all(/.*/, (req, res) => handle({
      req,
      res,
      render: (view, locals) => res.render(view, locals),
      send: (page) => res.send(page)
    }))
    return { ask: (request) => exchange(app, request) }
  }

  const orders = [
    { order: 'compression before ours', arrange: (ours, other) => [other, ours] },
    { order: 'ours before compression', arrange: (ours, other) => [ours, other] }
  ]

  describe.each(ways)('$way', ({ way, handle, textFor }) => {
    describe.each(orders)('$order', ({ arrange }) => {
      test.each(isTriedWithAll(way) ? options : options.slice(0, 2))('$named', async ({ ours, other }) => {
        const { ask } = appOf(handle, arrange(bufferedRender({ ...settings, ...ours }), compression(other)))
        const isStatic = ours.compress === 'static'
        await checkClients({ ask, textFor, isTagged: true, isStatic })
        await checkShort({ ask, textFor, isEncoded: other.threshold === 0 })
        // Whoever puts compression there has it compress, unless the app says that we do.
        if (ours.compress === true) await checkHot({ ask, textFor, isTagged: true })
        else expect(isOurs(await ask({ path: '/long', headers: accepting('gzip') }))).toBe(isStatic)
      })

      test('a page is encoded once behind express-session, helmet and morgan', async () => {
        const lines = []
        const beside = [
          morgan(':method :url :status :res[content-encoding] :res[content-length]', { stream: { write: (line) => lines.push(line.trim()) } }),
          helmet(),
          session({ secret: 'secret', resave: false, saveUninitialized: true })
        ]
        const { ask } = appOf(handle, [...beside, ...arrange(bufferedRender({ ...settings, compress: true }), compression())])
        await checkClients({ ask, textFor, isTagged: true })
        await checkShort({ ask, textFor, isEncoded: false })
        await checkHot({ ask, textFor, isTagged: true })

        const gzip = () => ask({ path: '/long', headers: accepting('gzip') })
        const [one, two] = [await gzip(), await gzip()]
        expect(lines.at(-1)).toBe(`GET /long 200 gzip ${two.body.length}`)
        expect(one.headers['set-cookie'][0]).not.toBe(two.headers['set-cookie'][0])
        expect(two.headers).toHaveProperty('content-security-policy')
        expect(two.headers.vary).toBe('Accept-Encoding')
      })
    })
  })
})

describe.each(koaVersions)('Koa $version', ({ Koa }) => {
  const appOf = (handle, middlewares) => koaApp(Koa, ...middlewares, (ctx) => handle({
    req: ctx.req,
    res: ctx.res,
    render: (view, locals) => ctx.render(view, locals),
    send (page) { ctx.body = page }
  }))

  // koa-conditional-get is of use above koa-etag only.
  const orders = [
    'compress, ours', 'ours, compress',
    'conditional, etag, compress, ours', 'conditional, etag, ours, compress',
    'compress, conditional, etag, ours', 'ours, conditional, etag, compress',
    'compress, ours, conditional, etag', 'ours, compress, conditional, etag',
    'conditional, compress, ours, etag', 'conditional, ours, compress, etag'
  ].map((order) => ({ order, names: order.split(', ') }))

  const arrange = (names, ours, other) => {
    const kinds = {
      ours: () => bufferedRender({ ...settings, ...ours }),
      compress: () => koaCompress(other),
      conditional,
      etag: () => koaEtag({ weak: true })
    }
    return names.map((name) => kinds[name]())
  }

  describe.each(ways)('$way', ({ way, handle, textFor }) => {
    describe.each(isTriedWithAll(way) ? orders : orders.slice(0, 3))('$order', ({ names }) => {
      // Below ours, koa-compress gets the page first: it streams what it makes of it, which
      // has no validator unless koa-etag is further below, and leaves nothing for ours to do.
      const isBelow = names.indexOf('compress') > names.indexOf('ours')

      test.each(names.length === 2 && isTriedWithAll(way) ? options : options.slice(0, 2))('$named', async ({ ours, other }) => {
        const { ask, errors } = appOf(handle, arrange(names, ours, other))
        await checkClients({ ask, textFor, isTagged: !isBelow, isStatic: ours.compress === 'static' })
        if (!isBelow) {
          await checkShort({ ask, textFor, isEncoded: other.threshold === 0 })
          if (ours.compress === undefined) await checkHot({ ask, textFor, isTagged: true })
        }
        expect(errors).toEqual([])
      })
    })
  })
})
