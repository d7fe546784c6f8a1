'use strict'

const { createHash } = require('node:crypto')
const { brotliDecompressSync, gunzipSync } = require('node:zlib')
const compression = require('compression')
const { askUntil } = require('../support/ask-until')
const { exchange } = require('../support/exchange')
const { platforms } = require('../support/platforms')
const { serveHttp2 } = require('../support/serve-http2')
const shop = require('../support/shop')
const { describeUnzstd } = require('../support/unzstd')

const locals = shop.localsOf('<Zoë> & 世界')
const base = { views: shop.views, extension: 'ejs', cache: true, dictionary: { views: ['products'] } }

/** What Chromium sends with a navigation, before and after it has a dictionary. */
const NAVIGATION = { 'sec-fetch-dest': 'document', 'accept-encoding': 'gzip, deflate, br, zstd' }
const availableOf = (dictionary) => ({ 'available-dictionary': `:${createHash('sha256').update(dictionary).digest('base64')}:` })
const withDictionary = (dictionary, more) => ({ ...NAVIGATION, 'accept-encoding': 'gzip, deflate, br, zstd, dcb, dcz', ...availableOf(dictionary), ...more })

describeUnzstd('with a dictionary', (decode) => {
  describe.each(platforms)('$platform', ({ platform, serve }) => {
    /** An app that sends one page and, as createRenderer is used, its dictionary. */
    const appOf = (options, prepare = () => {}) => {
      const { listener, renderer } = serve({ ...base, ...options }, (exchange) => {
        if (platform === 'node:http' && renderer.sendDictionary(exchange.req, exchange.res)) return
        prepare(exchange)
        return exchange.render('products', exchange.req.headers['x-user'] ? shop.localsOf(exchange.req.headers['x-user']) : locals)
      })
      const ask = (headers, request) => exchange(listener, { headers, ...request })
      /** Asks as a browser does, until it gets a link; then gets the dictionary. */
      const dictionary = async () => {
        const { headers: { link } } = await askUntil(() => ask(NAVIGATION), ({ headers }) => headers.link !== undefined)
        const [, path] = /^<(.*)>; rel="compression-dictionary"$/.exec(link)
        const answer = await ask({}, { path })
        return { ...answer, path }
      }
      return { ask, dictionary, renderer }
    }

    /** An app whose dictionary was fetched: with its bytes and path. */
    const knownApp = async (options, prepare) => {
      const { ask, dictionary, renderer } = appOf(options, prepare)
      const { body: bytes, path } = await dictionary()
      return { ask, renderer, bytes, path }
    }

    let expected
    beforeAll(async () => { expected = await shop.ways[0].textOf(locals) })

    test('a page is linked to the dictionary, and then sent with it', async () => {
      const { ask, dictionary, renderer } = appOf()
      const { body: bytes, headers, path, status } = await dictionary()
      expect(status).toBe(200)
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'application/octet-stream',
        'use-as-dictionary': 'match="/*", match-dest=("document" "iframe" "frame" "")'
      })
      expect(path).toBe(`/buffered-render/${createHash('sha256').update(bytes).digest('base64url')}.dict`)

      const { headers: answer, body } = await ask(withDictionary(bytes))
      expect(answer).toMatchObject({ 'content-encoding': 'dcz', 'cache-control': 'private', vary: 'Accept-Encoding, Available-Dictionary' })
      expect(answer.link).toBeUndefined()
      expect(answer['content-length']).toBe(String(body.length))
      expect(decode(body, bytes).toString()).toBe(expected)

      const { body: asGzip } = await ask(NAVIGATION)
      expect(body.length).toBeLessThan(asGzip.length / 2)
      expect(renderer.stats().dictionary).toEqual({
        bytes: bytes.length, texts: expect.any(Number), pages: 1, savedBytes: Buffer.byteLength(expected) - body.length, links: 2, fetches: 1, failedFetches: 0
      })
    })

    /** What the same app does without the option. */
    const plainOf = (options, prepare) => appOf({ ...options, dictionary: undefined }, prepare)

    test.each([
      ['a hash of another length', ':YWJj:'],
      ['no byte sequence', 'YWJj'],
      ['a list', ':47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:, :47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:'],
      ['an empty text', '']
    ])('an Available-Dictionary is ignored that is %s', async (_, value) => {
      const { ask, path } = await knownApp()
      const { headers, body } = await ask({ ...withDictionary(''), 'available-dictionary': value })
      expect(headers).toMatchObject({ 'content-encoding': 'gzip', link: `<${path}>; rel="compression-dictionary"` })
      expect(gunzipSync(body).toString()).toBe(expected)
    })

    test('a client with another dictionary gets gzip, and a link by another URL', async () => {
      const { ask, bytes, path, renderer } = await knownApp()
      const { headers } = await ask(withDictionary('of another deploy'))
      const after = createHash('sha256').update('of another deploy').digest('base64url')
      expect(headers).toMatchObject({ 'content-encoding': 'gzip', link: `<${path}?after=${after}>; rel="compression-dictionary"` })
      expect((await ask({}, { path: `${path}?after=${after}` })).body).toEqual(bytes)

      const { status, body } = await ask({}, { path: `/buffered-render/${after}.dict` })
      expect([status, body.length]).toEqual([404, 0])
      expect(renderer.stats().dictionary).toMatchObject({ fetches: 2, failedFetches: 1 })
    })

    test.each([
      ['does not accept dcz', { 'accept-encoding': 'gzip, dcz;q=0' }],
      ['has a page that disables compression', { 'x-no-compression': '1' }]
    ])('a client with the dictionary that %s gets the page as without the option', async (_, more) => {
      const { ask, bytes } = await knownApp()
      const headers = { ...withDictionary(bytes), ...more }
      const { vary, ...answer } = (await ask(headers)).headers
      const { vary: others, ...plain } = (await plainOf().ask(headers)).headers
      expect(answer).toEqual(plain)
    })

    test.each([
      ['write', ({ res }) => { const { write } = res; res.write = (chunk, ...rest) => write.call(res, chunk, ...rest) }],
      ['end', ({ res }) => { const { end } = res; res.end = (chunk, ...rest) => end.call(res, chunk, ...rest) }],
      ['status 206', ({ status }) => status(206)]
    ])('a response with a %s of its own is as without the option', async (_, change) => {
      const { ask, bytes } = await knownApp({}, (exchange) => { if (exchange.req.headers['sec-fetch-user']) change(exchange) })
      const headers = withDictionary(bytes, { 'sec-fetch-user': '?1' })
      expect(await ask(headers)).toEqual(await plainOf({}, change).ask(headers))
    })

    test('ranges are ignored, as without the option', async () => {
      const { ask, bytes } = await knownApp()
      const { status, headers, body } = await ask(withDictionary(bytes, { range: 'bytes=0-9' }))
      expect([status, headers['content-encoding'], decode(body, bytes).toString()]).toEqual([200, 'dcz', expected])
    })

    test('only navigations of clients that accept zstd get a link', async () => {
      const { ask } = await knownApp()
      for (const headers of [{ ...NAVIGATION, 'sec-fetch-dest': 'empty' }, { ...NAVIGATION, 'accept-encoding': 'gzip, br' }, { ...NAVIGATION, 'accept-encoding': 'gzip, zstd;q=0' }]) {
        expect((await ask(headers)).headers).not.toHaveProperty('link')
      }
      for (const dest of ['iframe', 'frame']) expect((await ask({ ...NAVIGATION, 'sec-fetch-dest': dest })).headers).toHaveProperty('link')
    })

    test('HEAD has the headers of GET', async () => {
      const { ask, bytes, path } = await knownApp()
      const { headers } = await ask(withDictionary(bytes))
      expect(await ask(withDictionary(bytes), { method: 'HEAD' })).toEqual({ status: 200, headers, body: Buffer.alloc(0) })

      const { headers: own } = await ask({ 'accept-encoding': 'br' }, { path })
      expect(await ask({ 'accept-encoding': 'br' }, { path, method: 'HEAD' })).toEqual({ status: 200, headers: own, body: Buffer.alloc(0) })
    })

    test.each([
      ['write', (res) => { const { write } = res; res.write = (...args) => write.apply(res, args) }],
      ['compression', (res, req) => compression({ threshold: 0 })(req, res, () => {})]
    ])('a replaced write, reason %s, keeps pages from the dictionary, which a warning says once', async (reason, replace) => {
      const emitWarning = jest.spyOn(process, 'emitWarning').mockImplementation(() => {})
      const { ask, renderer } = appOf({}, ({ req, res }) => replace(res, req))
      for (let i = 0; i < 2; i++) expect((await ask(NAVIGATION)).headers['content-encoding']).not.toBe('dcz')
      expect(renderer.stats().unencoded).toEqual({ [reason]: 2 })
      expect(emitWarning.mock.calls).toEqual([[expect.stringContaining('set the option "compress" to true'), { code: 'BUFFERED_RENDER_DICTIONARY' }]])
    })

    test('the dictionary is compressed like an asset', async () => {
      const { ask, bytes, path } = await knownApp()
      const decoded = { br: brotliDecompressSync, gzip: gunzipSync }
      for (const coding of ['br', 'gzip']) {
        const { headers, body } = await ask({ ...withDictionary(bytes), 'accept-encoding': `${coding}, dcz` }, { path })
        expect(headers).toMatchObject({ 'content-encoding': coding, vary: 'Accept-Encoding' })
        expect(decoded[coding](body)).toEqual(bytes)
      }
    })

    test('other requests below the path go to the app', async () => {
      const { ask, path } = await knownApp()
      for (const request of [{ path, method: 'POST' }, { path: '/buffered-render/' }, { path: '/buffered-render/app.dict' }, { path: `/app${path}` }]) {
        expect((await ask({}, request)).body.toString()).toBe(expected)
      }
    })

    test('a client that has the page gets a 304, whichever dictionary it had', async () => {
      const { ask, bytes } = await knownApp()
      const { headers: { etag } } = await ask(withDictionary(bytes))
      expect(etag).toMatch(/^W\//)
      for (const headers of [withDictionary(bytes), withDictionary('another'), NAVIGATION]) {
        expect(await ask({ ...headers, 'if-none-match': etag })).toMatchObject({ status: 304, headers: { etag } })
      }
    })

    test('strong validators name the coding and the dictionary', async () => {
      const { ask, bytes } = await knownApp({ etag: 'strong' })
      const { headers: { etag } } = await ask(withDictionary(bytes))
      const { headers: { etag: ofGzip } } = await ask(NAVIGATION)
      expect(etag).toBe(ofGzip.replace('-gzip', `-dcz-${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}`))
      expect((await ask(withDictionary(bytes, { 'if-none-match': etag }))).status).toBe(304)
      expect((await ask(withDictionary(bytes, { 'if-none-match': ofGzip }))).status).toBe(200)
    })

    test('the memo keeps pages with a dictionary beside other codings', async () => {
      const { ask, bytes, renderer } = await knownApp()
      const answers = []
      for (let i = 0; i < 4; i++) answers.push(await ask(withDictionary(bytes)), await ask({ 'accept-encoding': 'gzip' }))
      expect(renderer.stats().memo.hits).toBeGreaterThan(3)
      expect(new Set(answers.map(({ headers, body }) => `${headers['content-encoding']} ${body.toString('hex')}`)).size).toBe(2)
      expect(decode(answers.at(-2).body, bytes).toString()).toBe(expected)
    })

    test("with compress: 'static', the length does not depend on the letters of dynamic text", async () => {
      const { ask, bytes } = await knownApp({ compress: 'static' })
      const users = ['secretsecret', 'abcdefghijkl', 'aaaaaaaaaaaa', locals.teas[0].origin.padEnd(12, '-')]
      const answers = await Promise.all(users.map((user) => ask(withDictionary(bytes, { 'x-user': user }))))
      expect(new Set(answers.map(({ headers }) => headers['content-encoding']))).toEqual(new Set(['dcz']))
      expect(decode(answers[0].body, bytes).toString()).toContain(users[0])
      expect(new Set(answers.map(({ body }) => body.length)).size).toBe(1)
    })

    test('without compression, nothing is offered', async () => {
      const { ask } = appOf({ compress: false })
      for (let i = 0; i < 3; i++) expect(Object.keys((await ask(NAVIGATION)).headers)).toEqual(Object.keys((await plainOf({ compress: false }).ask(NAVIGATION)).headers))
    })
  })

  test('pages by HTTP/2 are sent with it', async () => {
    const { listener } = platforms.find(({ platform }) => platform === 'node:http').serve({ ...base, app: undefined }, (exchange) => exchange.render('products', locals))
    const ask = await serveHttp2(listener)
    const get = async (headers) => ({ headers: await new Promise((resolve) => ask({ ':path': '/', ...headers }).resume().on('response', resolve)) })
    const { headers: { link } } = await askUntil(() => get(NAVIGATION), ({ headers }) => headers.link !== undefined)
    expect(link).toMatch(/^<\/buffered-render\//)
  })
})
