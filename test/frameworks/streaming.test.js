'use strict'

const { Readable } = require('node:stream')
const { setImmediate: turn } = require('node:timers/promises')
const zlib = require('node:zlib')
const compression = require('compression')
const fc = require('fast-check')
const compress = require('koa-compress')
const bufferedRender = require('../..')
const { GzipStream } = require('../../lib/codings/gzip/gzip')
const { plain } = require('../../lib/codings/identity')
const { PageStream } = require('../../lib/response/page-stream')
const { CountedValues } = require('../support/counted-values')
const { textOf: decoded } = require('../support/decode')
const { exchange } = require('../support/exchange')
const { expressApp } = require('../support/express-app')
const { expressVersions, koaVersions } = require('../support/frameworks')
const { gate } = require('../support/gate')
const { readMember } = require('../support/gzip-member')
const { inflateSoFar } = require('../support/inflate-so-far')
const { afterNext, koaApp } = require('../support/koa-app')
const { propertyRuns } = require('../support/level')
const { INSTEAD, failure, hasFailure, pageArbitrary, textOf, valueOf } = require('../support/page-arbitrary')
const { platforms } = require('../support/platforms')
const { clientOf } = require('../support/raw-client')
const { until } = require('../support/until')
const { literal } = require('../support/literal')

const { createRenderer, html } = bufferedRender

const long = '<td>static text</td>'.repeat(100)
const CODINGS = ['identity', 'gzip']
const accepting = (coding, headers) => ({ headers: { 'accept-encoding': coding, ...headers } })

async function * each (...values) {
  for (const value of values) {
    await turn()
    yield value
  }
}

/** The bytes of a text, parted within its characters. */
const bytesOf = (text) => Readable.from([...Buffer.from(text)].map((byte) => Buffer.from([byte])), { objectMode: false })

const forms = [
  { form: 'nothing to wait for', make: () => html(literal([`<p>${long}`, '</p>']), '<Zoë>'), text: `<p>${long}&lt;Zoë&gt;</p>` },
  { form: 'nothing at all', make: () => html``, text: '' },
  { form: 'a promise', make: () => html`<p>${turn('<Zoë> & 世界')}</p>`, text: '<p>&lt;Zoë&gt; &amp; 世界</p>' },
  { form: 'promises that come in another order', make: () => html`${turn().then(turn).then(() => 1)}-${turn(2)}-${Promise.resolve(3)}-${4}`, text: '1-2-3-4' },
  { form: 'a thenable', make: () => html`<p>${{ then: (resolve) => { setImmediate(resolve, '<') } }}</p>`, text: '<p>&lt;</p>' },
  { form: 'an async iterable', make: () => html`<ul>${each('<', 1, null, html`<li>`)}</ul>`, text: '<ul>&lt;1<li></ul>' },
  { form: 'a stream of bytes, parted within characters', make: () => html`<pre>${bytesOf('<Zoë> & 世界🎉')}</pre>`, text: '<pre>&lt;Zoë&gt; &amp; 世界🎉</pre>' },
  { form: 'a stream of text', make: () => html`<pre>${Readable.from(['a', '<', html.raw('<b>')])}</pre>`, text: '<pre>a&lt;<b></pre>' },
  { form: 'text parted within a character', make: () => html`<p>${each('\ud83c', '\udf89')}${turn('\ud83c')}\udf89${turn('\ud83c')}</p>`, text: '<p>🎉🎉\ufffd</p>' },
  { form: 'a stream of the web', make: () => html`<pre>${new Response('Zoë 世界').body}</pre>`, text: '<pre>Zoë 世界</pre>' },
  { form: 'a promise of a stream', make: () => html`<pre>${turn(bytesOf('ä'))}</pre>`, text: '<pre>ä</pre>' },
  { form: 'the same page twice', make: () => twice(html`<b>${turn('x')}</b>`), text: '<b>x</b>, <b>x</b>' }
]
function twice (page) {
  return html`${page}, ${page}`
}

