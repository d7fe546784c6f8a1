'use strict'

const { setImmediate: turn } = require('node:timers/promises')
const conditional = require('koa-conditional-get')
const { default: koaEtag } = require('koa-etag')
const compress = require('koa-compress')
const bufferedRender = require('../..')
const { textOf } = require('../support/decode')
const { exchange, exchangeAll } = require('../support/exchange')
const { everyExpress, everyKoa } = require('../support/frameworks')
const { afterNext, koaApp } = require('../support/koa-app')
const { everyPlatform } = require('../support/platforms')
const { clientOf } = require('../support/raw-client')
const { expectSame, sendAwaited, withOurs, withoutOurs } = require('../support/side-by-side')
const { until } = require('../support/until')
const { viewFolder } = require('../support/view-folder')
const { literal } = require('../support/literal')

// What works in every version, a little of each: all else is tried in the newest ones.

const { html } = bufferedRender

const long = '<i>static</i> '.repeat(100)
const folder = viewFolder({
  'page.ejs': `<p><%= name %></p>${long}`,
  'throws.ejs': 'first\n<% throw new RangeError("from the template") %>',
  'locals.ejs': '<%= [typeof inherited, fromApp, fromResponse, own] %>'
})

// koa-etag announces a later name of itself whenever it is called.
beforeEach(() => { for (const method of ['error', 'warn']) jest.spyOn(console, method).mockImplementation(() => {}) })

const name = '<Zoë> & 世界'
const text = `<p>&lt;Zoë&gt; &amp; 世界</p>${long}`
const strings = ['<p>', `</p>${long}`]

const holdingIt = ({ headers: { etag } }) => ({ headers: { 'if-none-match': etag } })

const requests = [{}, holdingIt, { method: 'HEAD' }, { method: 'POST' }]
const statuses = [200, 304, 200, 200]

describe.each(everyExpress)('Express $version answers like Express alone with', ({ version, express }) => {
  const build = (handle) => (kit) => {
    const { app, pages, log } = kit
    app.set('views', folder.file('.')).set('view engine', 'ejs')
    app.locals.fromApp = app.locals.fromResponse = app.locals.own = 'app'
    app.use(pages())
    app.all('/', (req, res) => handle(res, kit))
    app.use((error, req, res, next) => {
      log.push(error.name)
      if (!res.headersSent) res.status(500).send(error.message)
    })
  }

  test.each([
    { way: 'a view', send: (res) => res.render('page', { name }) },
    { way: 'a view that is rendered later', send: (res) => setImmediate(() => res.render('page', { name })) },
    { way: 'a view for a callback', send: (res) => res.render('page', { name }, (error, page) => res.send(error ?? page)) },
    { way: 'html`…`', send: (res, { page }) => res.send(page(html(literal(strings), name))) },
    { way: 'html`…` of a promise', send: (res, { page }) => sendAwaited(res, page(html(literal(strings), turn(name)))) }
  ])('$way', async ({ send }) => {
    const { ours } = await expectSame(express, build(send), requests)
    expect(ours.answers.map(({ status }) => status)).toEqual(statuses)
    expect(ours.answers[0].body).toBe(text)
  })

  test.each([
    { failure: 'an error in a template', view: 'throws', message: /throws\.ejs:2\n[^]*from the template/ },
    { failure: 'a missing view', view: 'missing', message: /^Failed to lookup view "missing"/ },
    { failure: 'a missing engine', view: 'page.unknown', message: /^Cannot find module 'unknown'/ }
  ])('$failure', async ({ view, message }) => {
    const { ours } = await expectSame(express, build((res) => res.render(view, { name })))
    expect(ours.answers[0]).toMatchObject({ status: 500, body: expect.stringMatching(message) })
  })

  // Express 4 merges what locals inherit too.
  test('locals of the app, of the response and of the render', async () => {
    const { ours } = await expectSame(express, build((res) => {
      res.locals.fromResponse = res.locals.own = 'response'
      res.render('locals', Object.assign(Object.create({ inherited: 1 }), { own: 'own' }))
    }))
    expect(ours.answers[0].body).toBe(`${version === '4' ? 'number' : 'undefined'},app,response,own`)
  })

  test('a response that was sent before a view is rendered', async () => {
    const twice = build((res) => {
      res.render('page', { name })
      res.render('page', { name: 'another' })
    })
    const { ours } = await withOurs(express, twice)
    expect(ours).toMatchObject({ answers: [{ status: 200, body: text }], log: ['Error'] })
  })

  // Express 4 sends both headers, which is an answer that no client accepts.
  test('a Transfer-Encoding that was set before', async () => {
    const app = build((res) => res.set('Transfer-Encoding', 'chunked').render('page', { name }))
    const { ours } = await withOurs(express, app)
    expect(ours).toEqual(await withoutOurs(everyExpress.at(-1).express, app))
  })

  test('the option engines for an extension without an engine', async () => {
    const { ours } = await withOurs(express, ({ app, pages }) => {
      app.set('views', folder.file('.')).use(pages({ engines: { ejs: 'ejs' } }))
      app.get('/', (req, res) => res.render('page.ejs', { name }))
    })
    expect(ours.answers[0].body).toBe(text)
  })
})

