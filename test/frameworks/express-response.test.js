'use strict'

const { createHash } = require('node:crypto')
const bufferedRender = require('../..')
const { exchange } = require('../support/exchange')
const { everyExpress, expressVersions } = require('../support/frameworks')
const { everything } = require('../support/level')
const { expectSame, sendAwaited, sideBySide, withOurs, withoutOurs } = require('../support/side-by-side')
const { viewFolder } = require('../support/view-folder')
const { literal } = require('../support/literal')
const { everyMethod, exact, get, holding, modified, prepareResponse, responseCases } = require('../support/response-cases')

const { html } = bufferedRender

const long = '<i>static</i> '.repeat(100)
const folder = viewFolder({ 'page.ejs': `<p><%= name %></p>${long}` })

const name = 'Zoë & 世界'

/** The same page in every way that there is to send one. */
const ways = [
  { way: 'res.render', send: (res) => res.render('page', { name }) },
  { way: 'res.send(html`…`)', send: (res, page) => res.send(page(html(literal(['<p>', `</p>${long}`]), name))) },
  { way: 'res.send(html`…`) of a promise', send: (res, page) => sendAwaited(res, page(html(literal(['<p>', `</p>${long}`]), Promise.resolve(name)))) },
  { way: 'res.send(html`…`), short', send: (res, page) => res.send(page(html`<p>${name}</p>`)) },
  { way: 'res.send(html`…`), empty', send: (res, page) => res.send(page(html``)) }
]