describe.each(platforms)('$platform', ({ platform, serve }) => {
  describe.each(forms)('a page of $form', ({ make, text }) => {
    test.each(CODINGS)('has the same bytes, streamed and buffered, as %s', async (coding) => {
      for (const way of ['stream', 'send']) {
        const { listener, errors } = serve({}, (exchange) => exchange[way](make()))
        const answer = await exchange(listener, accepting(coding))
        expect(answer.status).toBe(200)
        expect(decoded(answer)).toBe(text)
        expect(errors).toEqual([])
      }
    })
  })

  describe('the writes', () => {
    const ask = (make, options, request) => clientOf(serve(options ?? {}, ({ stream }) => stream(make())).listener, request)

    test.each(CODINGS)('are combined for a page without async chunks, as %s', async (coding) => {
      const client = await ask(() => html(literal(['<p>', long]), 'Zoë'), {}, accepting(coding))
      await client.finish()
      expect(client.chunks).toHaveLength(2)
      expect(decoded({ ...client.head, body: client.body })).toBe(`<p>Zoë${long}`)
    })

    test('as gzip can be decoded one by one', async () => {
      const gates = [gate(), gate(), gate()]
      const client = await ask(() => html(literal(['<p>', long, long, '</p>']), ...gates.map(({ promise }) => promise)), {}, accepting('gzip'))
      let text = '<p>'
      for (const [i, { open }] of gates.entries()) {
        await client.receive(i + 1)
        expect(inflateSoFar(client.body).toString()).toBe(text)
        open(`<${i}>`)
        text += `&lt;${i}&gt;${i < 2 ? long : '</p>'}`
      }
      await client.finish()
      const { content, crc32, size } = readMember(client.body)
      expect(content.toString()).toBe(text)
      expect({ crc32, size }).toEqual({ crc32: zlib.crc32(text), size: text.length })
    })
  })

  describe('the headers', () => {
    const page = () => html(literal(['<p>', long]), turn().then(() => turn('Zoë')))

    test.each([
      { header: 'gzip, deflate, br', coding: 'gzip' },
      { header: 'br', coding: undefined },
      { header: 'identity', coding: undefined }
    ])('have neither length nor validator, for $header', async ({ header, coding }) => {
      const { headers } = await exchange(serve({}, ({ stream }) => stream(page())).listener, accepting(header))
      expect(headers).toEqual({
        'content-type': 'text/html; charset=utf-8',
        'transfer-encoding': 'chunked',
        vary: 'Accept-Encoding',
        ...coding && { 'content-encoding': coding },
        ...platform.startsWith('Express') && { 'x-powered-by': 'Express' }
      })
    })

    test('and the status of the app are kept', async () => {
      const { status, headers } = await exchange(serve({}, ({ res, status, stream }) => {
        status(201)
        res.setHeader('Content-Type', 'application/xhtml+xml')
        res.setHeader('Vary', 'Cookie')
        res.setHeader('Content-Length', '3')
        res.setHeader('X-Own', '1')
        return stream(page())
      }).listener, accepting('gzip'))
      expect(status).toBe(201)
      expect(headers).toMatchObject({ 'content-type': 'application/xhtml+xml', vary: 'Cookie, Accept-Encoding', 'x-own': '1', 'transfer-encoding': 'chunked' })
      expect(headers).not.toHaveProperty('content-length')
    })

    test.each(CODINGS)('are the same for HEAD, without a body, as %s', async (coding) => {
      const values = new CountedValues(['a'])
      const { listener, errors } = serve({}, ({ req, stream }) => stream(req.method === 'GET' ? page() : html(literal(['<p>', '', long]), turn().then(turn), values)))
      const { status, headers: { 'transfer-encoding': chunked, ...headers } } = await exchange(listener, accepting(coding))
      expect(await exchange(listener, { method: 'HEAD', ...accepting(coding) })).toEqual({ status, headers, body: Buffer.alloc(0) })
      await until(() => values.returned === 1)
      expect(values.pulled).toBe(0)
      expect(errors).toEqual([])
    })

    test.each([204, 304])('do not describe a body if the status is %d', async (code) => {
      const values = new CountedValues(['a'])
      const { listener, errors } = serve({}, ({ status, stream }) => { status(code); return stream(html(literal(['<p>', '', long]), turn().then(turn), values)) })
      const { status, headers, body } = await exchange(listener, accepting('gzip'))
      expect([status, body.length]).toEqual([code, 0])
      for (const name of ['content-type', 'content-length', 'content-encoding', 'transfer-encoding']) expect(headers).not.toHaveProperty(name)
      await until(() => values.returned === 1)
      expect(values.pulled).toBe(0)
      expect(errors).toEqual([])
    })
  })
})

describe('for any pending chunks', () => {
  const renderer = createRenderer()
  const encoders = { identity: () => plain, gzip: () => new GzipStream({ deflatesText: true }) }

  /** All that a page sends, as the client reads it, and what has ended it. */
  async function streamed (page, coding, how) {
    const body = new PageStream(renderer.streamingPage(page, how), encoders[coding]())
    const sent = []
    body.on('data', (bytes) => sent.push(bytes))
    await until(() => body.closed)
    const bytes = Buffer.concat(sent)
    return { bytes: coding === 'gzip' ? inflateSoFar(bytes) : bytes, sent: bytes, failure: body.failure }
  }

  test('streamed bytes equal buffered ones', async () => {
    await fc.assert(fc.asyncProperty(pageArbitrary({ canFail: false }), fc.constantFrom(...CODINGS), async (model, coding) => {
      const expected = Buffer.from(textOf(model))
      expect((await valueOf(model)).toBuffer().equals(expected)).toBe(true)
      const { bytes, sent, failure } = await streamed(valueOf(model), coding)
      expect(bytes.toString()).toBe(expected.toString())
      expect(bytes.equals(expected)).toBe(true)
      if (coding === 'gzip') expect(readMember(sent).content.equals(expected)).toBe(true)
      expect(failure).toBeUndefined()
    }), propertyRuns(400))
  })

  test('a failed chunk is replaced by its fallback, or ends the page', async () => {
    await fc.assert(fc.asyncProperty(pageArbitrary({ canFail: true }), fc.constantFrom(...CODINGS), async (model, coding) => {
      const expected = Buffer.from(textOf(model))
      const onError = jest.fn(() => html`${html.raw(INSTEAD)}`)
      const recovered = await streamed(valueOf(model), coding, { onError })
      expect(recovered.bytes.toString()).toBe(expected.toString())
      expect(recovered.failure).toBeUndefined()
      for (const [error] of onError.mock.calls) expect(error).toBe(failure)
      expect(onError.mock.calls.length > 0).toBe(hasFailure(model))

      const buffered = await Promise.resolve(valueOf(model)).then((page) => page.toBuffer(), (error) => error)
      const cut = await streamed(valueOf(model), coding)
      if (hasFailure(model)) {
        expect(buffered).toBe(failure)
        expect(cut.failure).toEqual({ error: failure })
        expect(cut.bytes.equals(expected.subarray(0, cut.bytes.length))).toBe(true)
        expect(cut.bytes.toString()).not.toContain(INSTEAD)
      } else {
        expect(buffered.equals(expected)).toBe(true)
        expect(cut.bytes.equals(expected)).toBe(true)
      }
    }), propertyRuns(300))
  })
})

