'use strict'

const { PassThrough, Readable } = require('node:stream')
const { setImmediate: turn } = require('node:timers/promises')
const zlib = require('node:zlib')
const compress = require('koa-compress')
const bufferedRender = require('../..')
const { html } = bufferedRender
const { CountedValues } = require('../support/counted-values')
const { everyKoa } = require('../support/frameworks')
const { afterNext, koaApp } = require('../support/koa-app')
const { clientOf } = require('../support/raw-client')
const { until } = require('../support/until')

const never = () => new Promise(() => {})
const error = new Error('no page')

/** Values that never end, with a turn of the event loop between them. */
const endless = () => new CountedValues((function * () { for (;;) yield turn('<b>') })())

/** Values of which the second never arrives. */
const stuck = () => new CountedValues(['a', never()])

/** A source of each kind that never ends, and whether it has been released. */
const SOURCES = [
  { source: 'an async iterator', make: () => { const values = endless(); return { value: values, isReleased: () => values.returned === 1 } } },
  { source: 'an async iterator that waits', make: () => { const values = stuck(); return { value: values, isReleased: () => values.returned === 1 } } },
  { source: 'a Node stream', make: () => { const stream = new PassThrough(); stream.write('a'); return { value: stream, isReleased: () => stream.destroyed } } },
  { source: 'a source in a value of another', make: () => { const values = endless(); return { value: new CountedValues([[html`<i>${values}</i>`], never()]), isReleased: () => values.returned === 1 } } }
]

/** What an app does instead of sending the page, and the status. */
const INSTEAD = [
  { name: 'text', handle: (ctx, page) => { ctx.body = page; ctx.body = 'text' } },
  { name: 'a stream', handle: (ctx, page) => { ctx.body = page; ctx.body = Readable.from(['text']) } },
  { name: 'another page with a promise', handle: (ctx, page) => { ctx.body = page; ctx.body = html`<p>${turn()}` } },
  { name: 'null', handle: (ctx, page) => { ctx.body = page; ctx.body = null }, status: 204 },
  { name: 'a redirect', handle: (ctx, page) => { ctx.body = page; ctx.redirect('/') }, status: 302 },
  { name: 'text, after the page was assigned twice', handle: (ctx, page) => { ctx.body = page; ctx.body = page; ctx.body = 'text' } },
  { name: 'an error', handle: (ctx, page) => { ctx.body = page; throw error }, status: 500 },
  { name: 'an answer of its own', handle: (ctx, page) => { ctx.body = page; ctx.respond = false; ctx.res.writeHead(200); ctx.res.end('own') } },
  { name: 'an answer of its own, given later', handle: (ctx, page) => { ctx.body = page; setImmediate(() => ctx.res.writeHead(200).end('own')) } },
  { name: 'an answer of its own, given before', handle: (ctx, page) => { ctx.respond = false; ctx.res.writeHead(200).end('own'); ctx.body = page } },
  ...[204, 205, 304].flatMap((status) => [
    { name: `status ${status}`, handle: (ctx, page) => { ctx.body = page; ctx.status = status }, status },
    { name: `status ${status}, set before`, handle: (ctx, page) => { ctx.status = status; ctx.body = page }, status }
  ])
]

const rejections = []
const onRejection = (reason) => rejections.push(reason)
beforeAll(() => process.on('unhandledRejection', onRejection))
afterAll(() => process.off('unhandledRejection', onRejection))
afterEach(async () => {
  await turn()
  expect(rejections.splice(0)).toEqual([])
})

describe.each(everyKoa)('Koa $version: a page that is not sent releases', ({ Koa }) => {
  describe.each(SOURCES)('$source:', ({ make }) => {
    test.each(INSTEAD)('$name', async ({ handle, status = 200 }) => {
      const { value, isReleased } = make()
      const { ask, errors } = koaApp(Koa, bufferedRender(), (ctx) => handle(ctx, html`<p>${value}</p>`))
      expect((await ask()).status).toBe(status)
      await until(isReleased)
      expect(errors.filter(({ status }) => status !== 403)).toEqual(status === 500 ? [error] : [])
    })

    test.each([
      { name: 'after the page was assigned twice', times: 2 },
      { name: 'while other middleware compresses the page', above: [compress({ threshold: 0 })], headers: { 'Accept-Encoding': 'gzip' } }
    ])('a disconnect, $name', async ({ times = 1, above = [], headers }) => {
      const { value, isReleased } = make()
      const page = html`<p>${value}</p>`
      let isAsked = false
      const { app, errors } = koaApp(Koa, bufferedRender(), ...above, (ctx) => {
        for (let i = 0; i < times; i++) ctx.body = page
        isAsked = true
      })
      const client = await clientOf(app.callback(), { headers })
      await until(() => isAsked)
      client.close()
      await until(isReleased)
      expect(errors.filter(({ code }) => code !== 'ERR_STREAM_PREMATURE_CLOSE')).toEqual([])
    })

    test('HEAD, for a page that middleware above ours sets', async () => {
      const { value, isReleased } = make()
      const { ask, errors } = koaApp(Koa, afterNext((ctx) => { ctx.body = html`<p>${value}</p>` }), bufferedRender(), () => {})
      expect((await ask({ method: 'HEAD' })).status).toBe(200)
      await until(isReleased)
      expect(errors).toEqual([])
    })
  })

  test('nothing that other middleware reads after it has replaced it', async () => {
    const page = () => html`<p>${new CountedValues(['a', turn('b'), html`<i>${new CountedValues([turn('c')])}</i>`])}${Readable.from(['d', 'e'])}${new Response('f').body}</p>`
    const { ask, errors } = koaApp(Koa, bufferedRender(), compress({ threshold: 0 }), (ctx) => { ctx.body = page() })
    const { headers, body } = await ask({ headers: { 'accept-encoding': 'gzip' } })
    expect(headers['content-encoding']).toBe('gzip')
    expect(String(zlib.gunzipSync(body))).toBe('<p>ab<i>c</i>def</p>')
    expect(errors).toEqual([])
  })
})

describe.each(everyKoa)('Koa $version: a value that is no Error and fails a page', ({ Koa }) => {
  const REASONS = ['text', 42, { code: 'E' }, Symbol('reason'), null, undefined, false]

  beforeEach(() => { jest.spyOn(console, 'error').mockImplementation() })

  test.each(REASONS)('after the first byte cuts the connection: %p', async (reason) => {
    // The app keeps Koa's own listener, which throws for values that are no Errors.
    const app = new Koa().use(bufferedRender()).use((ctx) => ctx.renderStream(html`<p>${turn().then(turn).then(() => Promise.reject(reason))}</p>`))
    const errors = []
    const listener = app.callback()
    app.on('error', (error) => errors.push(error))
    const client = await clientOf(listener)
    await client.end()
    expect([client.isWhole, client.body.toString()]).toEqual([false, '<p>'])
    await until(() => errors.length > 0)
    for (const error of errors.filter(({ code }) => code !== 'ERR_STREAM_PREMATURE_CLOSE')) expect(error).toBeInstanceOf(Error)
  })
})
