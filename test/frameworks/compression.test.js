'use strict'

const { textOf } = require('../support/decode')
const { platforms } = require('../support/platforms')
const shop = require('../support/shop')
const { heat, locals, shopApp } = require('../support/shop-server')

/** Headers of requests, and the coding of a page that was not seen before, and of one that is hot. */
const negotiations = [
  { header: undefined, cold: 'identity', hot: 'identity' },
  { header: 'gzip', cold: 'gzip', hot: 'gzip' },
  { header: 'gzip, deflate, br, zstd', cold: 'gzip', hot: 'br' },
  { header: 'br', cold: 'identity', hot: 'br' },
  { header: 'gzip;q=0', cold: 'identity', hot: 'identity' },
  { header: 'identity;q=0, *', cold: 'gzip', hot: 'br' },
  // Nothing that we have is acceptable: RFC 9110 leaves it open, and the page is readable.
  { header: 'identity;q=0', cold: 'identity', hot: 'identity' }
].map((each) => ({ ...each, name: each.header === undefined ? 'no header' : `"${each.header}"` }))

const accepting = (header, others) => ({ ...(header !== undefined && { 'accept-encoding': header }), ...others })
const headerOf = (coding) => coding === 'identity' ? undefined : coding

describe.each(platforms)('$platform', (platform) => {
  describe.each(shop.ways)('$way', ({ send, textOf: expectedOf }) => {
    let expected
    beforeAll(async () => { expected = await expectedOf(locals) })

    describe('negotiates the coding', () => {
      const cold = shopApp(platform, send, { memo: false })
      const hot = shopApp(platform, send)
      beforeAll(() => heat(hot.ask))

      describe.each([{ temperature: 'cold', app: cold }, { temperature: 'hot', app: hot }])('while $temperature', ({ temperature, app: { ask } }) => {
        test.each(negotiations)('$name', async ({ header, [temperature]: coding }) => {
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
    })
  })

  test('clear() empties the memo', async () => {
    const { ask, renderer } = shopApp(platform, shop.ways[0].send)
    await heat(ask)
    renderer.clear()
    expect(renderer.stats().memo).toMatchObject({ entries: 0, bytes: 0 })
    const { headers } = await ask({ headers: accepting('gzip, br') })
    expect(headers['content-encoding']).toBe('gzip')
  })
})
