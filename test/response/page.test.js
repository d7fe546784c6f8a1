'use strict'

const { Rendered } = require('../..')
const { GzipMember } = require('../../lib/codings/gzip/gzip')
const { Memo } = require('../../lib/response/memo')
const { Responder } = require('../../lib/response/respond')
const { StaticFragment } = require('../../lib/page/static-fragment')
const { askUntil } = require('../support/ask-until')
const { textOf } = require('../support/decode')
const { exchange } = require('../support/exchange')
const { prose } = require('../support/prose')

const fragment = new StaticFragment(prose(3000))
const page = () => new Rendered(['<p>Zoë</p>', fragment, 'end'])
const text = page().toString()
const length = Buffer.byteLength(text)

const set = (headers) => (res) => { for (const [name, value] of Object.entries(headers)) res.setHeader(name, value) }
const accepting = (header, others) => ({ ...(header !== undefined && { 'accept-encoding': header }), ...others })

/** What clients send for each coding that there is. */
const CLIENTS = { identity: undefined, gzip: 'gzip', br: 'gzip, deflate, br, zstd' }
const CODINGS = Object.keys(CLIENTS)

/**
 * A server that answers with a page.
 *
 * @param {object} [app]
 * @param {object} [app.settings] of the responder
 * @param {import('../../lib/response/respond').Etag} [app.etag]
 * @param {(res: import('node:http').ServerResponse) => void} [app.prepare] what it sets before
 * @param {() => Rendered} [app.render]
 * @returns {{ memo: Memo, ask: typeof exchange }}
 */
function serve ({ settings, etag = 'weak', prepare = () => {}, render = page } = {}) {
  const memo = new Memo(1e7)
  const responder = new Responder({ compress: true, threshold: 1024, memo, ...settings })
  const listener = (req, res) => {
    prepare(res)
    try {
      responder.respond({ req, res, etag }, render())
    } catch (error) {
      res.writeHead(500).end(error.stack)
    }
  }
  return { memo, ask: (request) => exchange(listener, request) }
}

/** One that has compressed its page as Brotli. */
async function serveHot (app) {
  const { memo, ask } = serve(app)
  await askUntil(() => ask({ headers: accepting(CLIENTS.br) }), ({ headers }) => headers['content-encoding'] === 'br')
  await ask({ headers: accepting(CLIENTS.identity) })
  return { memo, ask }
}

describe('the entity tag', () => {
  const tagsOf = async ({ ask }) => {
    const answers = await Promise.all(CODINGS.map((coding) => ask({ headers: accepting(CLIENTS[coding]) })))
    return answers.map(({ headers }) => headers.etag)
  }

  test('from a function of the app is computed from the unencoded page', async () => {
    const etag = jest.fn((body) => Buffer.isBuffer(body) && body.toString() === text ? 'W/"of the page"' : '"of something else"')
    const hot = await serveHot({ etag })
    expect(await tagsOf(hot)).toEqual(Array(3).fill('W/"of the page"'))
    expect(etag.mock.calls.every(([body]) => body.equals(page().toBuffer()))).toBe(true)

    const holding = (tag, coding) => hot.ask({ headers: accepting(CLIENTS[coding], { 'if-none-match': tag }) })
    for (const coding of CODINGS) {
      expect((await holding('W/"of the page"', coding)).status).toBe(304)
      expect((await holding('"of something else"', coding)).status).toBe(200)
    }
  })

  // A strong one would say that the bytes are the same.
  test.each([
    { name: 'set by the app', app: (tag) => ({ prepare: set({ ETag: tag }) }) },
    { name: 'by a function', app: (tag) => ({ etag: () => tag }) }
  ])('$name is kept for the unencoded page, and weak for the encoded one', async ({ app }) => {
    expect(await tagsOf(await serveHot(app('"own"')))).toEqual(['"own"', 'W/"own"', 'W/"own"'])
    expect(await tagsOf(await serveHot(app('W/"own"')))).toEqual(['W/"own"', 'W/"own"', 'W/"own"'])
  })

  test('set by the app as an array of one is used', async () => {
    const { ask } = serve({ prepare: set({ ETag: ['"own"'] }) })
    expect((await ask({ headers: accepting('gzip') })).headers.etag).toBe('W/"own"')
  })
})

