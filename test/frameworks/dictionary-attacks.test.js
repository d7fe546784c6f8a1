'use strict'

const { AsyncLocalStorage } = require('node:async_hooks')
const { createHash } = require('node:crypto')
const bufferedRender = require('../..')
const { askUntil } = require('../support/ask-until')
const { exchange } = require('../support/exchange')
const { everyExpress, everyKoa } = require('../support/frameworks')
const { afterNext } = require('../support/koa-app')
const { platforms } = require('../support/platforms')
const { prose } = require('../support/prose')

const { createRenderer, html } = bufferedRender

const page = (name) => html`<!doctype html><title>Tea</title><h1>Tea</h1><p>This is a page with static text around a name, long enough to be a fragment of its own:
  green tea, black tea, white tea, yellow tea, oolong, pu-erh, matcha, sencha, gyokuro, genmaicha, hojicha, Assam, Darjeeling, Ceylon, Earl Grey, Lapsang Souchong, jasmine,
  mint, chamomile, rooibos, mate, lemon balm, fennel, aniseed, rose hip, hibiscus, nettle, sage, thyme, ginger, liquorice, verbena and elder</p><p>${name}</p>`
const dictionary = { pages: [() => page('')] }
const NAVIGATION = { 'sec-fetch-dest': 'document', 'accept-encoding': 'gzip, deflate, br, zstd' }
const withDictionary = (bytes, more) => ({ ...NAVIGATION, 'accept-encoding': 'gzip, zstd, dcz', 'available-dictionary': `:${createHash('sha256').update(bytes).digest('base64')}:`, ...more })
const pathOf = ({ dictionary: { name } }) => `/buffered-render/${name}.dict`

/** An app with its dictionary made. @returns {Promise<{ ask: Function, listener: Function, renderer: object, bytes: Buffer }>} */
async function readyApp ({ platform, serve } = platforms.at(-1), handle = ({ send }) => send(page('Zoë')), options = {}) {
  const { listener, renderer } = serve({ threshold: 0, dictionary, ...options }, (exchange) => {
    if (platform === 'node:http' && renderer.sendDictionary(exchange.req, exchange.res)) return
    return handle(exchange)
  })
  await renderer.dictionary.make()
  const ask = (headers) => exchange(listener, { headers })
  return { ask, listener, renderer, bytes: renderer.dictionary.dictionary.bytes }
}

describe.each(platforms)('$platform', (platform) => {
  test.each([
    ['private', { 'CDN-Cache-Control': 'max-age=60' }, 'gzip'],
    ['no-store', { 'Surrogate-Control': 'max-age=60' }, 'gzip'],
    ['private', { 'Cloudflare-CDN-Cache-Control': 'max-age=60' }, 'gzip'],
    ['private', { 'X-Accel-Expires': '60' }, 'gzip'],
    [undefined, { 'X-Accel-Expires': '60' }, 'gzip'],
    ['private', { 'Edge-Control': '!no-store, max-age=60' }, 'gzip'],
    ['no-store', { 'Surrogate-Control': 'no-store' }, 'dcz'],
    ['private', { Expires: new Date(1e13).toUTCString() }, 'dcz'],
    ['max-age=60, no-cache="a, private, b"', {}, 'gzip'],
    ['must-understand, no-store, max-age=60', {}, 'gzip'],
    ['public, max-age=60', { 'CDN-Cache-Control': 'no-store' }, 'gzip'],
    [['max-age=60', 'private'], {}, 'dcz'],
    ['', {}, 'gzip'],
    [undefined, {}, 'dcz'],
    ['private', {}, 'dcz'],
    ['max-age=60, PRIVATE', {}, 'dcz'],
    ['no-store', {}, 'dcz'],
    ['no-cache', {}, 'gzip'],
    ['max-age=60', {}, 'gzip'],
    ['public', {}, 'gzip'],
    ['private="set-cookie", s-maxage=60', {}, 'gzip'],
    ['no-transform, private', {}, undefined],
    [undefined, { Expires: new Date(1e13).toUTCString() }, 'gzip'],
    [undefined, { 'CDN-Cache-Control': 'max-age=60' }, 'gzip'],
    [undefined, { 'Surrogate-Control': 'max-age=60' }, 'gzip']
  ])('no shared cache may keep a page for one dictionary: Cache-Control %s, %j', async (cacheControl, others, coding) => {
    const { ask, bytes } = await readyApp(platform, ({ res, send }) => {
      if (cacheControl !== undefined) res.setHeader('Cache-Control', cacheControl)
      for (const [name, value] of Object.entries(others)) res.setHeader(name, value)
      return send(page('Zoë'))
    })
    const { headers } = await ask(withDictionary(bytes))
    const sent = coding === 'dcz' ? cacheControl ?? 'private' : cacheControl
    expect([headers['content-encoding'], headers['cache-control']]).toEqual([coding, Array.isArray(sent) ? sent.join(', ') : sent])
    if (coding !== undefined) expect(headers.vary).toBe(coding === 'dcz' ? 'Accept-Encoding, Available-Dictionary' : 'Accept-Encoding')
  })

  test.each([['Origin', 'Origin, Accept-Encoding'], ['accept-encoding', 'accept-encoding']])('the dictionary keeps Vary: %s, which CORS needs', async (present, vary) => {
    const { listener, renderer } = await readyApp(platform)
    const answer = await exchange((req, res) => {
      res.setHeader('Vary', present)
      return listener(req, res)
    }, { path: pathOf(renderer) })
    expect(answer).toMatchObject({ status: 200, headers: { vary } })
  })

  test('properties of Object.prototype offer nothing', async () => {
    const { ask, bytes } = await readyApp(platform)
    const answers = () => Promise.all([withDictionary(bytes), { 'accept-encoding': 'gzip' }].map(ask))
    const expected = await answers()
    Object.assign(Object.prototype, { link: 'x', frameOf: () => { throw new Error('polluted') }, offer: { link: 'y' }, counts: {} })
    try {
      expect(await answers()).toEqual(expected)
    } finally {
      for (const name of ['link', 'frameOf', 'offer', 'counts']) delete Object.prototype[name]
    }
  })
})

