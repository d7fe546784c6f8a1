'use strict'

const { constants } = require('node:http2')
const { PassThrough, Readable, Transform } = require('node:stream')
const { setImmediate: turn } = require('node:timers/promises')
const compression = require('compression')
const session = require('express-session')
const compress = require('koa-compress')
const bufferedRender = require('../..')
const { CountedValues } = require('../support/counted-values')
const { textOf } = require('../support/decode')
const { exchange } = require('../support/exchange')
const { expressVersions, koaVersions } = require('../support/frameworks')
const { gate } = require('../support/gate')
const { inflateSoFar } = require('../support/inflate-so-far')
const { afterNext, koaApp } = require('../support/koa-app')
const { platforms } = require('../support/platforms')
const { noise } = require('../support/prose')
const { clientOf } = require('../support/raw-client')
const { serveHttp2 } = require('../support/serve-http2')
const { until } = require('../support/until')
const { literal } = require('../support/literal')

const { html } = bufferedRender

const long = '<td>static text</td>'.repeat(100)
const CODINGS = ['identity', 'gzip']
const accepting = (coding) => ({ headers: { 'accept-encoding': coding } })

const error = new Error('secret of the database')
const own = new Error('onError itself has failed')
const fail = () => { throw error }

async function * failingAfter (promise, ...values) {
  yield * values
  await promise
  throw error
}

/** A stream that fails when its text was read: it would lose what was not. */
function failingStream (promise, text) {
  return new Readable({
    highWaterMark: 1,
    read () {
      if (this.readableDidRead) promise.then(() => this.destroy(error))
      else this.push(text)
    }
  })
}

/** What fails, each when a promise is fulfilled, and what of it is there before. */
const failures = [
  { name: 'a promise', fails: (promise) => promise.then(fail), before: '' },
  { name: 'a promise in a page', fails: (promise) => html`<b>${promise.then(fail)}</b>`, before: '<b>' },
  { name: 'an async iterable', fails: (promise) => failingAfter(promise, 'a', 'b'), before: 'ab' },
  { name: 'an iterator', fails: (promise) => new CountedValues(['a', promise.then(fail), 'b']), before: 'a' },
  { name: 'a stream', fails: (promise) => failingStream(promise, 'bytes'), before: 'bytes' },
  { name: 'a value that cannot be printed', fails: (promise) => promise.then(() => ({ toString: fail })), before: '' }
]

/** What Koa 3 says of a connection that is cut, and Koa 2 of a stream of HTTP/2. */
const CUT = ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_HTTP2_STREAM_ERROR']

/** All reported errors, wherever they were reported. */
const reportedTo = ({ errors }, onError) => [
  ...errors.filter(({ code }) => !CUT.includes(code)),
  ...console.error.mock.calls.flat(),
  ...onError?.mock.calls.flat() ?? []
]

beforeEach(() => { jest.spyOn(console, 'error').mockImplementation() })

