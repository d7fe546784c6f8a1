'use strict'

const zlib = require('node:zlib')
const bench = require('../../bench/verify')
const { listen } = require('../support/listen')

const HTML = { 'Content-Type': 'text/html; charset=utf-8' }
const GZIP = { ...HTML, 'Content-Encoding': 'gzip' }

const serve = async (listener) => (await listen(listener)).port

/** Serves a body, which may depend on the path. */
function send (body, { status = 200, headers = HTML } = {}) {
  return serve((req, res) => res.writeHead(status, headers).end(typeof body === 'function' ? body(req) : body))
}

const verify = (page, ports, { isCoded = true } = {}) => bench.verify(page, ports, { isCoded })

const OURS = 'buffered-render'
const createPage = (page) => ({ headers: {}, variants: ['express', OURS], baseline: 'express', ours: OURS, ...page })

const identity = createPage()
const gzip = createPage({ headers: { 'Accept-Encoding': 'gzip' } })
const rotation = createPage({ pages: 3 })

test('returns the length of the common page', async () => {
  const ports = { express: await send('<p>是</p>'), [OURS]: await send('<p>是</p>') }
  expect(await verify(identity, ports)).toMatchObject({ page: 10, wire: 10 })
})

test('returns the length on the wire and with zlib', async () => {
  const text = '<p>yes</p>'.repeat(100)
  const best = zlib.gzipSync(text, { level: 6 })
  const stored = zlib.gzipSync(text, { level: 0 })
  const ports = { express: await send(best, { headers: GZIP }), [OURS]: await send(stored, { headers: GZIP }) }
  expect(await verify(gzip, ports)).toEqual({
    page: 1000, wire: stored.length, zlib: best.length, wires: { express: best.length, [OURS]: stored.length }
  })
})

test.each([
  ['another byte', '<p>no</p>', {}, 'buffered-render differs from express in page 7: the body differs at byte 3'],
  ['a body cut short', '<p>ye', {}, 'buffered-render differs from express in page 7: the body differs at byte 5'],
  ['another type', '<p>yes</p>', { headers: { 'Content-Type': 'text/plain' } }, 'contentType is text/plain, not text/html; charset=utf-8'],
  ['another status', '<p>yes</p>', { status: 500 }, 'buffered-render differs from express in page 7: status is 500, not 200'],
  ['a coding not asked for', zlib.gzipSync('<p>yes</p>'), { headers: GZIP }, 'buffered-render answers page 7 in gzip, not in identity'],
  ['an unknown coding', '<p>yes</p>', { headers: { ...HTML, 'Content-Encoding': 'rot13' } }, "buffered-render sends a body that cannot be decoded: unknown content coding 'rot13'"],
  ['a body that is not in its coding', '<p>yes</p>', { headers: GZIP }, 'buffered-render sends a body that cannot be decoded: incorrect header check'],
  ['bytes after its coding', Buffer.concat([zlib.brotliCompressSync('<p>yes</p>'), Buffer.from('more')]), { headers: { ...HTML, 'Content-Encoding': 'br' } }, 'buffered-render sends a body that cannot be decoded: 4 bytes follow the end of the br data']
])('%s is an error with the variant and the difference', async (_, body, response, message) => {
  const ports = { express: await send('<p>yes</p>'), [OURS]: await send(body, response) }
  await expect(verify(identity, ports)).rejects.toThrow(message)
})

test.each([
  ['ours', 'gzip', 'identity', 'buffered-render answers page 7 in identity, not in gzip'],
  ['the baseline', 'identity', 'gzip', 'express answers page 7 in identity, not in gzip']
])('the requested coding is required of %s', async (_, baseline, ours, message) => {
  const answer = (coding) => coding === 'gzip' ? send(zlib.gzipSync('<p>yes</p>'), { headers: GZIP }) : send('<p>yes</p>')
  const ports = { express: await answer(baseline), [OURS]: await answer(ours) }
  await expect(verify(gzip, ports)).rejects.toThrow(message)
  expect(await verify(gzip, ports, { isCoded: false })).toMatchObject({ page: 10 })
})

test('a variant may answer in any of the requested codings', async () => {
  const page = createPage({ headers: { 'Accept-Encoding': 'gzip, deflate, br' } })
  const ports = (coding) => ({ express: brotli, [OURS]: coding })
  const brotli = await send(zlib.brotliCompressSync('<p>yes</p>'), { headers: { ...HTML, 'Content-Encoding': 'br' } })
  expect(await verify(page, ports(await send(zlib.gzipSync('<p>yes</p>'), { headers: GZIP })))).toMatchObject({ page: 10 })
  await expect(verify(page, ports(await send('<p>yes</p>')))).rejects.toThrow('buffered-render answers page 7 in identity, not in gzip, deflate, br')
})

test('every page of a rotation is compared', async () => {
  const ports = { express: await send(({ url }) => url), [OURS]: await send(({ url }) => url === '/2' ? '/x' : url) }
  await expect(verify(rotation, ports)).rejects.toThrow('buffered-render differs from express in page 2: the body differs at byte 1')
})

test('every variant is compared', async () => {
  const page = createPage({ variants: ['express', OURS, 'prebuilt'] })
  const ports = { express: await send('a'), [OURS]: await send('a'), prebuilt: await send('b') }
  await expect(verify(page, ports)).rejects.toThrow('prebuilt differs from express')
})

describe('a variant of another language', () => {
  const page = createPage({ variants: ['express', OURS, 'http-ghtml'] })
  const served = async (body, headers) => ({ express: await send('<p>&#39;'), [OURS]: await send('<p>&#39;'), 'http-ghtml': await send(body, headers) })

  test.each([
    ['use other character references', undefined],
    ['write the charset in another case', { headers: { 'Content-Type': 'text/html; charset=UTF-8' } }]
  ])('may %s', async (_, headers) => {
    expect(await verify(page, await served('<p>\'', headers))).toMatchObject({ page: 8 })
  })

  test('must send the same page', async () => {
    await expect(verify(page, await served('<p>"'))).rejects.toThrow('http-ghtml differs from express in page 7: the body differs at byte 3')
  })
})

test('an error page is an error, even if all variants agree on it', async () => {
  const ports = { express: await send('oops', { status: 500 }), [OURS]: await send('oops', { status: 500 }) }
  await expect(verify(identity, ports)).rejects.toThrow('express answers 500')
})