test('a response that others have sent before the dictionary is compressed is left alone', async () => {
  const renderer = createRenderer({ dictionary })
  let answered
  const { body, status } = await exchange((req, res) => {
    answered = renderer.dictionary.answer(req, res)
    res.writeHead(503).end('too late')
  }, { path: `/buffered-render/${'a'.repeat(43)}.dict` })
  expect([status, String(body)]).toEqual([503, 'too late'])
  await expect(answered).resolves.toBeUndefined()
})

test('pages are not made in the async context of a request', async () => {
  const users = new AsyncLocalStorage()
  const secret = html`<nav>Secret text of administrators, which other users must not see, and which is long enough to be a fragment of its own, since shorter text is no fragment at all:
    remove a user, remove all users, remove the site, read the letters of others, write letters for others, raise the prices, lower the prices, stop the server, start it again</nav>`
  const renderer = createRenderer({ dictionary: { pages: [() => html`${page('')}${users.getStore() === 'admin' ? secret : ''}`] } })
  await askUntil(
    () => exchange((req, res) => users.run('admin', () => renderer.send(req, res, html`${page('a')}${page('b')}${page('c')}`)), { headers: NAVIGATION }),
    ({ headers }) => headers.link !== undefined
  )
  expect(String(renderer.dictionary.dictionary.bytes)).toContain('Darjeeling')
  expect(String(renderer.dictionary.dictionary.bytes)).not.toContain('Secret')
})

describe.each(everyKoa)('Koa $version', ({ Koa }) => {
  test('the outer middleware finds a dictionary sent, and throws no 404', async () => {
    const ours = bufferedRender({ dictionary })
    const statuses = []
    const app = new Koa().use(afterNext((ctx) => {
      statuses.push(ctx.status)
      if (ctx.status === 404) ctx.throw(404)
    })).use(ours)
    app.silent = true
    await ours.renderer.dictionary.make()
    const { status } = await exchange(app.callback(), { path: pathOf(ours.renderer) })
    expect([status, statuses]).toEqual([200, [200]])
    const missing = await exchange(app.callback(), { path: `/buffered-render/${'a'.repeat(43)}.dict` })
    expect(missing.status).toBe(404)
  })

  test('the path of a mounted app is that of the whole URL', async () => {
    const ours = bufferedRender({ dictionary: { ...dictionary, path: '/shop/' } })
    // As koa-mount does.
    const app = new Koa().use((ctx, next) => {
      ctx.path = ctx.path.slice('/shop'.length)
      return next()
    }).use(ours)
    await ours.renderer.dictionary.make()
    expect((await exchange(app.callback(), { path: `/shop/${ours.renderer.dictionary.name}.dict` })).status).toBe(200)
  })
})

test.each(everyExpress)('the path of a mounted app is that of the whole URL: Express $version', async ({ express }) => {
  const ours = bufferedRender({ dictionary: { ...dictionary, path: '/shop/' } })
  await ours.renderer.dictionary.make()
  const app = express().use('/shop', express().use(ours))
  expect((await exchange(app, { path: `/shop/${ours.renderer.dictionary.name}.dict` })).status).toBe(200)
})

test('Available-Dictionary is base64, not base64url', async () => {
  // Any text whose hash has a slash.
  const { ask, renderer } = await readyApp()
  renderer.dictionary.name = '_'.repeat(43)
  const { headers } = await ask({ ...withDictionary(''), 'available-dictionary': `:${'_'.repeat(43)}=:` })
  expect(headers['content-encoding']).toBe('gzip')
  expect(headers.link).toMatch(/_\.dict>/)
})

test('long text of a request is compressed in threads, as without a dictionary', async () => {
  const text = 'abc'.repeat(100_000)
  const long = html`${Array.from({ length: 1000 }, () => page(''))}<p>${text}</p>`
  const { ask, bytes } = await readyApp(undefined, ({ send }) => send(long))
  const { headers } = await ask(withDictionary(bytes))
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding, Available-Dictionary' })
})

test('pages are compressed by Brotli for clients that get them in it, not for those with the dictionary', async () => {
  const { ask, bytes, renderer } = await readyApp()
  const hits = () => [...renderer.responder.memo.entries.values()].map(({ progress }) => progress.br?.hits ?? 0)
  const own = withDictionary(bytes, { 'accept-encoding': 'br, gzip, zstd, dcz' })
  for (let i = 0; i < 5; i++) expect((await ask(own)).headers['content-encoding']).toBe('dcz')
  expect(hits()).toEqual([0])
  await ask({ 'accept-encoding': 'br, gzip' })
  expect(hits()).toEqual([1])
})

test('a client with the dictionary gets Brotli of pages that have too little of the dictionary', async () => {
  const { ask, bytes } = await readyApp(undefined, ({ send }) => send(page(prose(5000))))
  const own = withDictionary(bytes, { 'accept-encoding': 'br, gzip, zstd, dcz' })
  expect((await ask(own)).headers['content-encoding']).toBe('gzip')
  await askUntil(() => ask(own), ({ headers }) => headers['content-encoding'] === 'br')
})
