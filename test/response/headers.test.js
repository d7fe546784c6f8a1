'use strict'

const { ServerResponse } = require('node:http')
const vary = require('vary')
const { html } = require('../..')
const { addVary } = require('../../lib/util/add-vary')
const { entityTag } = require('../../lib/response/entity-tag')
const { Responder } = require('../../lib/response/respond')
const { exchange } = require('../support/exchange')
const { literal } = require('../support/literal')

const text = `<p>Zoë</p>${'static text, '.repeat(100)}`
const page = () => html(literal(['<p>', text.slice(6)]), 'Zoë')
const length = String(Buffer.byteLength(text))
const type = 'text/html; charset=utf-8'
const plain = { 'content-type': type, 'content-length': length }
const modified = 'Tue, 01 Jul 2025 00:00:00 GMT'
const before = 'Mon, 30 Jun 2025 00:00:00 GMT'

/** What is tested here is the same for a page that is not encoded. */
const responder = new Responder({ compress: false, threshold: 1024 })

/** Sends the page with `validation`, after `prepare` has set up the response. */
const ask = (request, { prepare = () => {}, validation = { etag: false } } = {}) => exchange((req, res) => {
  prepare(res)
  responder.respond({ req, res, ...validation }, page())
}, request)

const set = (headers) => (res) => { for (const [name, value] of Object.entries(headers)) res.setHeader(name, value) }
const status = (code) => (res) => { res.statusCode = code }
const tagged = (tag) => set({ ETag: tag })
const holding = (tag, others) => ({ headers: { 'if-none-match': tag, ...others } })

describe('a page', () => {
  test.each([
    { name: 'with nothing set', headers: plain },
    { name: 'with a type', prepare: set({ 'Content-Type': 'application/xhtml+xml' }), headers: { ...plain, 'content-type': 'application/xhtml+xml' } },
    { name: 'with a length that is wrong', prepare: set({ 'Content-Length': 3 }), headers: plain },
    { name: 'with a transfer encoding', prepare: set({ 'Transfer-Encoding': 'chunked' }), headers: { 'content-type': type, 'transfer-encoding': 'chunked' } },
    { name: 'with an entity tag', prepare: tagged('"mine"'), validation: { etag: 'weak' }, headers: { ...plain, etag: '"mine"' } },
    { name: 'with an entity tag of a function', validation: { etag: () => '"made"' }, headers: { ...plain, etag: '"made"' } },
    { name: 'with an entity tag of a function that gives an empty one', validation: { etag: () => '' }, headers: plain },
    { name: 'with an entity tag of a function that gives nothing', validation: { etag: () => undefined }, headers: plain },
    { name: 'with an entity tag of a function of its bytes', validation: { etag: (body) => `"${Buffer.isBuffer(body)} ${body.equals(Buffer.from(text))}"` }, headers: { ...plain, etag: '"true true"' } },
    { name: 'with a weak entity tag', validation: { etag: 'weak' }, headers: { ...plain, etag: entityTag(page(), 'weak') } },
    { name: 'with a strong entity tag', validation: { etag: 'strong' }, headers: { ...plain, etag: entityTag(page(), 'strong') } },
    { name: 'with other headers', prepare: set({ 'X-Own': '1', Vary: 'Cookie' }), headers: { ...plain, 'x-own': '1', vary: 'Cookie' } },
    ...[201, 301, 404, 500].map((code) => ({ name: `with status ${code}`, prepare: status(code), status: code, headers: plain }))
  ])('$name', async ({ prepare, validation, status = 200, headers }) => {
    const got = await ask({}, { prepare, validation })
    expect(got).toEqual({ status, headers, body: Buffer.from(text) })
    expect(await ask({ method: 'POST' }, { prepare, validation })).toEqual(got)
    expect(await ask({ method: 'HEAD' }, { prepare, validation })).toEqual({ ...got, body: Buffer.alloc(0) })
  })

  test.each([
    { code: 204, headers: { 'x-own': '1' } },
    { code: 304, headers: { 'x-own': '1' } },
    { code: 205, headers: { 'x-own': '1', 'content-type': type, 'content-length': '0' } }
  ])('with status $code has no body', async ({ code, headers }) => {
    for (const own of [{}, { 'Content-Type': type, 'Content-Length': 3 }, { 'Content-Type': type, 'Transfer-Encoding': 'chunked' }]) {
      const answer = await ask({}, { prepare: (res) => { status(code)(res); set({ 'X-Own': '1', ...own })(res) } })
      expect(answer).toEqual({ status: code, headers, body: Buffer.alloc(0) })
    }
  })
})

