'use strict'

const { createHash } = require('node:crypto')
const { html } = require('../..')
const { askUntil } = require('../support/ask-until')
const { textOf } = require('../support/decode')
const { exchange } = require('../support/exchange')
const { everything } = require('../support/level')
const { platforms } = require('../support/platforms')
const shop = require('../support/shop')
const { literal } = require('../support/literal')

const base = { views: shop.views, extension: 'ejs', cache: true }
const locals = shop.localsOf('<Zoë> & 世界')

/** Headers of requests, and the coding of a page that was not seen before, and of one that is hot. */
const negotiations = [
  { header: undefined, cold: 'identity', hot: 'identity' },
  { header: '', cold: 'identity', hot: 'identity' },
  { header: 'identity', cold: 'identity', hot: 'identity' },
  { header: 'gzip', cold: 'gzip', hot: 'gzip' },
  { header: 'GZip', cold: 'gzip', hot: 'gzip' },
  { header: 'gzip, deflate', cold: 'gzip', hot: 'gzip' },
  { header: 'gzip, deflate, br, zstd', cold: 'gzip', hot: 'br' },
  { header: 'br;q=1.0, gzip;q=0.8, *;q=0.1', cold: 'gzip', hot: 'br' },
  { header: 'gzip;q=1.0, br;q=0.8', cold: 'gzip', hot: 'gzip' },
  { header: 'br', cold: 'identity', hot: 'br' },
  { header: 'deflate', cold: 'identity', hot: 'identity' },
  { header: 'zstd', cold: 'identity', hot: 'identity' },
  { header: 'gzip;q=0.001', cold: 'gzip', hot: 'gzip' },
  { header: 'gzip;q=0', cold: 'identity', hot: 'identity' },
  { header: 'gzip;q=0, br', cold: 'identity', hot: 'br' },
  { header: 'br;q=0, gzip;q=0', cold: 'identity', hot: 'identity' },
  { header: 'gzip;q=0.5, identity', cold: 'identity', hot: 'identity' },
  { header: 'identity;q=0, gzip', cold: 'gzip', hot: 'gzip' },
  { header: 'identity;q=0, *', cold: 'gzip', hot: 'br' },
  { header: '*', cold: 'gzip', hot: 'br' },
  { header: 'gzip;q=0, *', cold: 'identity', hot: 'br' },
  // Nothing that we have is acceptable: RFC 9110 leaves it open, and the page is readable.
  { header: 'identity;q=0', cold: 'identity', hot: 'identity' },
  { header: '*;q=0', cold: 'identity', hot: 'identity' },
  { header: 'gzip;q=much', cold: 'identity', hot: 'identity' },
  { header: 'gzip;;;q=1', cold: 'gzip', hot: 'gzip' },
  { header: ';q=1, , =, "gzip', cold: 'identity', hot: 'identity' },
  { header: 'gzip br', cold: 'identity', hot: 'identity' },
  { header: `${'x, '.repeat(500)}gzip`, cold: 'gzip', hot: 'gzip' }
].map((each) => ({ ...each, name: each.header === undefined ? 'no header' : `"${each.header.slice(0, 40)}"` }))

/** Those that every way to send a page is tried with; the others are of the header, which all have read alike. */
const mainNegotiations = negotiations.filter(({ header }) => [undefined, 'gzip', 'gzip, deflate, br, zstd', 'br', 'gzip;q=0', 'identity;q=0, *'].includes(header))

const accepting = (header, others) => ({ ...(header !== undefined && { 'accept-encoding': header }), ...others })
const headerOf = (coding) => coding === 'identity' ? undefined : coding

/** Asks until the page was recompressed as gzip and as brotli. */
async function heat (ask) {
  const spliced = await ask({ headers: accepting('gzip') })
  await askUntil(() => ask({ headers: accepting('gzip') }), ({ body }) => body.length < spliced.body.length)
  await askUntil(() => ask({ headers: accepting('br') }), ({ headers }) => headers['content-encoding'] === 'br')
}

