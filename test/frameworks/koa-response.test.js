'use strict'

const conditional = require('koa-conditional-get')
const { default: koaEtag } = require('koa-etag')
const bufferedRender = require('../..')
const { html } = bufferedRender
const { exchangeAll } = require('../support/exchange')
const { koaVersions } = require('../support/frameworks')
const { afterNext, koaApp } = require('../support/koa-app')
const { viewFolder } = require('../support/view-folder')
const { literal } = require('../support/literal')
const { everyMethod, get, prepareResponse, responseCases } = require('../support/response-cases')

// koa-etag announces a later name of itself whenever it is called.
beforeEach(() => { jest.spyOn(console, 'warn').mockImplementation(() => {}) })

const long = 'static text, '.repeat(100)
const folder = viewFolder({ 'page.ejs': `<p><%= name %></p>${long}` })

const name = 'Zoë & 世界'
const text = `<p>Zoë &amp; 世界</p>${long}`
const strings = ['<p>', `</p>${long}`]

/** Every way to send the page. */
const ways = [
  { way: 'ctx.render', send: (ctx) => ctx.render('page', { name }) },
  { way: 'ctx.body = html`…`', send: (ctx) => { ctx.body = html(literal(strings), name) } },
  { way: 'ctx.body = html`…` of a promise', send: (ctx) => { ctx.body = html(literal(strings), Promise.resolve(name)) }, isPending: true }
]

const status = (code) => (ctx) => { ctx.status = code }

/** @type {(import('../support/response-cases').ResponseCase & { prepare?: Function, finish?: Function, ofLength?: boolean })[]} */
const cases = [
  ...responseCases,
  ...[204, 205, 304].map((code) => ({ name: `status ${code}, set after`, finish: status(code), requests: everyMethod, last: code, empty: true })),
  ...[['Content-Type'], ['Content-Length'], ['Content-Type', 'Content-Length']].map((names) => (
    { name: `${names.join(' and ')} removed after`, finish: (ctx) => names.forEach((name) => ctx.remove(name)), requests: everyMethod, last: 200, ofLength: names.includes('Content-Length') }
  )),
  { name: 'ctx.vary', prepare: (ctx) => ctx.vary('Cookie'), requests: everyMethod },
  { name: 'ctx.etag', prepare: (ctx) => { ctx.etag = 'mine' }, requests: [get({ 'if-none-match': '"mine"' })], last: 304 },
  { name: 'ctx.etag, set after', finish: (ctx) => { ctx.etag = 'mine' }, requests: [get(), get({ 'if-none-match': '"mine"' })], last: 304 }
]

/** Koa with koa-conditional-get and koa-etag, for a body that is a string. */
const alone = (Koa, route) => koaApp(Koa, conditional(), koaEtag({ weak: true }), route((ctx) => {
  ctx.type = 'html'
  ctx.body = text
}))

/** Without compression, which the packages know nothing of. */
const ours = (Koa, route, send) => koaApp(Koa, bufferedRender({ views: folder.file('.'), extension: 'ejs', compress: false }), route(send))

/**
 * Replaces the entity tag, which has a different value and is sent with every status.
 */
function comparable ({ status, headers, body }) {
  const { etag, ...rest } = headers
  const tag = status < 300 || status === 304 ? etag?.replace(/".{28,}"/, '"…"') : undefined
  return { status, headers: { ...rest, etag: tag }, body: body.toString() }
}

const answersOf = async ({ app }, requests) => (await exchangeAll(app.callback(), requests)).map(comparable)

describe.each(koaVersions)('Koa $version', ({ Koa }) => {
  describe.each(ways)('$way answers like Koa alone with koa-conditional-get and koa-etag:', ({ send, isPending }) => {
    // A page of a promise has no length yet.
    test.each(cases.filter(({ ofLength }) => !(ofLength && isPending)))('$name', async ({ prepare = () => {}, finish = () => {}, requests, last, empty, ...given }) => {
      const route = (send) => async (ctx) => {
        prepareResponse(given, (code) => { ctx.status = code }, (name, value) => ctx.set(name, value))
        prepare(ctx)
        await send(ctx)
        finish(ctx)
      }
      const expected = await answersOf(alone(Koa, route), requests)
      const actual = await answersOf(ours(Koa, route, send), requests)

      expect(actual).toEqual(expected)
      if (last) expect(actual.at(-1).status).toBe(last)
      if (empty) expect(actual.at(-1).body).toBe('')
    })
  })

  describe('the option etag', () => {
    const ask = (etag, handle = (ctx) => { ctx.body = html`<p>${name}</p>` }, request) =>
      koaApp(Koa, bufferedRender({ etag }), handle).ask(request)

    test.each([
      { etag: 'weak', tag: /^W\/"[^"]+"$/ },
      { etag: 'strong', tag: /^"[^"]+"$/ },
      { etag: () => '"mine"', tag: /^"mine"$/ }
    ])('$etag sets the tag', async ({ etag, tag }) => {
      const { headers } = await ask(etag)
      expect(headers.etag).toMatch(tag)
      expect(await ask(etag, undefined, get({ 'if-none-match': headers.etag }))).toMatchObject({ status: 304, headers: { etag: headers.etag } })
    })

    test.each([false, () => undefined])('%p sends no tag, and If-None-Match is ignored', async (etag) => {
      const { status, headers } = await ask(etag, undefined, get({ 'if-none-match': '"mine"' }))
      expect(status).toBe(200)
      expect(headers).not.toHaveProperty('etag')
    })

    test('as a function receives the body as a Buffer', async () => {
      const bodies = []
      const { body } = await ask((each) => { bodies.push(each) })
      expect(bodies).toEqual([body])
    })
  })

  test.each(ways)('$way with status 304 that was set before has a validator and no content headers', async ({ send }) => {
    const route = (send) => async (ctx) => {
      ctx.status = 304
      await send(ctx)
    }
    for (const request of everyMethod) {
      const { status, headers, body } = await ours(Koa, route, send).ask(request)
      expect({ status, headers, body: body.toString() }).toEqual({ status: 304, headers: { etag: expect.any(String) }, body: '' })
    }
  })

  test.each(ways)('$way shows a fresh page to middleware above as a 304 without a body', async ({ send }) => {
    let seen
    const above = afterNext((ctx) => { seen = { status: ctx.status, message: ctx.message, body: ctx.body } })
    await koaApp(Koa, above, bufferedRender({ views: folder.file('.'), extension: 'ejs' }), send).ask(get({ 'if-none-match': '*' }))
    expect(seen).toEqual({ status: 304, message: 'Not Modified', body: null })
  })

  test('a ctx.fresh that the app replaces is used', async () => {
    const { status } = await koaApp(Koa, bufferedRender(), (ctx) => {
      Object.defineProperty(ctx, 'fresh', { value: true })
      ctx.body = html`<p>${name}</p>`
    }).ask(get({ 'if-none-match': '"another"' }))
    expect(status).toBe(304)
  })
})