test.each([
  { prepare: () => {}, left: undefined },
  { prepare: tagged('"mine"'), left: '"mine"' }
])('a page whose body cannot be made leaves the entity tag $left', async ({ prepare, left }) => {
  let thrown
  let tag
  await exchange((req, res) => {
    prepare(res)
    try {
      const exchanged = { req, res, etag: 'weak' }
      const representation = responder.represent(exchanged, page())
      jest.spyOn(representation.rendered, 'toBuffer').mockImplementation(() => { throw new RangeError('no memory') })
      responder.prepare(exchanged, representation)
    } catch (error) {
      thrown = error.message
      tag = res.getHeader('ETag')
    }
    res.end()
  })
  expect({ thrown, tag }).toEqual({ thrown: 'no memory', tag: left })
})

describe('a page that the client already has', () => {
  const cases = [
    { name: 'the same tag', tag: '"a"', request: holding('"a"'), fresh: true },
    { name: 'one of many tags', tag: '"a"', request: holding('"b", W/"a" ,"c"'), fresh: true },
    { name: 'any tag', tag: '"a"', request: holding('*'), fresh: true },
    { name: 'another tag', tag: '"a"', request: holding('"b"'), fresh: false },
    { name: 'the same tag, to be checked', tag: '"a"', request: holding('"a"', { 'cache-control': 'no-cache' }), fresh: false },
    { name: 'the same tag and another date', tag: '"a"', modified, request: holding('"a"', { 'if-modified-since': before }), fresh: true },
    { name: 'the same date', modified, request: { headers: { 'if-modified-since': modified } }, fresh: true },
    { name: 'the same date and another tag', tag: '"a"', modified, request: holding('"b"', { 'if-modified-since': modified }), fresh: false },
    { name: 'the same tag, of HEAD', tag: '"a"', request: { method: 'HEAD', ...holding('"a"') }, fresh: true },
    { name: 'the same tag, of POST', tag: '"a"', request: { method: 'POST', ...holding('"a"') }, fresh: false },
    ...[201, 299].map((code) => ({ name: `the same tag, with status ${code}`, code, tag: '"a"', request: holding('"a"'), fresh: true })),
    ...[300, 301, 404, 500].map((code) => ({ name: `the same tag, with status ${code}`, code, tag: '"a"', request: holding('"a"'), fresh: false })),
    { name: 'nothing', tag: '"a"', modified, request: {}, fresh: false }
  ]

  test.each(cases)('$name: $fresh', async ({ code = 200, tag, modified, request, fresh }) => {
    const validators = { ...(tag && { ETag: tag }), ...(modified && { 'Last-Modified': modified }) }
    const answer = await ask(request, { prepare: (res) => { status(code)(res); set({ 'Cache-Control': 'private', ...validators })(res) } })
    const kept = { 'cache-control': 'private', ...(tag && { etag: tag }), ...(modified && { 'last-modified': modified }) }
    const body = request.method === 'HEAD' ? '' : text
    expect({ ...answer, body: answer.body.toString() }).toEqual(fresh
      ? { status: 304, headers: kept, body: '' }
      : { status: code, headers: { ...kept, ...plain }, body })
  })

  test('is determined by the freshness test of the framework, if there is one', async () => {
    const saying = (fresh) => ({ validation: { etag: false, request: { fresh } }, prepare: tagged('"a"') })
    expect((await ask(holding('"b"'), saying(true))).status).toBe(304)
    expect((await ask(holding('"a"'), saying(false))).status).toBe(200)
  })

  test('is asked of the framework once, for every request: an app may look for headers of its own', async () => {
    const isFresh = jest.fn(() => true)
    expect((await ask({}, { validation: { etag: false, request: { get fresh () { return isFresh() } } } })).status).toBe(304)
    expect(isFresh).toHaveBeenCalledTimes(1)
  })

  test.each([false, true, 'static'])('is recognized without assembling it, compress %p', async (compress) => {
    const assembled = page()
    assembled.toBuffer = jest.fn()
    const responder = new Responder({ compress, threshold: 0 })
    const request = holding('*', { 'accept-encoding': 'gzip' })
    const { status } = await exchange((req, res) => responder.respond({ req, res, etag: 'weak' }, assembled), request)
    expect(status).toBe(304)
    expect(assembled.toBuffer).not.toHaveBeenCalled()
  })
})

describe('the names of Vary are added as by the package vary', () => {
  const added = (add, header, names) => {
    const res = new ServerResponse({ method: 'GET' })
    if (header !== undefined) res.setHeader('Vary', header)
    add(res, names)
    return res.getHeader('Vary')
  }

  test.each([
    [undefined], [''], ['Cookie'], ['Cookie, Accept'], ['cookie ,ACCEPT-encoding'], ['accept-encoding'], ['Accept-Encoding, Available-Dictionary'],
    [['Cookie', 'Accept']], [['Cookie, Origin', 'available-dictionary']], [[]], ['*'], ['Accept, *'], [['Accept', '*']]
  ])('to %j', (header) => {
    for (const names of ['Accept-Encoding', 'Accept-Encoding, Available-Dictionary']) {
      expect(added(addVary, header, names)).toBe(added(vary, header, names))
    }
  })
})