describe.each(platforms)('$platform', ({ platform, tellsConsole, serve }) => {
  const isKoa = platform.startsWith('Koa')

  describe('before the first byte,', () => {
    test.each([
      { name: 'a promise that has rejected', make: () => html(literal(['<p>', long]), Promise.reject(error)) },
      { name: 'a promise that rejects later', make: () => html`${turn().then(turn).then(fail)}${long}` },
      { name: 'an iterable without a value', make: () => html`${new CountedValues([turn().then(fail)])}` },
      { name: 'a stream without a byte', make: () => html`${new PassThrough().destroy(error)}` },
      { name: 'a value that cannot be printed', make: () => html`${turn({ toString: fail })}` }
    ])('$name is an error of the request, with nothing of the page', async ({ make }) => {
      const served = serve({}, ({ res, stream }) => {
        res.setHeader('X-Own', '1')
        return stream(make())
      })
      const { status, headers, body } = await exchange(served.listener, accepting('gzip'))
      expect(status).toBe(500)
      expect(body.toString()).toBe(isKoa ? 'Internal Server Error' : 'failed')
      for (const name of ['content-encoding', 'vary', 'etag']) expect(headers).not.toHaveProperty(name)
      expect(headers['content-type'] ?? 'none').not.toContain('html')
      expect(headers['x-own']).toBe(isKoa ? undefined : '1')
      expect(served.errors).toEqual([error])
      expect(console.error).not.toHaveBeenCalled()
    })

    test('a failed chunk releases the async chunks after it', async () => {
      const stream = new PassThrough()
      const values = new CountedValues('abc')
      const { listener } = serve({}, ({ stream: send }) => send(html`${Promise.reject(error)}${stream}${values}${Promise.reject(own)}`))
      await exchange(listener)
      expect(stream.destroyed).toBe(true)
      expect(values).toMatchObject({ pulled: 0, returned: 1 })
    })

    test.each([undefined, null, false])('a rejection with %p is an error of the request', async (reason) => {
      for (const way of ['stream', 'send']) {
        const served = serve({}, (exchange) => exchange[way](html`<p>${Promise.reject(reason)}</p>`))
        expect((await exchange(served.listener)).status).toBe(500)
        expect(reportedTo(served)).toEqual([new Error(`The page failed with ${reason}. Throw an Error, or reject the promise with one`)])
      }
    })

    // Express and Koa ignore falsy errors: the answer was 404, or none.
    test.each([null, undefined, false, ''])('an onError that fails with %p is an error of the request', async (nothing) => {
      for (const onError of [() => { throw nothing }, () => Promise.reject(nothing)]) {
        const served = serve({}, ({ stream }) => stream(html`<p>${Promise.reject(error)}</p>`, { onError }))
        const answer = await exchange(served.listener)
        expect(answer.status).toBe(500)
        expect(reportedTo(served)).toEqual([expect.objectContaining({ message: expect.stringContaining(`The page failed with ${nothing}`), cause: error })])
      }
    })
  })

  describe('after the first byte, a failed chunk', () => {
    let served

    /** Serves a page whose parts come when the test opens them, and receives what is ready. */
    async function begin (make, { options, how, request } = {}) {
      const { promise, open } = gate()
      served = serve(options ?? {}, ({ stream }) => stream(make(promise.then(turn)), how))
      const client = await clientOf(served.listener, request)
      await until(() => client.body.length > 0)
      return { client, open }
    }

    /** @returns {Promise<void>} fulfilled once an error was reported, and no other follows */
    async function untilReported (onError) {
      await until(() => reportedTo(served, onError).length > 0)
      for (let i = 0; i < 20; i++) await turn()
    }

    describe.each(failures)('that is $name', ({ fails, before }) => {
      test.each(CODINGS)('cuts the connection after the sent chunks, and is reported once, as %s', async (coding) => {
        const { client, open } = await begin((promise) => html(literal(['<p>', long, '</p>']), promise, fails(promise)), { request: accepting(coding) })
        open()
        await client.end()
        expect(client.isWhole).toBe(false)
        const text = String(coding === 'gzip' ? inflateSoFar(client.body) : client.body)
        expect(`<p>${long}${before}`).toContain(text)
        expect(text).toMatch(/^<p>/)

        await untilReported()
        expect(reportedTo(served)).toEqual([error])
        expect(console.error).toHaveBeenCalledTimes(tellsConsole ? 1 : 0)
      })

      test.each(CODINGS)('can have a fallback, as %s', async (coding) => {
        const onError = jest.fn(() => html(literal([`<i>${long}`, '</i>']), 'sorry'))
        const { client, open } = await begin((promise) => html(literal(['<p>', long, '</p>', '!']), promise, fails(promise), promise.then(() => 'more')), { how: { onError }, request: accepting(coding) })
        open()
        await client.finish()
        const fallback = `<i>${long}sorry</i>`
        // A page that a promise gives is awaited as a whole.
        expect(textOf({ ...client.head, body: client.body })).toMatch(new RegExp(`^<p>${long}${before}${fallback}(</b>)?</p>more!$`))
        expect(reportedTo(served, onError)).toEqual([error])
        expect(onError).toHaveBeenCalledTimes(1)
      })
    })

    test.each([
      { of: 'the option', howOf: (onError) => ({ options: { onError } }) },
      { of: 'the call, not that of the option', howOf: (onError, option) => ({ options: { onError: option }, how: { onError } }) }
    ])('is reported once, only to the onError of $of', async ({ howOf }) => {
      const [onError, option] = [jest.fn(), jest.fn()]
      const { client, open } = await begin((promise) => html`<p>${promise.then(fail)}${promise.then(fail)}`, howOf(onError, option))
      open()
      await client.end()
      await untilReported(onError)
      expect(reportedTo(served, onError)).toEqual([error])
      expect(option).not.toHaveBeenCalled()
      expect(client.isWhole).toBe(false)
    })

    test('releases all async chunks, and ignores later errors', async () => {
      const stream = new PassThrough()
      const values = new CountedValues('abc')
      const late = gate()
      const { client, open } = await begin((promise) => html`<p>${promise.then(fail)}${Promise.reject(own)}${late.promise}${stream}${values}${new PassThrough().destroy(own)}`)
      open()
      await client.end()
      await until(() => stream.destroyed)
      expect(values).toMatchObject({ pulled: 0, returned: 1 })
      late.fail(own)
      await untilReported()
      expect(reportedTo(served)).toEqual([error])
    })

    test('resets an HTTP/1.0 connection, because its end would mark the end of the page', async () => {
      const { client, open } = await begin((promise) => html`<p>${promise.then(fail)}</p>`, { request: { version: '1.0' } })
      open()
      await client.end()
      expect(client.ending).toBe('ECONNRESET')
    })
  })

  test('a promise that is never read causes no unhandled rejection', async () => {
    const { listener } = serve({}, ({ stream }) => stream(html`${Promise.reject(error)}${[Promise.reject(own), html`${Promise.reject(own)}`]}${new PassThrough().destroy(own)}${failingAfter(turn())}`))
    expect((await exchange(listener)).status).toBe(500)
    for (let i = 0; i < 5; i++) await turn()
  })
})