const opaque = (etag) => etag.replace(/^W\//, '')

const md5 = (body) => `"${createHash('md5').update(body).digest('hex')}"`

const set = (headers) => (req, res) => { for (const [name, value] of Object.entries(headers)) res.setHeader(name, value) }
const expressSet = (headers) => (req, res) => res.set(headers)
const status = (code) => (req, res) => res.status(code)

const cases = [
  ...responseCases,

  ...[200, 400, 404, 500, 503, 299, 999].map((code) => (
    { name: `status ${code}`, prepare: status(code), requests: everyMethod, status: code })),
  { name: 'status 304', prepare: status(304), requests: everyMethod, status: 304, empty: true },
  { name: 'res.statusCode', prepare: (req, res) => { res.statusCode = 404 }, status: 404 },

  ...['xml', 'html', 'json', 'text/plain', 'txt', 'bin', 'image/svg+xml', 'application/xhtml+xml', 'unknown'].map((type) => (
    { name: `res.type('${type}')`, prepare: (req, res) => res.type(type) })),
  ...[
    'text/html', 'TEXT/HTML', 'TEXT/HTML; charset=ISO-8859-1', 'text/html; charset=utf-8; profile=x', 'text/html;charset=UTF-8',
    'text/html; charset="utf-8"', 'text/html; profile="a;b"', 'text/html ; charset=latin1', 'application/json', 'image/png', 'x/y+z.a-1',
    'text/html; charset=utf-8', 'text/plain; Charset=x', 'Text/html; charset=utf-8', 'text/html; charset=utf-8859'
  ].flatMap((type) => [
    { name: `the header Content-Type: ${type}`, prepare: set({ 'Content-Type': type }) },
    { name: `res.set('Content-Type', '${type}')`, prepare: expressSet({ 'Content-Type': type }) }
  ]),
  { name: 'a type that is removed again', prepare: (req, res) => { res.type('xml').removeHeader('Content-Type') } },
  { name: 'res.format', prepare: (req, res) => res.format({ html () {}, json () {} }), requests: [get({ accept: 'application/json' })] },
  { name: 'a header beyond ASCII', prepare: set({ 'X-Own': 'é' }), requests: [get(), holding(exact)], last: 304 },
  { name: 'res.vary', prepare: (req, res) => res.vary('Accept-Language').vary('Cookie') },
  { name: 'a Content-Length, which is replaced', prepare: set({ 'Content-Length': 3 }), requests: everyMethod },
  { name: 'res.location and a redirecting status', prepare: (req, res) => res.status(302).location('/é') },

  ...[true, 'weak', 'strong', false].map((etag) => (
    { name: `etag ${etag}`, settings: { etag }, requests: [...everyMethod, get({ 'if-none-match': '"another"' })] })),
  { name: 'etag a function', settings: { etag: md5 }, requests: [...everyMethod, holding(exact)], last: 304 },
  { name: 'etag a function of the body and its encoding', settings: { etag: (body, encoding) => `"${Buffer.isBuffer(body)} ${encoding} ${body.length}"` }, requests: everyMethod },
  { name: 'etag a function that returns a weak one', settings: { etag: (body) => `W/${md5(body)}` }, requests: [get(), holding(opaque)], last: 304 },
  { name: 'etag a function that returns nothing', settings: { etag: () => undefined }, requests: everyMethod },
  { name: 'etag a function that returns an empty string', settings: { etag: () => '' }, requests: everyMethod },
  { name: 'an ETag of the app and etag false', prepare: set({ ETag: '"mine"' }), settings: { etag: false }, requests: [get(), holding(exact)], last: 304 },

  ...[['weak', 304], ['strong', 304]].flatMap(([etag, last]) => [
    { name: `${etag}, If-None-Match exact`, settings: { etag }, requests: [get(), holding(exact)], last },
    { name: `${etag}, If-None-Match of HEAD`, settings: { etag }, requests: [get(), holding(exact, { method: 'HEAD' })], last }
  ]),
  { name: 'If-None-Match exact and an error status', prepare: status(404), requests: [get(), holding(exact)], last: 404 },
  { name: 'If-None-Match * without an ETag', settings: { etag: false }, requests: [get({ 'if-none-match': '*' })], last: 304 },
  { name: 'Last-Modified, without an ETag', prepare: set({ 'Last-Modified': modified }), settings: { etag: false }, requests: [get({ 'if-modified-since': modified })], last: 304 },

  { name: 'req.fresh, which the app has read before', prepare: (req, res) => res.set('X-Fresh', String(req.fresh)), requests: [get(), holding(exact)], last: 304 },
  { name: 'req.fresh, which the app replaces', prepare: (req) => Object.defineProperty(req, 'fresh', { value: false }), requests: [get(), holding(exact)], last: 200 },
  { name: 'req.method, which the app replaces', prepare: (req) => { req.method = 'PUT' }, requests: [get(), holding(exact, { method: 'POST' })], last: 200 },
  { name: 'request headers that the app removes', prepare: (req) => { delete req.headers['if-none-match'] }, requests: [get(), holding(exact)], last: 200 }
]

/** What makes sending throw. */
const failures = [
  ...['html', 'a b', ';'].map((type) => ({ name: `the header Content-Type: ${type}`, prepare: set({ 'Content-Type': type }) })),
  { name: 'etag a function that throws', settings: { etag () { throw new Error('no tag') } } }
]

function build ({ prepare = () => {}, settings = {}, send, options, ...given }) {
  return ({ app, pages, page, log }) => {
    app.set('views', folder.file('.')).set('view engine', 'ejs')
    for (const [name, value] of Object.entries(settings)) app.set(name, value)
    app.use(pages(options))
    app.all('/', (req, res) => {
      prepareResponse(given, (code) => res.status(code), (name, value) => res.setHeader(name, value))
      prepare(req, res)
      res.once('finish', () => log.push(req.fresh))
      return send(res, page)
    })
    app.use((error, req, res, next) => {
      for (const name of ['Content-Type', 'Content-Length']) res.removeHeader(name)
      res.writeHead(500).end(error.message)
    })
  }
}

const [render, ...sends] = ways

describe.each(expressVersions)('Express $version', ({ express }) => {
  describe.each(ways)('$way answers like Express alone with', ({ way, send }) => {
    // By view and by text; what is sent is prepared in the same way then.
    const isTriedWithAll = everything || ways.slice(0, 2).some((each) => each.way === way)
    test.each(isTriedWithAll ? cases : cases.filter((each, i) => i % 5 === 0))('$name', async ({ requests = [get()], status, empty, last, ...app }) => {
      const { alone } = await expectSame(express, build({ ...app, send }), requests)

      if (status) expect(alone.answers[0].status).toBe(status)
      if (empty) expect(alone.answers.at(-1).body).toBe('')
      if (last) expect(alone.answers.at(-1).status).toBe(last)
    })
  })

  test.each(ways)('$way sets the same Content-Length as Express alone for what wraps res.setHeader', async ({ send }) => {
    const { alone, ours } = await sideBySide(express, (kit) => build({
      send,
      prepare (req, res) {
        const { setHeader } = res
        res.setHeader = function (name, value) {
          if (name === 'Content-Length') kit.log.push(value)
          return setHeader.call(this, name, value)
        }
      }
    })(kit), everyMethod)
    expect(ours.log).toEqual(alone.log)
    expect(alone.log).toContainEqual(expect.stringMatching(/^\d+$/))
  })

  test('the setting etag strong gives the encoded page a strong tag of its own', async () => {
    const app = express()
    build({ settings: { etag: 'strong' }, send: render.send })({ app, pages: bufferedRender, log: [] })
    const tagOf = async (coding) => {
      const { headers } = await exchange(app, get({ 'accept-encoding': coding }))
      expect(headers['content-encoding'] ?? 'identity').toBe(coding)
      expect(headers.etag).toMatch(/^"/)
      return headers.etag
    }
    expect(await tagOf('gzip')).not.toBe(await tagOf('identity'))
  })

  describe.each(sends)('$way fails like Express alone with', ({ send }) => {
    test.each(failures)('$name', async (app) => {
      const { alone } = await expectSame(express, build({ ...app, send }))
      expect(alone.answers[0].status).toBe(500)
    })
  })

  // Express 5 itself throws here where nothing can catch it.
  test.each(failures)('res.render fails like res.send with $name', async (app) => {
    const { ours } = await withOurs(express, build({ ...app, send: render.send }))
    const alone = await withoutOurs(express, build({ ...app, send: sends[0].send }))
    expect(ours.answers[0]).toMatchObject({ status: 500, body: alone.answers[0].body })
  })

  describe('the option etag', () => {
    const render = (etag, setting) => withOurs(express, build({ settings: { etag: setting }, options: { etag }, send: ways[0].send }))

    test.each([
      { option: 'weak', setting: false, tag: 'W/"…"' },
      { option: 'weak', setting: 'strong', tag: 'W/"…"' },
      { option: 'strong', setting: 'weak', tag: '"…"' },
      { option: 'strong', setting: md5, tag: '"…"' },
      { option: false, setting: true, tag: undefined },
      { option: () => '"mine"', setting: true, tag: '"mine"' },
      { option: () => undefined, setting: true, tag: undefined },
      { option: undefined, setting: 'strong', tag: '"…"' }
    ])('$option overrides the setting $setting', async ({ option, setting, tag }) => {
      const { ours } = await render(option, setting)
      expect(ours.answers[0].headers.etag).toBe(tag)
    })

    test('as a function receives the body as a Buffer', async () => {
      const bodies = []
      const { ours } = await render((body) => { bodies.push(body) }, true)
      expect(bodies).toEqual([Buffer.from(ours.answers[0].body)])
    })
  })
})

// Express 4 leaves such a type as it is, Express 5 replaces it.
describe.each(everyExpress)('Express $version decides on a Content-Type that is no string:', ({ express }) => {
  test.each([[['text/plain']], [['text/html']], [['text/plain', 'text/html']], [5]])('%j', async (type) => {
    for (const { send } of ways) {
      const { alone } = await expectSame(express, build({ prepare: set({ 'Content-Type': type }), send }), everyMethod)
      expect(alone.answers[0].status).toBe(200)
    }
  })
})
