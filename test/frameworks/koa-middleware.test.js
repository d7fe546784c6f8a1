'use strict'

const compress = require('koa-compress')
const conditional = require('koa-conditional-get')
const { default: koaEtag } = require('koa-etag')
const bufferedRender = require('../..')
const { html } = bufferedRender
const { textOf } = require('../support/decode')
const { koaVersions } = require('../support/frameworks')
const { afterNext, koaApp } = require('../support/koa-app')
const { everything } = require('../support/level')
const { viewFolder } = require('../support/view-folder')
const { literal } = require('../support/literal')

// koa-etag announces a later name of itself whenever it is called.
beforeEach(() => { jest.spyOn(console, 'warn').mockImplementation(() => {}) })

const long = 'static text, '.repeat(200)
const folder = viewFolder({ 'page.ejs': `<p><%= name %></p>${long}` })

const strings = ['<p>', `</p>${long}`]
const pageOf = (name) => `<p>${name}</p>${long}`

const ways = [
  { way: 'ctx.render', send: (ctx, name) => ctx.render('page', { name }) },
  { way: 'html`…`', send: (ctx, name) => { ctx.body = html(literal(strings), name) } },
  { way: 'html`…` of a promise', send: (ctx, name) => { ctx.body = html(literal(strings), Promise.resolve(name)) } }
]

// Where koa-compress is to compress, ours leaves that to it.
const kinds = {
  ours: (options) => bufferedRender({ views: folder.file('.'), extension: 'ejs', ...options }),
  'conditional-get': () => conditional(),
  etag: () => koaEtag({ weak: true }),
  compress: () => compress()
}

function permutations (list) {
  return list.length === 0 ? [[]] : list.flatMap((first) => permutations(list.filter((each) => each !== first)).map((rest) => [first, ...rest]))
}
const orders = permutations(Object.keys(kinds)).map((names) => ({ order: names.join(' › '), names }))

/** One with each of them above. */
const mainOrders = orders.filter((each, i) => i % (orders.length / Object.keys(kinds).length) === 0)

const ask = (app, path, headers = {}, method = 'GET') => app.ask({ path, headers, method })

describe.each(koaVersions)('in Koa $version, with koa-compress, koa-etag and koa-conditional-get', ({ Koa }) => {
  describe.each(ways)('$way', ({ way, send }) => {
    const chosenOrders = everything || way === ways[0].way ? orders : mainOrders
    const make = (names, options) => koaApp(Koa, ...names.map((name) => kinds[name](options)), (ctx) => send(ctx, ctx.path))

    test.each(chosenOrders)('$order: each page has its own validator', async ({ names }) => {
      const app = make(names)
      const one = await ask(app, '/one')
      const two = await ask(app, '/two')

      expect(one.body.toString()).toBe(pageOf('/one'))
      expect(one.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'content-length': String(one.body.length), vary: 'Accept-Encoding' })
      expect(one.headers.etag).toMatch(/^W\/"[^"]+"$/)
      expect(two.headers.etag).not.toBe(one.headers.etag)

      const again = await ask(app, '/one', { 'if-none-match': one.headers.etag })
      expect(again).toMatchObject({ status: 304, headers: { etag: one.headers.etag } })
      expect(again.body).toHaveLength(0)
      expect(await ask(app, '/two', { 'if-none-match': one.headers.etag })).toEqual(two)
    })

    test.each(chosenOrders)('$order: a page is encoded once', async ({ names }) => {
      const app = make(names, { compress: false })
      for (const encoding of ['gzip', 'br', 'deflate']) {
        const one = await ask(app, '/one', { 'accept-encoding': encoding })
        expect(one).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8', 'content-encoding': encoding, vary: 'Accept-Encoding' } })
        expect(one.headers).not.toHaveProperty('content-length')
        expect(textOf(one)).toBe(pageOf('/one'))

        const held = one.headers.etag ?? '"none"'
        const again = await ask(app, '/one', { 'accept-encoding': encoding, 'if-none-match': held })
        expect(again.status === 304 ? again.body.toString() : textOf(again)).toBe(again.status === 304 ? '' : pageOf('/one'))
        expect(textOf(await ask(app, '/two', { 'accept-encoding': encoding, 'if-none-match': held }))).toBe(pageOf('/two'))
      }
    })

    test.each(chosenOrders)('$order: HEAD has no body', async ({ names }) => {
      const app = make(names)
      const got = await ask(app, '/one')
      const { status, headers, body } = await ask(app, '/one', {}, 'HEAD')
      expect({ status, body }).toEqual({ status: 200, body: Buffer.alloc(0) })
      expect(got.headers).toMatchObject(headers)
    })

    test.each([
      { place: 'above ours', arrange: (other) => [other, kinds.ours()] },
      { place: 'below ours', arrange: (other) => [kinds.ours(), other] }
    ])('other middleware $place reads type, status and headers', async ({ arrange }) => {
      let read
      const other = afterNext((ctx) => { read = { type: ctx.type, status: ctx.status, header: ctx.response.get('Content-Type') } })
      await ask(koaApp(Koa, ...arrange(other), (ctx) => send(ctx, 'x')), '/')
      expect(read).toEqual({ type: 'text/html', status: 200, header: 'text/html; charset=utf-8' })
    })

    test('other middleware above ours reads the body as a Buffer', async () => {
      let read
      await ask(koaApp(Koa, afterNext((ctx) => { read = ctx.body }), kinds.ours(), (ctx) => send(ctx, 'x')), '/')
      expect(read).toEqual(Buffer.from(pageOf('x')))
    })
  })

  test('koa-etag sets the validator with etag: false', async () => {
    const tags = await Promise.all([{ etag: false }, { etag: 'weak' }].map(async (options) => {
      const app = koaApp(Koa, conditional(), koaEtag(), bufferedRender(options), (ctx) => { ctx.body = html(literal(strings), ctx.path) })
      return (await ask(app, '/one')).headers.etag
    }))
    expect(tags).toEqual([expect.stringMatching(/^"/), expect.stringMatching(/^W\/"/)])
  })
})