describe.each(expressVersions)('in Express $version', ({ express }) => {
  test('renderStream fulfils its promise when the page is sent', async () => {
    const { promise, open } = gate()
    let isSent = false
    const app = express().use(bufferedRender())
    app.get('/', async (req, res) => {
      await res.renderStream(html`<p>${promise}</p>`)
      isSent = res.writableFinished
    })
    const client = await clientOf(app)
    await client.receive(1)
    expect(isSent).toBe(false)
    open('x')
    await client.finish()
    await until(() => isSent)
  })

  test('renderStream is an error of the request on a route without the middleware', async () => {
    const shop = express.Router().use('/shop', bufferedRender(), (req, res) => res.renderStream(html`<p>`))
    const { ask, errors } = expressApp(express, shop, async (req, res) => { await res.renderStream(html`<p>`) })
    expect((await ask({ path: '/shop' })).body.toString()).toBe('<p>')
    expect((await ask()).body.toString()).toBe('failed')
    expect(errors).toEqual([new Error('res.renderStream() was called before bufferedRender(). Add app.use(bufferedRender()) before the route')])
  })
})

describe.each(koaVersions)('in Koa $version', ({ Koa }) => {
  test('outer middleware can still set headers', async () => {
    const above = afterNext((ctx) => {
      ctx.set('X-Above', String(ctx.body.readable))
      ctx.status = 202
    })
    const { status, headers, body } = await koaApp(Koa, above, bufferedRender(), (ctx) => ctx.renderStream(html`<p>${turn('Zoë')}`)).ask()
    expect([status, headers['x-above'], body.toString()]).toEqual([202, 'true', '<p>Zoë'])
  })

  test.each([
    { name: 'text', set: (ctx) => { ctx.body = 'text' }, text: 'text' },
    { name: 'a page', set: (ctx) => { ctx.body = html`<b>${long.length}` }, text: `<b>${long.length}` },
    { name: 'a page that is already streamed', set: (ctx) => ctx.renderStream(html`<b>${turn(1)}`), text: '<b>1' },
    { name: 'nothing', set: (ctx) => { ctx.body = null }, text: '' }
  ])('a page replaced by $name is released', async ({ set, text }) => {
    const values = new CountedValues(['a', 'b'])
    const { ask, errors } = koaApp(Koa, bufferedRender(), async (ctx) => {
      await ctx.renderStream(html(literal(['<p>', '', long]), turn().then(turn), values))
      await set(ctx)
    })
    expect(decoded(await ask(accepting('gzip')))).toBe(text)
    await until(() => values.returned === 1)
    expect(values.pulled).toBe(0)
    expect(errors).toEqual([])
  })
})

describe('parts that other middleware compresses', () => {
  const { constants: { Z_SYNC_FLUSH } } = zlib
  const apps = [
    ...expressVersions.map(({ version, express }) => ({
      platform: `Express ${version}, compression`,
      serve: (page) => express().use(compression({ threshold: 0 }), bufferedRender({ compress: false }), (req, res) => res.renderStream(page()))
    })),
    ...koaVersions.map(({ version, Koa }) => ({
      platform: `Koa ${version}, koa-compress`,
      serve: (page) => new Koa().use(compress({ threshold: 0, br: false, gzip: { flush: Z_SYNC_FLUSH } })).use(bufferedRender({ compress: false })).use((ctx) => ctx.renderStream(page())).callback()
    }))
  ]

  test.each(apps)('can be decoded one by one: $platform', async ({ serve }) => {
    const { promise, open } = gate()
    const client = await clientOf(serve(() => html`<p>Zoë${promise}</p>`), accepting('gzip'))
    await until(() => client.body.length > 0 && inflateSoFar(client.body).toString() === '<p>Zoë')
    open('late')
    await client.finish()
    expect(readMember(client.body).content.toString()).toBe('<p>Zoëlate</p>')
  })
})