describe.each(everyKoa)('Koa $version', ({ version, Koa }) => {
  const pages = (options) => bufferedRender({ views: folder.file('.'), extension: 'ejs', ...options })

  test.each([
    { way: 'a view', send: (ctx) => ctx.render('page', { name }) },
    { way: 'html`…`', send: (ctx) => { ctx.body = html(literal(strings), name) } },
    { way: 'html`…` of a promise', send: (ctx) => { ctx.body = html(literal(strings), turn(name)) } }
  ])('answers like Koa alone with koa-conditional-get and koa-etag: $way', async ({ send }) => {
    const answersOf = async ({ app }) => {
      const answers = await exchangeAll(app.callback(), requests)
      return answers.map(({ headers: { etag, ...headers }, ...answer }) => ({ ...answer, headers, isTagged: etag?.startsWith('W/') }))
    }
    const alone = koaApp(Koa, conditional(), koaEtag({ weak: true }), (ctx) => { ctx.type = 'html'; ctx.body = text })
    const ours = await answersOf(koaApp(Koa, pages({ compress: false }), send))
    expect(ours).toEqual(await answersOf(alone))
    expect(ours.map(({ status }) => status)).toEqual(statuses)
  })

  test.each([
    { failure: 'an error in a template', handle: (ctx) => ctx.render('throws'), message: /throws\.ejs:2\n[^]*from the template/ },
    // As @ladjs/koa-views: Koa 2 answers ENOENT with 404, Koa 3 with 500.
    { failure: 'a missing view', handle: (ctx) => ctx.render('missing'), message: /^View "missing" was not found/, status: { 2: 404 } },
    { failure: 'a promise that rejects', handle: (ctx) => { ctx.body = html`<p>${turn().then(() => { throw new Error('no name') })}` }, message: /^no name$/ }
  ])('answers $failure with an error of the request', async ({ handle, message, status = {} }) => {
    const { ask, errors } = koaApp(Koa, pages(), handle)
    expect(await statusAndText(ask())).toEqual(status[version] === 404 ? [404, 'Not Found'] : [500, 'Internal Server Error'])
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringMatching(message) })])
  })

  test.each([
    { order: 'above', middleware: [compress(), pages()] },
    { order: 'below', middleware: [pages(), compress()] }
  ])('answers a rejected promise with an error with koa-compress $order', async ({ middleware }) => {
    const { ask, errors } = koaApp(Koa, ...middleware, (ctx) => { ctx.body = html(literal(strings), Promise.reject(new Error('no name'))) })
    expect(await statusAndText(ask({ headers: { 'accept-encoding': 'gzip' } }))).toEqual([500, 'Internal Server Error'])
    expect(errors.filter(({ message }) => message === 'no name')).toHaveLength(1)
  })

  test.each([{ order: 'above', place: 0 }, { order: 'below', place: 1 }])('encodes a page once with koa-compress $order', async ({ place }) => {
    const middleware = [pages({ compress: false })].toSpliced(place, 0, compress())
    const answer = await koaApp(Koa, ...middleware, (ctx) => ctx.render('page', { name })).ask({ headers: { 'accept-encoding': 'gzip' } })
    expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
    expect(textOf(answer)).toBe(text)
  })

  test('merges the state and the locals', async () => {
    const { ask } = koaApp(Koa, pages(), (ctx) => {
      Object.assign(ctx.state, { fromApp: 'state', fromResponse: 'state', own: 'state' })
      return ctx.render('locals', { own: 'own' })
    })
    expect((await ask()).body.toString()).toBe('undefined,state,state,own')
  })

  test('does not change a body that replaces a page', async () => {
    const above = afterNext((ctx) => { ctx.body = 'replaced' })
    const { headers, body } = await koaApp(Koa, above, pages(), (ctx) => ctx.render('page', { name })).ask({ headers: { 'accept-encoding': 'gzip' } })
    expect({ ...headers, body: body.toString() }).toEqual({ 'content-type': expect.any(String), 'content-length': '8', vary: 'Accept-Encoding', body: 'replaced' })
  })
})

describe.each(everyPlatform)('$platform', ({ serve, tellsConsole }) => {
  test('sends a page as gzip and keeps it in the memo', async () => {
    const { listener, renderer } = serve({ views: folder.file('.'), extension: 'ejs' }, ({ render }) => render('page', { name }))
    const ask = () => exchange(listener, { headers: { 'accept-encoding': 'gzip' } })
    const answers = [await ask(), await ask(), await ask()]
    for (const answer of answers) {
      expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': String(answer.body.length), vary: 'Accept-Encoding' })
      expect(textOf(answer)).toBe(text)
    }
    expect(renderer.stats().memo).toMatchObject({ hits: 1, misses: 2, entries: 1 })
  })

  test.each(['identity', 'gzip'])('streams a page, as %s', async (coding) => {
    const { listener, errors } = serve({}, ({ stream }) => stream(html(literal(strings), turn().then(() => turn(name)))))
    const answer = await exchange(listener, { headers: { 'accept-encoding': coding } })
    expect(answer.headers).toMatchObject({ 'transfer-encoding': 'chunked', vary: 'Accept-Encoding' })
    expect(textOf(answer)).toBe(text)
    expect(errors).toEqual([])
  })

  test('cuts the connection if a page fails after its first byte, and reports the error once', async () => {
    const error = new Error('no name')
    const { listener, errors } = serve({}, ({ stream }) => stream(html`<p>${turn().then(turn).then(() => { throw error })}</p>`))
    const client = await clientOf(listener)
    await client.end()
    expect(client.isWhole).toBe(false)
    expect(client.body.toString()).toBe('<p>')
    await until(() => (tellsConsole ? console.error.mock.calls : errors).length > 0)
    await turn()
    // What Koa 3 says of every connection that is cut.
    const reported = [...errors, ...console.error.mock.calls.flat()].filter(({ code }) => code !== 'ERR_STREAM_PREMATURE_CLOSE')
    expect(reported).toEqual([error])
  })
})

async function statusAndText (answer) {
  const { status, body } = await answer
  return [status, String(body)]
}