describe('a conditional request', () => {
  const spyOnAssembly = () => [Rendered, GzipMember].map(({ prototype }) => jest.spyOn(prototype, 'toBuffer'))

  const cases = [
    { name: 'the tag', header: (tag) => tag, status: 304 },
    { name: 'another tag', header: () => '"a"', status: 200 }
  ]

  describe.each(['weak', 'strong'])('with a %s tag', (etag) => {
    describe.each(CODINGS)('as %s', (coding) => {
      let hot, answer
      beforeAll(async () => {
        hot = await serveHot({ etag })
        answer = await hot.ask({ headers: accepting(CLIENTS[coding]) })
      })

      test.each(cases)('$name: $status', async ({ header, status }) => {
        const request = { headers: accepting(CLIENTS[coding], { 'if-none-match': header(answer.headers.etag) }) }
        const spies = spyOnAssembly()
        const got = await hot.ask(request)
        const { 'content-type': type, 'content-length': length, 'content-encoding': encoding, ...kept } = answer.headers
        expect(got).toEqual(status === 304 ? { status, headers: kept, body: Buffer.alloc(0) } : answer)
        expect(await hot.ask({ method: 'HEAD', ...request })).toEqual({ ...got, body: Buffer.alloc(0) })
        for (const spy of spies) expect(spy).not.toHaveBeenCalled()
      })

      test.each(cases.filter(({ status }) => status === 304))('$name, for a page that was never sent: nothing is assembled', async ({ header }) => {
        const { ask } = serve({ etag })
        // Brotli is not there yet, and a strong tag is that of gzip.
        const { headers: { etag: tag } } = await ask({ method: 'HEAD', headers: accepting(CLIENTS[coding]) })
        const spies = spyOnAssembly()
        for (const method of ['GET', 'HEAD']) {
          const { status, headers, body } = await ask({ method, headers: accepting(CLIENTS[coding], { 'if-none-match': header(tag) }) })
          expect({ status, headers, length: body.length }).toEqual({ status: 304, headers: { etag: tag, vary: 'Accept-Encoding' }, length: 0 })
        }
        for (const spy of spies) expect(spy).not.toHaveBeenCalled()
      })
    })
  })

  test('for a changed page assembles it once', async () => {
    const { ask } = serve()
    const [whole, spliced] = spyOnAssembly()
    const answer = await ask({ headers: accepting('gzip', { 'if-none-match': '"old"' }) })
    expect(textOf(answer)).toBe(text)
    expect(whole).not.toHaveBeenCalled()
    expect(spliced).toHaveBeenCalledTimes(1)
  })
})

describe('Vary', () => {
  const answersOf = async ({ ask }) => {
    const answers = []
    for (const header of [undefined, '', 'identity', 'gzip', 'br', '*;q=0']) {
      answers.push(await ask({ headers: accepting(header) }))
      answers.push(await ask({ method: 'HEAD', headers: accepting(header) }))
      answers.push(await ask({ headers: accepting(header, { 'if-none-match': '*' }) }))
    }
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 304]))
    return answers
  }
  const small = () => new Rendered(['<p>'])

  test.each([
    { name: 'is set where there is none', vary: 'Accept-Encoding' },
    { name: 'is added to', own: 'Cookie', vary: 'Cookie, Accept-Encoding' },
    { name: 'is added to a list', own: 'Cookie, Accept', vary: 'Cookie, Accept, Accept-Encoding' },
    { name: 'is added to several', own: ['Cookie', 'Accept'], vary: 'Cookie, Accept, Accept-Encoding' },
    { name: 'is added to once', own: 'accept-encoding, Cookie', vary: 'accept-encoding, Cookie' },
    { name: 'stays *', own: '*', vary: '*' },
    { name: "is set by compress 'static'", settings: { compress: 'static' }, vary: 'Accept-Encoding' },
    { name: 'is set for a page that gains nothing', settings: { threshold: 0 }, render: small, vary: 'Accept-Encoding' },
    { name: 'is not set below the threshold', render: small },
    { name: 'is not added to below the threshold', render: small, own: 'Cookie', vary: 'Cookie' },
    { name: 'is not set by compress false', settings: { compress: false } },
    { name: 'is not added to by compress false', settings: { compress: false }, own: 'Cookie', vary: 'Cookie' },
    { name: 'is not set where nothing may be transformed', others: { 'Cache-Control': 'no-transform' } },
    { name: 'is not set where the app has encoded', others: { 'Content-Encoding': 'x-own' } }
  ])('$name', async ({ own, others, settings, render, vary }) => {
    const prepare = set({ ...(own && { Vary: own }), ...others })
    for (const { headers } of await answersOf(serve({ settings, render, prepare }))) expect(headers.vary).toBe(vary)
  })
})

