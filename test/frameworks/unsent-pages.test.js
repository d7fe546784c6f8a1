'use strict'

const { PassThrough, Readable } = require('node:stream')
const { setImmediate: turn } = require('node:timers/promises')
const zlib = require('node:zlib')
const compress = require('koa-compress')
const bufferedRender = require('../..')
const { CountedValues } = require('../support/counted-values')
const { exchange } = require('../support/exchange')
const { everyKoa } = require('../support/frameworks')
const { gate } = require('../support/gate')
const { afterNext, koaApp } = require('../support/koa-app')
const { listen } = require('../support/listen')
const { platforms } = require('../support/platforms')
const { RawClient, clientOf } = require('../support/raw-client')
const { until } = require('../support/until')

const { html } = bufferedRender

/** Values that never end, with a turn of the event loop between them. */
const endless = () => new CountedValues((function * () { for (;;) yield turn('<b>') })())
const never = () => new Promise(() => {})
const error = new Error('not the page')

const rejections = []
const onRejection = (reason) => rejections.push(reason)
beforeAll(() => process.on('unhandledRejection', onRejection))
afterAll(() => process.off('unhandledRejection', onRejection))
beforeEach(() => { jest.spyOn(console, 'error').mockImplementation() })
afterEach(async () => {
  await turn()
  expect(rejections.splice(0)).toEqual([])
})

/** Ways to answer without the page, by `send` or `stream`; `code` is that of the error that the app gets, if not in Koa. */
const CASES = [
  { name: 'sent after another response', way: 'send', handle: ({ res, send }, page) => { res.writeHead(200).end('own'); return send(page) }, code: 'ERR_HTTP_HEADERS_SENT' },
  { name: 'sent before another response', way: 'send', handle: ({ res, send }, page) => { setImmediate(() => res.writeHead(200).end('own')); return send(page) }, code: 'ERR_HTTP_HEADERS_SENT' },
  { name: 'streamed after another response', way: 'stream', handle: ({ res, stream }, page) => { res.writeHead(200).end('own'); return stream(page) }, code: 'ERR_HTTP_HEADERS_SENT' },
  { name: 'streamed for HEAD', way: 'stream', method: 'HEAD', handle: ({ stream }, page) => stream(page) },
  ...[204, 304].map((status) => ({ name: `streamed with status ${status}`, handle: ({ status: set, stream }, page) => { set(status); return stream(page) }, status })),
  { name: 'streamed behind a failed value', way: 'stream', handle: ({ stream }, page) => stream(html`${Promise.reject(error)}${page}`), status: 500 }
]

describe.each(platforms)('$platform: an endless page releases its values', ({ platform, serve }) => {
  test.each(CASES)('$name', async ({ handle, method, code, status = 200 }) => {
    const values = endless()
    // With node:http, the error is the caller's.
    const thrown = []
    const served = serve({}, async (exchange) => {
      try {
        await handle(exchange, html`<p>${values}</p>`)
      } catch (error) {
        if (error.code === undefined) throw error
        thrown.push(error)
      }
    })
    expect((await exchange(served.listener, { method })).status).toBe(status)
    await until(() => values.returned === 1)
    const { pulled } = values
    for (let i = 0; i < 10; i++) await turn()
    expect(values.pulled).toBe(pulled)
    const errors = [...served.errors, ...thrown]
    if (status === 500) expect(errors).toEqual([error])
    else if (code && !platform.startsWith('Koa')) expect(errors).toEqual([expect.objectContaining({ code })])
    else expect(errors.filter((each) => each.code !== code)).toEqual([])
  })

  test.each(['send', 'stream'])('by %s, if the client has left before', async (way) => {
    const values = endless()
    const served = serve({}, async (exchange) => {
      client.close()
      await until(() => exchange.res.destroyed)
      return exchange[way](html`<p>${values}</p>`)
    })
    const client = await clientOf(served.listener)
    await until(() => values.returned === 1)
    expect(served.errors.filter(({ code }) => !['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(code))).toEqual([])
  })

  test('by send, once the client has left', async () => {
    const { promise, open } = gate()
    const stream = new PassThrough()
    const values = new CountedValues((function * () {
      yield 'a'
      yield promise
      for (;;) yield turn('b')
    })())
    const served = serve({}, ({ send }) => send(html`<p>${values}${stream}${html`<b>${Promise.resolve('c')}</b>`}</p>`))
    const client = await clientOf(served.listener)
    await until(() => values.pulled === 2)
    client.close()
    await until(() => values.returned === 1)
    expect(stream.destroyed).toBe(true)

    open('late')
    for (let i = 0; i < 20; i++) await turn()
    expect(values).toMatchObject({ pulled: 2, returned: 1 })
    expect(served.errors).toEqual([])
    expect(console.error).not.toHaveBeenCalled()
  })

  test('but not for a client that has left, as long as another one waits', async () => {
    const { promise, open } = gate()
    const page = html`<p>${new CountedValues(['a', promise, 'c'])}</p>`
    const responses = []
    const server = await listen(serve({}, ({ res, send }) => {
      responses.push(res)
      return send(page)
    }).listener)
    const [client, other] = [new RawClient(server.port), new RawClient(server.port)]
    await until(() => responses.length === 2)
    client.close()
    await until(() => responses.some(({ destroyed }) => destroyed))
    for (let i = 0; i < 20; i++) await turn()
    open('b')
    await until(() => other.rest.length > 0)
    expect([other.head.status, other.rest.toString()]).toEqual([200, '<p>abc</p>'])
    other.close()
  })

  test('two responses that stream one generator: one is an error, and the other does not look complete', async () => {
    const { promise, open } = gate()
    const values = (async function * () { yield 'a'; await promise; yield 'b'; yield 'c' })()
    const page = html`<p>${values}</p>`
    const served = serve({}, ({ stream }) => stream(page))
    const server = await listen(served.listener)
    const first = new RawClient(server.port)
    await until(() => first.body.toString() === '<p>a')
    const second = new RawClient(server.port)
    await until(() => second.rest.length > 0)
    expect(second.head.status).toBe(500)
    open()
    await first.end()
    expect([first.isWhole, first.body.includes('</p>')]).toEqual([false, false])
    expect(served.errors[0].message).toContain('can be read only once')
    second.close()
  })
})

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
