'use strict'

const http = require('node:http')
const { pipeline } = require('node:stream/promises')
const zlib = require('node:zlib')
const { platforms } = require('../support/platforms')
const { serveShop } = require('../support/shop-server')
const shop = require('../support/shop')

/** Requests a page, and decodes the body while it is received. */
async function getByHttp (url, coding) {
  const res = await new Promise((resolve, reject) => {
    http.get(url, { agent: false, headers: { 'accept-encoding': coding } }, resolve).on('error', reject)
  })
  const decoder = { gzip: zlib.createGunzip, br: zlib.createBrotliDecompress }[res.headers['content-encoding']]?.()
  const pieces = []
  const collect = async (source) => { for await (const piece of source) pieces.push(piece) }
  await (decoder ? pipeline(res, decoder, collect) : pipeline(res, collect))
  return { coding: res.headers['content-encoding'], text: Buffer.concat(pieces).toString() }
}

describe.each(platforms)('$platform', (platform) => {
  describe.each(shop.waysOf(platform.platform))('$way', (way) => {
    let server
    beforeEach(async () => { server = await serveShop(platform, way) })
    afterEach(() => server.close())

    const stages = [
      { stage: 'at first', warm: () => {}, codings: { gzip: 'gzip', br: undefined, 'gzip, deflate, br': 'gzip', identity: undefined } },
      { stage: 'while hot', warm: () => server.heat(), codings: { gzip: 'gzip', br: 'br', 'gzip, deflate, br': 'br', identity: undefined } }
    ]

    test.each(stages)('fetch reads and revalidates the page, $stage', async ({ warm, codings }) => {
      await warm()
      for (const [accepted, coding] of Object.entries(codings)) {
        const headers = { 'accept-encoding': accepted }
        const response = await fetch(server.url, { headers })
        expect(response.headers.get('content-encoding')).toBe(coding ?? null)
        expect(await response.text()).toBe(server.page)

        // By default, fetch adds `no-cache` to a conditional request, which prevents a 304.
        const condition = { 'if-none-match': response.headers.get('etag'), 'cache-control': 'max-age=0' }
        const held = await fetch(server.url, { headers: { ...headers, ...condition } })
        expect(held.status).toBe(304)
        expect(await held.text()).toBe('')
      }
      // With the default header of fetch.
      expect(await (await fetch(server.url)).text()).toBe(server.page)
    })

    test.each(stages)('http and zlib read the page, $stage', async ({ warm, codings }) => {
      await warm()
      for (const [accepted, coding] of Object.entries(codings)) {
        expect(await getByHttp(server.url, accepted)).toEqual({ coding, text: server.page })
      }
    })
  })
})