describe('the threshold', () => {
  test.each([
    { threshold: length - 1, encoded: true },
    { threshold: length, encoded: true },
    { threshold: length + 1, encoded: false },
    { threshold: 0, encoded: true }
  ].map((each) => ({ ...each, offset: each.threshold - length })))('$offset bytes from the page: encoded $encoded', async ({ threshold, encoded }) => {
    const { ask } = serve({ settings: { threshold } })
    const answer = await ask({ headers: accepting('gzip') })
    expect(answer.headers['content-encoding']).toBe(encoded ? 'gzip' : undefined)
    expect(answer.headers.vary).toBe(encoded ? 'Accept-Encoding' : undefined)
    expect(textOf(answer)).toBe(text)
  })

  test('counts bytes, not characters', async () => {
    const render = () => new Rendered(['世'.repeat(1000)])
    for (const [threshold, encoded] of [[3000, true], [3001, false]]) {
      const { headers } = await serve({ settings: { threshold }, render }).ask({ headers: accepting('gzip') })
      expect(headers['content-encoding'] === 'gzip').toBe(encoded)
    }
  })

  test('0 leaves an empty page empty', async () => {
    const { ask } = serve({ settings: { threshold: 0 }, render: () => new Rendered([]) })
    const { body, ...head } = await ask({ headers: accepting('gzip') })
    expect(head).toMatchObject({ status: 200, headers: { 'content-length': '0' } })
    expect(body).toHaveLength(0)
  })
})

test.each(CODINGS)('a page with a transfer encoding of the app gets no length, as %s', async (coding) => {
  const { ask } = await serveHot({ prepare: set({ 'Transfer-Encoding': 'chunked' }) })
  const answer = await ask({ headers: accepting(CLIENTS[coding]) })
  expect(answer.headers['transfer-encoding']).toBe('chunked')
  expect(answer.headers).not.toHaveProperty('content-length')
  expect(answer.headers['content-encoding'] ?? 'identity').toBe(coding)
  expect(textOf(answer)).toBe(text)
  const { status, body } = await ask({ headers: accepting(CLIENTS[coding], { 'if-none-match': '*' }) })
  expect([status, String(body)]).toEqual([304, ''])
})

describe('assembling', () => {
  test('does not happen for HEAD, if the length is known', async () => {
    const { memo, ask } = serve()
    const spy = jest.spyOn(Rendered.prototype, 'toBuffer')
    for (let i = 0; i < 3; i++) expect((await ask({ method: 'HEAD' })).headers['content-length']).toBe(String(length))
    expect(spy).not.toHaveBeenCalled()
    expect(memo.entries.stats().entries).toBe(0)
  })

  // The end of the turn may come between the two.
  test('does not change the response', () => {
    const responder = new Responder({ compress: true, threshold: 0, memo: new Memo(1e6) })
    return exchange((req, res) => {
      const exchanged = { req, res, etag: 'weak' }
      const representation = responder.represent(exchanged, page())
      expect(res.getHeaderNames()).toEqual([])
      new Rendered(['overwritten '.repeat(1000)]).toBuffer()
      res.end(responder.prepare(exchanged, representation)[0])
    }, { headers: accepting('gzip') }).then((answer) => expect(textOf(answer)).toBe(text))
  })
})