describe.each(platforms)('$platform', ({ platform, serve }) => {
  /** An app that sends one page. */
  const appOf = (options, send, prepare = () => {}) => {
    const { listener, renderer } = serve({ ...base, ...options }, (exchange) => {
      prepare(exchange)
      return send(exchange, locals)
    })
    return { ask: (request) => exchange(listener, request), renderer }
  }

  describe.each(shop.ways)('$way', ({ way, send, textOf: expectedOf }) => {
    let expected
    beforeAll(async () => { expected = await expectedOf(locals) })

    const isTriedWithAll = everything || (platform === 'node:http' && way === shop.ways[0].way)

    describe('negotiates the coding', () => {
      const cold = appOf({ memo: false }, send)
      const hot = appOf({}, send)
      beforeAll(() => heat(hot.ask))

      describe.each([{ temperature: 'cold', app: cold }, { temperature: 'hot', app: hot }])('while $temperature', ({ temperature, app: { ask } }) => {
        test.each(isTriedWithAll ? negotiations : mainNegotiations)('$name', async ({ header, [temperature]: coding }) => {
          const { status, headers, body } = await ask({ headers: accepting(header) })
          expect({ status, ...headers }).toMatchObject({
            status: 200,
            'content-type': 'text/html; charset=utf-8',
            'content-length': String(body.length),
            vary: 'Accept-Encoding',
            etag: expect.stringMatching(/^W\/"[^"]+"$/)
          })
          expect(headers['content-encoding']).toBe(headerOf(coding))
          expect(headers).not.toHaveProperty('transfer-encoding')
          expect(textOf({ headers, body })).toBe(expected)

          const empty = Buffer.alloc(0)
          expect(await ask({ method: 'HEAD', headers: accepting(header) })).toEqual({ status, headers, body: empty })

          const { 'content-type': type, 'content-length': length, 'content-encoding': encoding, ...kept } = headers
          for (const method of ['GET', 'HEAD']) {
            const held = { method, headers: accepting(header, { 'if-none-match': headers.etag }) }
            expect(await ask(held)).toEqual({ status: 304, headers: kept, body: empty })
          }
          const other = await ask({ headers: accepting(header, { 'if-none-match': 'W/"another"' }) })
          expect(other).toEqual({ status, headers, body })
        })
      })

      test('with gzip shorter than the page, brotli shorter than gzip, and one weak tag for all', async () => {
        const headers = [undefined, 'gzip', 'br'].map((header) => accepting(header))
        const [page, gzip, br] = await Promise.all(headers.map((headers) => hot.ask({ headers })))
        const spliced = await cold.ask({ headers: accepting('gzip') })
        const lengths = [page, spliced, gzip, br].map(({ body }) => body.length)
        expect(lengths).toEqual([...lengths].sort((a, b) => b - a))
        expect(new Set(lengths).size).toBe(4)
        expect(new Set([page, spliced, gzip, br].map(({ headers }) => headers.etag)).size).toBe(1)
      })

      test('for POST and for other status codes', async () => {
        for (const code of [201, 404, 500]) {
          const { ask } = appOf({}, send, ({ status }) => status(code))
          const answer = await ask({ method: 'POST', headers: accepting('gzip') })
          expect(answer).toMatchObject({ status: code, headers: { 'content-encoding': 'gzip', 'content-length': String(answer.body.length) } })
          expect(textOf(answer)).toBe(expected)
        }
      })
    })

    test('has no content coding without a body', async () => {
      for (const code of [204, 304]) {
        const { ask } = appOf({}, send, ({ status }) => status(code))
        const { status, headers, body } = await ask({ headers: accepting('gzip, br') })
        expect({ status, body: body.length }).toEqual({ status: code, body: 0 })
        expect(headers).not.toHaveProperty('content-encoding')
        expect(headers).not.toHaveProperty('content-length')
      }
    })

    describe('adds Accept-Encoding to Vary:', () => {
      test.each([
        { own: 'Cookie', vary: 'Cookie, Accept-Encoding' },
        { own: ['Cookie', 'Accept-Language'], vary: 'Cookie, Accept-Language, Accept-Encoding' },
        { own: 'accept-encoding', vary: 'accept-encoding' },
        { own: '*', vary: '*' }
      ])('$own', async ({ own, vary }) => {
        const { ask } = appOf({}, send, ({ res }) => res.setHeader('Vary', own))
        for (const header of [undefined, 'gzip', 'br']) {
          const { headers } = await ask({ headers: accepting(header) })
          expect(headers.vary).toBe(vary)
          const held = await ask({ headers: accepting(header, { 'if-none-match': headers.etag }) })
          expect(held).toMatchObject({ status: 304, headers: { vary } })
        }
      })
    })

    describe('is sent unencoded with', () => {
      const settings = [
        { name: 'compress false', options: { compress: false } },
        { name: 'a threshold above its length', options: { threshold: '1mb' } },
        ...['no-transform', 'public, no-transform', 'max-age=1,NO-TRANSFORM ,private', ['private', 'no-transform']].map((value) => (
          { name: `Cache-Control: ${value}`, own: { 'cache-control': value } })),
        { name: 'a Content-Encoding of the app', own: { 'content-encoding': 'x-own' } },
        { name: 'the Content-Encoding identity of the app', own: { 'content-encoding': 'identity' } }
      ]

      // What forbids to encode is read of the response, alike for all.
      test.each(isTriedWithAll ? settings : settings.slice(0, 3))('$name', async ({ options, own = {} }) => {
        const { ask } = appOf(options, send, ({ res }) => {
          for (const [name, value] of Object.entries(own)) res.setHeader(name, value)
        })
        // Often enough that it would be hot.
        for (let i = 0; i < 8; i++) {
          const { headers, body } = await ask({ headers: accepting('gzip, br') })
          expect(headers['content-encoding']).toBe(own['content-encoding'])
          expect(headers['cache-control']).toBe(own['cache-control'] && String(own['cache-control']).replace('private,no', 'private, no'))
          expect(headers).not.toHaveProperty('vary')
          expect(headers['content-length']).toBe(String(body.length))
          expect(body.toString()).toBe(expected)
          const head = await ask({ method: 'HEAD', headers: accepting('gzip, br') })
          expect(head).toEqual({ status: 200, headers, body: Buffer.alloc(0) })
        }
      })

      test.each(['no-transforms', 'x-no-transform=1', 'private, max-age=0'])('no-transform only, not with Cache-Control: %s', async (value) => {
        const { ask } = appOf({}, send, ({ res }) => res.setHeader('Cache-Control', value))
        const { headers } = await ask({ headers: accepting('gzip') })
        expect(headers).toMatchObject({ 'cache-control': value, 'content-encoding': 'gzip' })
      })
    })

    test("is never sent in another coding than the spliced gzip by compress: 'static', even when hot", async () => {
      const { ask, renderer } = appOf({ compress: 'static' }, send)
      const first = await ask({ headers: accepting('gzip, br') })
      expect(first.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
      expect(textOf(first)).toBe(expected)
      for (let i = 0; i < 8; i++) {
        expect(await ask({ headers: accepting('gzip, br') })).toEqual(first)
        const br = await ask({ headers: accepting('br') })
        expect(br.headers).not.toHaveProperty('content-encoding')
        expect(br.body.toString()).toBe(expected)
      }
      expect(renderer.stats().memo.hits).toBeGreaterThan(8)
    })

    test('has a strong tag that identifies its exact bytes, even when hot', async () => {
      const { ask } = appOf({ etag: 'strong' }, send)
      const bodies = new Map()
      const visit = async (header) => {
        const answer = await ask({ headers: accepting(header) })
        const { headers: { etag }, body } = answer
        expect(etag).toMatch(/^"/)
        expect(textOf(answer)).toBe(expected)
        if (!bodies.has(etag)) bodies.set(etag, body)
        expect(body.equals(bodies.get(etag))).toBe(true)
        return answer
      }

      for (const header of [undefined, 'gzip', 'br', 'gzip', 'br']) {
        for (let i = 0; i < 8; i++) await visit(header)
      }
      await askUntil(() => visit('br'), ({ headers }) => headers['content-encoding'] === 'br')
      expect(bodies.size).toBe(3)

      // Only after the switch to brotli, which changes the tag.
      for (const header of [undefined, 'gzip', 'br']) {
        const { headers: { etag } } = await visit(header)
        expect(await ask({ headers: accepting(header, { 'if-none-match': etag }) })).toMatchObject({ status: 304, headers: { etag } })
      }
      const gzip = await ask({ headers: accepting('gzip') })
      const unencoded = await ask({ headers: accepting(undefined, { 'if-none-match': gzip.headers.etag }) })
      expect(unencoded.status).toBe(200)
      expect(unencoded.body.toString()).toBe(expected)
    })
  })

  describe('the option threshold:', () => {
    const around = (bytes) => ['<p>茶 ', `</p>${'static '.repeat(1000).slice(0, bytes - 17)}`]
    const pageOf = (bytes) => ({ send }) => {
      const rendered = html(literal(around(bytes)), '世界')
      expect(rendered.byteLength).toBe(bytes)
      return send(rendered)
    }

    test.each([
      { threshold: undefined, bytes: 1023, coding: 'identity' },
      { threshold: undefined, bytes: 1024, coding: 'gzip' },
      { threshold: '1kb', bytes: 1024, coding: 'gzip' },
      { threshold: 2000, bytes: 1999, coding: 'identity' },
      { threshold: 2000, bytes: 2000, coding: 'gzip' },
      { threshold: 0, bytes: 600, coding: 'gzip' }
    ])('$threshold sends a page of $bytes bytes as $coding', async ({ threshold, bytes, coding }) => {
      const { ask } = appOf({ threshold }, pageOf(bytes))
      const answer = await ask({ headers: accepting('gzip') })
      expect(answer.headers['content-encoding']).toBe(headerOf(coding))
      expect(answer.headers.vary).toBe(coding === 'identity' ? undefined : 'Accept-Encoding')
      expect(textOf(answer)).toBe(around(bytes).join('世界'))
    })

    test('0 sends a page that gzip would lengthen unencoded, unless the client accepts only gzip', async () => {
      const { ask } = appOf({ threshold: 0 }, ({ send }) => send(html`<p>${'世界'}</p>`))
      const plain = await ask({ headers: accepting('gzip') })
      expect(plain.headers).not.toHaveProperty('content-encoding')
      expect(plain.headers.vary).toBe('Accept-Encoding')
      const gzip = await ask({ headers: accepting('gzip, identity;q=0') })
      expect(gzip.headers['content-encoding']).toBe('gzip')
      expect([plain, gzip].map(textOf)).toEqual(['<p>世界</p>', '<p>世界</p>'])
    })
  })

  describe('the length of a page', () => {
    const secret = 'token=0123456789abcdef'
    const like = secret.repeat(200)
    const unlike = createHash('shake256', { outputLength: like.length / 2 }).update('').digest('hex')
    const strings = [`<p>${secret}</p>${'<i>static</i> '.repeat(200)}<p>`, '</p>']

    test.each([
      { compress: 'static', tells: false },
      { compress: true, tells: true }
    ])('with compress: $compress reveals whether its text repeats other text: $tells', async ({ compress, tells }) => {
      const lengths = []
      for (const text of [like, unlike]) {
        const answer = await appOf({ compress }, ({ send }) => send(html(literal(strings), text))).ask({ headers: accepting('gzip') })
        expect(answer.headers['content-encoding']).toBe('gzip')
        expect(textOf(answer)).toBe(strings.join(text))
        lengths.push(answer.body.length)
      }
      expect(lengths[0] !== lengths[1]).toBe(tells)
    })
  })

  test('clear() empties the memo', async () => {
    const { ask, renderer } = appOf({}, shop.ways[0].send)
    await heat(ask)
    renderer.clear()
    expect(renderer.stats().memo).toMatchObject({ entries: 0, bytes: 0 })
    const { headers } = await ask({ headers: accepting('gzip, br') })
    expect(headers['content-encoding']).toBe('gzip')
  })
})
