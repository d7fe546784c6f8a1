'use strict'

const { setImmediate: turn } = require('node:timers/promises')
const zlib = require('node:zlib')
const { createRenderer, html } = require('../../..')
const { THREAD_THRESHOLD } = require('../../../lib/codings/gzip/blocks')
const { askUntil } = require('../../support/ask-until')
const { textOf } = require('../../support/decode')
const { exchange } = require('../../support/exchange')
const { everyKoa, expressVersions } = require('../../support/frameworks')
const { gate } = require('../../support/gate')
const { listen } = require('../../support/listen')
const { listenTo } = require('../../support/listen-to')
const { platforms } = require('../../support/platforms')
const { prose } = require('../../support/prose')
const { RawClient, clientOf } = require('../../support/raw-client')
const { serveHttp2 } = require('../../support/serve-http2')
const { until } = require('../../support/until')

// More than two parts, of characters of one to four bytes.
const text = Array.from({ length: 12 }, (_, seed) => prose(64 * 1024, seed + 1)).join('')
const pageOf = (text) => html`<main>${html.raw(text)}</main>`
const whole = `<main>${text}</main>`
const GZIP = { headers: { 'accept-encoding': 'gzip' } }
const CODINGS = { headers: { 'accept-encoding': 'gzip, br' } }

/** Whether anything long was deflated or gzipped on the event loop. */
function expectNothingBlocks (spies) {
  for (const spy of spies) {
    for (const [bytes] of spy.mock.calls) expect(bytes.length).toBeLessThan(THREAD_THRESHOLD)
  }
}
const watch = () => ['deflateRawSync', 'gzipSync', 'deflateSync'].map((name) => jest.spyOn(zlib, name))

/** Deflates in threads only once the gate is open. */
function holdThreads () {
  const { promise, open } = gate()
  const { deflateRaw } = zlib
  const spy = jest.spyOn(zlib, 'deflateRaw').mockImplementation((...args) => promise.then(() => { deflateRaw(...args) }))
  return { spy, open }
}