test.each([
  { value: undefined, got: 'undefined' },
  { value: null, got: 'null' },
  { value: 'text', got: 'a string' },
  { value: Promise.resolve(html`<p>`), got: 'a promise' },
  { value: { chunks: [] }, got: 'an object' }
])('in node:http, a value that is not a page is a TypeError: $got', async ({ value, got }) => {
  const { listener, errors } = platforms.at(-1).serve({}, ({ stream }) => stream(value))
  expect((await exchange(listener)).status).toBe(500)
  expect(errors).toEqual([new TypeError(`A stream expects a page from html\`…\` or await render(), got ${got}`)])
})

// Express does not support HTTP/2.
describe.each(platforms.filter(({ platform }) => !platform.startsWith('Express')))('$platform, over HTTP/2', ({ serve }) => {
  test.each(CODINGS)('an error after the first byte is a stream error, and is reported once, as %s', async (coding) => {
    const { promise, open } = gate()
    const served = serve({}, ({ stream }) => stream(html(literal(['<p>', long, '</p>']), promise, promise.then(fail))))
    const ask = await serveHttp2(served.listener)
    const request = ask({ 'accept-encoding': coding }).on('error', () => {})
    const parts = []
    request.on('data', (part) => parts.push(part))
    await until(() => parts.length > 0)
    open('late')
    await new Promise((resolve) => request.once('close', resolve))
    expect(request.rstCode).toBe(constants.NGHTTP2_INTERNAL_ERROR)
    await until(() => reportedTo(served).length > 0)
    for (let i = 0; i < 20; i++) await turn()
    expect(reportedTo(served)).toEqual([error])
  })
})

describe('when other middleware encodes the page', () => {
  const content = noise(200_000)

  /** A page that fails after some text, when the test says so. */
  function failing (text) {
    const { promise, open } = gate()
    const values = new CountedValues([text, promise.then(fail)])
    return { page: () => html`<p>${values}</p>`, isWaiting: () => values.pulled === 2, open }
  }

  /** Takes what comes before and after the page fails. */
  async function take (listener, { isWaiting, open }, { hasBegun }) {
    const client = await clientOf(listener, { headers: { 'Accept-Encoding': 'gzip', Connection: 'close' } })
    await until(() => isWaiting() && (client.rest.length > 0 || !hasBegun))
    for (let i = 0; i < 5; i++) await turn()
    open()
    await client.end()
    return client
  }

  test.each(expressVersions)('a hook of the head that throws is an error of the request in Express $version', async ({ express }) => {
    const errors = []
    const app = express().use(compression({ threshold: 0 }), session({ secret: 'secret', resave: false, saveUninitialized: true }), bufferedRender({ compress: false }))
    app.get('/', (req, res) => {
      Object.defineProperty(req.session, 'cookie', { get: fail })
      return res.renderStream(html`<p>${turn().then(turn)}`)
    })
    app.use((error, req, res, next) => {
      errors.push(error)
      res.destroy()
    })
    await expect(exchange(app)).rejects.toThrow('socket hang up')
    expect(errors).toEqual([error])
    expect(console.error).not.toHaveBeenCalled()
  })

  test.each(expressVersions)('the connection is cut in Express $version', async ({ express }) => {
    const { page, ...asked } = failing(content)
    const app = express().use(compression({ threshold: 0 }), bufferedRender({ compress: false }))
    app.get('/', (req, res) => res.renderStream(page()))
    const client = await take(app, asked, { hasBegun: true })
    expect(client.isWhole).toBe(false)
    expect(console.error.mock.calls).toEqual([[error]])
  })

  describe.each(koaVersions)('in Koa $version', ({ Koa }) => {
    const appOf = (above, page) => koaApp(Koa, above, bufferedRender({ compress: false }), (ctx) => ctx.renderStream(page()))

    test('the connection is cut', async () => {
      const { page, ...asked } = failing(content)
      const { app, errors } = appOf(compress({ threshold: 0 }), page)
      const client = await take(app.callback(), asked, { hasBegun: true })
      expect(client.isWhole).toBe(false)
      expect(reportedTo({ errors })).toEqual([error])
    })

    test('it is an error of the request if the middleware has held back all output', async () => {
      const keepBack = afterNext((ctx) => { ctx.body = ctx.body.pipe(new Transform({ transform (chunk, encoding, callback) { callback() } })) })
      const { page, ...asked } = failing('short')
      const { app, errors } = appOf(keepBack, page)
      const client = await take(app.callback(), asked, { hasBegun: false })
      expect([client.head.status, client.rest.toString()]).toEqual([500, 'Internal Server Error'])
      expect(reportedTo({ errors })).toEqual([error])
    })
  })
})