describe.each(platforms)('$platform', ({ platform, serve }) => {
  const appOf = (options, send = ({ send }) => send(pageOf(text))) => {
    const { listener, renderer } = serve(options ?? {}, send)
    return { listener, renderer, ask: (request) => exchange(listener, request) }
  }
  /** In Koa, where each client that leaves a stream is an error of the app, a body is whole. */
  const isWhole = platform.startsWith('Koa')

  describe('a page with long text as gzip', () => {
    test('is deflated in threads, with the validator of the page', async () => {
      const spies = watch()
      for (const etag of ['weak', 'strong']) {
        const { ask } = appOf({ etag, memo: false })
        const plain = await ask()
        expect(plain.headers['content-length']).toBe(String(Buffer.byteLength(whole)))
        const answer = await ask(GZIP)
        expect(answer.status).toBe(200)
        expect(answer.headers).toEqual({
          'content-type': plain.headers['content-type'],
          vary: 'Accept-Encoding',
          etag: etag === 'weak' ? plain.headers.etag : plain.headers.etag.replace(/"$/, '-gzip"'),
          'content-encoding': 'gzip',
          ...isWhole ? { 'content-length': String(answer.body.length) } : { 'transfer-encoding': 'chunked' },
          ...plain.headers['x-powered-by'] && { 'x-powered-by': plain.headers['x-powered-by'] }
        })
        expect(textOf(answer)).toBe(whole)
        expect(answer.body.length).toBeLessThan(whole.length / 2)
        expect((await ask(GZIP)).body.equals(answer.body)).toBe(true)
      }
      expectNothingBlocks(spies)
    })

    test('has the same head for HEAD, without a length where that is not known', async () => {
      const spies = watch()
      const { ask } = appOf({ etag: 'strong' })
      const { 'transfer-encoding': chunked, ...headers } = (await ask(GZIP)).headers
      expect(chunked).toBe(isWhole ? undefined : 'chunked')
      const head = await ask({ ...GZIP, method: 'HEAD' })
      expect(head).toEqual({ status: 200, headers, body: Buffer.alloc(0) })
      expectNothingBlocks(spies)
    })

    if (isWhole) {
      test('sends its head once all is deflated, and a client that has left is no error', async () => {
        const onConsole = jest.spyOn(console, 'error').mockImplementation()
        const { spy, open } = holdThreads()
        let response
        const server = await listen(appOf({}, ({ res, send }) => {
          response = res
          return send(pageOf(text))
        }).listener)
        const [gone, client] = [1, 2].map(() => new RawClient(server.port, { headers: { ...GZIP.headers, connection: 'close' } }))
        await until(() => spy.mock.calls.length === 2)
        expect(client.head).toBeUndefined()
        gone.close()
        open()
        await until(() => client.ending !== undefined)
        expect(textOf({ ...client.head, body: client.rest })).toBe(whole)
        expect(response.writableFinished).toBe(true)
        for (let i = 0; i < 20; i++) await turn()
        expect(onConsole).not.toHaveBeenCalled()
      })
    }

    const streamed = isWhole ? () => {} : test
    streamed('sends its head before anything is deflated, and parts as they are', async () => {
      const { open } = holdThreads()
      const client = await clientOf(appOf().listener, GZIP)
      await client.receive(1)
      expect(client.head.status).toBe(200)
      expect(client.chunks).toHaveLength(1)
      open()
      await client.finish()
      expect(client.chunks.length).toBeGreaterThan(3)
      expect(textOf({ ...client.head, body: client.body })).toBe(whole)
    })

    streamed('is not deflated further once its client has disconnected', async () => {
      const onConsole = jest.spyOn(console, 'error').mockImplementation()
      const { spy, open } = holdThreads()
      let response
      const server = await listen(appOf({}, ({ res, send }) => {
        response = res
        return send(pageOf(text))
      }).listener)
      const client = new RawClient(server.port, GZIP)
      await client.receive(1)
      client.close()
      await until(() => response.destroyed)
      open()
      await Promise.all(spy.mock.results.map(({ value }) => value))
      for (let i = 0; i < 20; i++) await turn()
      expect(spy).toHaveBeenCalledTimes(1)
      expect(onConsole).not.toHaveBeenCalled()
    })

    test('comes from the memo once it is compressed as Brotli there', async () => {
      const spies = watch()
      const { ask, renderer } = appOf()
      for (let i = 0; i < 2; i++) expect(textOf(await ask(CODINGS))).toBe(whole)
      expect(renderer.stats().memo.entries).toBe(1)
      const answer = await askUntil(() => ask(CODINGS), ({ headers }) => headers['content-encoding'] === 'br')
      expect(answer.headers['content-length']).toBe(String(answer.body.length))
      expect(textOf(answer)).toBe(whole)
      expect(textOf(await ask())).toBe(whole)
      expectNothingBlocks(spies)
    })

    test('has its number of bytes in diagnostics, if that is known', async () => {
      const messages = listenTo('buffered-render:response')
      await appOf().ask(GZIP)
      await appOf().ask()
      expect(messages).toEqual([
        { status: 200, encoding: 'gzip', bytes: isWhole ? expect.any(Number) : undefined, memo: false },
        { status: 200, encoding: 'identity', bytes: Buffer.byteLength(whole), memo: false }
      ])
    })
  })

  test.each([
    { name: 'shorter text', options: {}, text: text.slice(0, THREAD_THRESHOLD / 4) },
    { name: 'compress: \'static\'', options: { compress: 'static' }, text }
  ])('a page with $name has a length', async ({ options, text }) => {
    const inThread = jest.spyOn(zlib, 'deflateRaw')
    const answer = await appOf(options, ({ send }) => send(pageOf(text))).ask(GZIP)
    expect(answer.headers['content-length']).toBe(String(answer.body.length))
    expect(textOf(answer)).toBe(`<main>${text}</main>`)
    expect(inThread).not.toHaveBeenCalled()
  })

  test('a loop of static text is not deflated at all', async () => {
    const item = () => html`<li>${1}, by hand or by machine, in any colour, size and shape that the customer wants, delivered in three to five days
      (in winter, please allow a week or two), and taken back at no charge for as long as it is neither used nor broken, except on Sundays,
      holidays, and whenever the post office on the corner is closed for good, as it may well be by the time that you read these lines</li>`
    const items = () => html`<ul>${Array.from({ length: 3000 }, item)}</ul>`
    const spies = watch()
    const answer = await appOf({}, ({ send }) => send(items())).ask(GZIP)
    expect(answer.headers['content-length']).toBe(String(answer.body.length))
    expect(answer.body.length).toBeLessThan(30_000)
    expect(textOf(answer)).toBe(items().toString())
    for (const spy of spies) expect(spy).not.toHaveBeenCalled()
  })
})

describe.each(expressVersions)('Express $version', ({ express }) => {
  const appOf = (middleware, respond) => express().use(require('../../..')()).use(middleware).use(respond)
  const none = (req, res, next) => next()

  test('ignores res.end() after res.send(), as it does alone', async () => {
    for (const after of [(res) => res.end(), (res) => res.end('more'), (res) => turn().then(() => res.end())]) {
      const answer = await exchange(appOf(none, (req, res) => { after(res.send(pageOf(text))) }), GZIP)
      expect(textOf(answer)).toBe(whole)
    }
  })

  test.each([
    { name: 'at once', late: (res, done) => res.write('late', done) },
    { name: 'with an encoding', late: (res, done) => res.write('late', 'latin1', done) }
  ])('refuses res.write() after res.send() as it does alone: $name', async ({ late }) => {
    const seen = async (app) => {
      const events = []
      const { promise, open } = gate()
      const answer = await exchange(app.use((req, res) => {
        res.on('error', ({ code }) => events.push(`error ${code}`))
        events.push(late(res.send(app.pages ? pageOf(text) : whole), (error) => open(events.push(`callback ${error.code}`))) === false)
      }), GZIP)
      await promise
      return { events, text: textOf(answer) }
    }
    const alone = await seen(express())
    expect(alone.text).toBe(whole)
    expect(await seen(Object.assign(express().use(require('../../..')()), { pages: true }))).toEqual(alone)
  })

  test('ends no process by a late res.write() that nobody listens to', async () => {
    const answer = await exchange(appOf(none, async (req, res) => {
      const { promise, open } = gate()
      res.send(pageOf(text)).write('late', open)
      await promise
    }), GZIP)
    expect(textOf(answer)).toBe(whole)
  })

  test('ends the response once, by the res.end that middleware has wrapped', async () => {
    const calls = []
    const wrap = (req, res, next) => {
      const { end } = res
      res.end = function (...args) {
        calls.push(args.length)
        return end.apply(this, args)
      }
      next()
    }
    const answer = await exchange(appOf(wrap, (req, res) => res.send(pageOf(text))), GZIP)
    expect(textOf(answer)).toBe(whole)
    // As Express alone, with an encoding that is undefined.
    expect(calls).toEqual([2])
  })
})

test('a late res.write() over HTTP/2 is no part of the page', async () => {
  const renderer = createRenderer()
  const ask = await serveHttp2(async (req, res) => {
    const sent = renderer.send(req, res, pageOf(text))
    while (!res.headersSent) await turn()
    res.write('late')
    await sent
  })
  const body = Buffer.concat(await ask({ 'accept-encoding': 'gzip' }).toArray())
  expect(zlib.gunzipSync(body).toString()).toBe(whole)
})

describe.each(platforms)('a streamed page of $platform', ({ platform, serve }) => {
  test.each([
    { name: 'at its start', page: () => pageOf(text) },
    { name: 'in an async chunk', page: () => html`<main>${turn().then(() => html.raw(text))}</main>` }
  ])('with long text $name is deflated in threads', async ({ page }) => {
    const spies = watch()
    const { listener } = serve({}, ({ stream }) => stream(page()))
    const answer = await exchange(listener, GZIP)
    expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', 'transfer-encoding': 'chunked' })
    expect(textOf(answer)).toBe(whole)
    expectNothingBlocks(spies)
    expect(textOf(await exchange(listener))).toBe(whole)
  })
  // Koa sends the stream itself.
  if (platform.startsWith('Koa')) return
  test('refuses what the app writes meanwhile', async () => {
    const { listener } = serve({}, async ({ res, stream }) => {
      const sent = stream(html`<main>${turn().then(() => html.raw(text))}</main>`)
      await turn()
      res.write('late')
      await sent
    })
    expect(textOf(await exchange(listener, GZIP))).toBe(whole)
  })
})

describe.each(everyKoa)('Koa $version: a page with long text', ({ Koa }) => {
  test.each([
    [204, 'GET'], [204, 'HEAD'], [205, 'GET'], [205, 'HEAD'], [304, 'GET']
  ])('with status %d has no body, for %s', async (status, method) => {
    const answers = []
    for (const body of [pageOf(text), whole]) {
      const errors = []
      const app = new Koa().on('error', (error) => errors.push(error))
      if (body !== whole) app.use(require('../../..')())
      app.use((ctx) => { Object.assign(ctx, { status, body }) })
      const { headers: { vary, etag, ...headers }, ...answer } = await exchange(app.callback(), { method, ...GZIP })
      answers.push({ ...answer, headers, errors })
    }
    expect(answers[0]).toEqual(answers[1])
  })
})
