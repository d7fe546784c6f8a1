'use strict'

const { randomBytes } = require('node:crypto')
const http = require('node:http')
const path = require('node:path')
const { setTimeout } = require('node:timers/promises')
const zlib = require('node:zlib')
const compression = require('compression')
const ejs = require('ejs')
const session = require('express-session')
const pug = require('pug')
const bufferedRender = require('../..')
const { exchange } = require('../support/exchange')
const { everyExpress, everyKoa } = require('../support/frameworks')
const { koaApp } = require('../support/koa-app')
const { clientOf } = require('../support/raw-client')
const { putBack, replace } = require('../support/replaced')
const { expectSame } = require('../support/side-by-side')
const { until } = require('../support/until')
const { viewFolder } = require('../support/view-folder')

// The census of calls replaces each function by itself. These are the ways of apps, themes and tracers, and what they came to.

const long = 'static text of the page. '.repeat(60)
const folder = viewFolder({
  'views/page.ejs': `<body><p><%= name %></p>${long}</body>`,
  'views/second.ejs': `<body><p>second <%= name %></p>${long}</body>`,
  'views/short.ejs': '<p><%= name %></p>',
  'views/page.pug': `p= name\np ${long}`,
  'views/other.foo': 'rendered by the app',
  'theme/page.ejs': `<body><p>dark <%= name %></p>${long}</body>`
})

const gzip = { headers: { 'accept-encoding': 'gzip' } }
const locals = { name: '<Zoë>' }

const rewriting = (end) => function (chunk, encoding, callback) {
  if (chunk && !this.headersSent) {
    chunk = Buffer.from(String(chunk).replace('</body>', '<script></script></body>'))
    this.setHeader('Content-Length', chunk.length)
  }
  return end.call(this, chunk, encoding, callback)
}
const passingOn = (own) => function (...args) { return own.apply(this, args) }
const ofResponse = (change) => ({ app }) => app.use((req, res, next) => { change(res); next() })
const sessions = () => session({ secret: 'a', resave: false, saveUninitialized: false, store: new session.MemoryStore() })

/** What an app does behind the middleware; whether we encode its pages. */
const ways = [
  { name: 'an end that rewrites, beneath one that passes on', setUp: ofResponse((res) => { res.end = passingOn(rewriting(res.end)) }) },
  { name: 'an end of an accessor', setUp: ofResponse((res) => { const end = rewriting(res.end); Object.defineProperty(res, 'end', { get: () => end }) }) },
  { name: 'an end behind a Proxy', setUp: ofResponse((res) => { const end = rewriting(res.end); res.end = new Proxy(end, {}) }) },
  { name: 'an end of a class that is the prototype of the response', setUp: ofResponse((res) => { Object.setPrototypeOf(res, Object.create(Object.getPrototypeOf(res), { end: { value: rewriting(res.end) } })) }) },
  { name: 'an end of ServerResponse', setUp: () => replace(http.ServerResponse.prototype, 'end', rewriting) },
  { name: 'an end of OutgoingMessage', setUp: () => replace(http.OutgoingMessage.prototype, 'end', rewriting) },
  { name: 'an end of app.response', setUp: ({ app }) => replace(app.response, 'end', rewriting) },
  { name: 'a _send', setUp: ofResponse((res) => { const { _send } = res; res._send = function (data, ...args) { return _send.call(this, typeof data === 'string' ? data.replace('Zo', 'zO') : data, ...args) } }) },
  { name: 'res.set that drops the tag', setUp: ({ app }) => replace(app.response, 'set', (set) => function (name, value) { return /^etag$/i.test(name) ? this : set.call(this, name, value) }) },
  { name: 'res.type that is XHTML', setUp: ({ app }) => replace(app.response, 'type', (type) => function (name) { return type.call(this, name === 'html' ? 'application/xhtml+xml' : name) }) },
  { name: 'res.get that knows a tag', setUp: ofResponse((res) => { const { get } = res; res.get = function (name) { return name === 'ETag' ? '"mine"' : get.call(this, name) } }) },
  { name: 'a session and res.set', setUp: ({ app }) => { app.use(sessions()); ofResponse((res) => { const { set } = res; res.set = function (name, value) { return set.call(this, name, /^etag$/i.test(name) ? '"mine"' : value) } })({ app }) } },
  { name: 'app.get that gives another etag fn', setUp: ({ app }) => replace(app, 'get', (get) => function (...args) { return args.length === 1 && args[0] === 'etag fn' ? () => '"by the app"' : get.apply(this, args) }) },
  { name: 'View.prototype.render', setUp: ({ app }) => replace(app.get('view').prototype, 'render', (render) => function (options, done) { return render.call(this, { ...options, name: 'patched' }, done) }) },
  { name: 'a View with its own lookup', setUp: ({ app }) => app.set('view', class extends app.get('view') { lookup (name) { return super.lookup(path.join('../theme', name)) ?? super.lookup(name) } }), isEncoded: true },
  { name: 'View.prototype.lookup', setUp: ({ app }) => replace(app.get('view').prototype, 'lookup', (lookup) => function (name) { return lookup.call(this, path.join('../theme', name)) }), isEncoded: true },
  { name: 'a facade for the app', setUp: ({ app }) => app.use((req, res, next) => { req.app = { render: (name, options, done) => done(null, `facade ${name} ${options.name}`) }; next() }) },
  { name: 'an end of a short page without a tag', view: 'short', setUp: ({ app }) => { app.disable('etag'); ofResponse((res) => { const { end } = res; res.end = function (chunk, encoding) { if (typeof chunk === 'string') { chunk += '<hr>'; res.set('Content-Length', Buffer.byteLength(chunk)) } return end.call(this, chunk, encoding) } })({ app }) } },
  { name: 'an end of an accessor of app.response, by request', setUp: ({ app }) => { const { end } = http.ServerResponse.prototype; const other = rewriting(end); Object.defineProperty(app.response, 'end', { configurable: true, get () { return this.req ? other : end } }) } },
  { name: 'a Proxy among the prototypes', setUp: ofResponse((res) => { const end = rewriting(res.end); const prototype = new Proxy(Object.getPrototypeOf(res), { get: (target, name, receiver) => name === 'end' ? end : Reflect.get(target, name, receiver) }); Object.setPrototypeOf(res, prototype) }) },
  { name: 'a send that cannot be replaced', first: ofResponse((res) => { const { send } = res; Object.defineProperty(res, 'send', { value (body) { return send.call(this, typeof body === 'string' ? `${body}<hr>` : body) } }) }) },
  { name: 'a frozen app.response', first: ({ app }) => Object.freeze(app.response) },
  { name: 'a render of app.response that is an accessor', first: ({ app }) => { const { render } = app.response; Object.defineProperty(app.response, 'render', { configurable: true, get: () => function (view, options, done) { return render.call(this, view, { ...options, name: 'patched' }, done) }, set () {} }) } },
  { name: 'a facade for the app in front of the middleware', first: ({ app }) => app.use((req, res, next) => { req.app = { render: (name, options, done) => done(null, `facade ${name}`) }; next() }) },
  { name: 'a function of the app for the engine', setUp: ({ app }) => app.engine('ejs', (file, options, done) => ejs.renderFile(file, { ...options, name: 'by the app' }, done)) }
]

const PAGE = `<body><p>&lt;Zoë&gt;</p>${long}</body>`

describe.each(everyExpress)('Express $version', ({ express, version }) => {
  const appOf = (...middleware) => express().set('views', folder.file('views')).set('view engine', 'ejs').use(...middleware)
  const build = (setUp, { view = 'page', isEncoded, first }) => (kit) => {
    const { app, pages } = kit
    app.set('views', folder.file('views')).set('view engine', 'ejs').set('env', 'test')
    first?.(kit)
    app.use(pages(isEncoded ? {} : { compress: undefined }))
    setUp(kit)
    app.get('/', (req, res) => res.render(view, { ...locals }))
    app.get('/callback', (req, res, next) => res.render(view, { ...locals }, (error, page) => error ? next(error) : res.send(page)))
    app.use((error, req, res, next) => res.status(500).send(`failed: ${error.message}`))
  }

  describe.each([true, false])('with the view cache: %s', (isCached) => {
    test.each(ways)('a client gets what Express alone sends: $name', async ({ setUp = () => {}, ...how }) => {
      const requests = how.isEncoded ? [{}, { path: '/callback' }] : [gzip, {}, gzip, { ...gzip, path: '/callback' }, { ...gzip, method: 'HEAD' }]
      const setUpBoth = (kit) => { kit.app.set('view cache', isCached); setUp(kit) }
      const { alone } = await expectSame(express, (kit) => {
        putBack()
        build(setUpBoth, how)(kit)
      }, requests)
      expect(alone.answers[0].status).toBe(200)
    })
  })

  // The clients of newer releases of Node refuse it.
  test('a Transfer-Encoding without text leaves the length of a page', async () => {
    for (const middleware of [(req, res, next) => next(), bufferedRender()]) {
      const app = appOf(middleware)
      app.get('/', (req, res) => { res.setHeader('Transfer-Encoding', ''); res.render('page', { ...locals }) })
      const client = await clientOf(app, { headers: { connection: 'close' } })
      await until(() => client.ending !== undefined)
      expect(client.head.headers['content-length']).toBe(String(client.rest.length))
      expect(String(client.rest)).toBe(PAGE)
    }
  })

  test('pug.renderFile that the app replaces after the first page is called', async () => {
    let calls
    const { alone } = await expectSame(express, ({ app, pages }) => {
      calls = 0
      putBack()
      app.set('views', folder.file('views')).set('view engine', 'pug').enable('view cache').use(pages())
      app.get('/', (req, res) => {
        if (++calls === 2) replace(pug, 'renderFile', (render) => (file, options, done) => render(file, { ...options, name: 'replaced' }, done))
        res.render('page', { ...locals })
      })
    }, [{}, {}, {}])
    expect(alone.answers.map(({ body }) => body.includes('replaced'))).toEqual([false, true, true])
  })

  test('an app that extends defaultConfiguration answers', async () => {
    const make = (isOurs) => {
      const app = express()
      const { defaultConfiguration } = app
      app.defaultConfiguration = function () { defaultConfiguration.call(this); this.disable('x-powered-by') }
      app.set('views', folder.file('views')).set('view engine', 'ejs')
      if (isOurs) app.use(bufferedRender({ compress: false }))
      return app.get('/', (req, res) => res.render('page', { ...locals })).get('/json', (req, res) => res.json({}))
    }
    for (const request of [{}, { path: '/json' }]) {
      const [alone, ours] = await Promise.all([false, true].map((isOurs) => exchange(make(isOurs), request)))
      expect({ status: ours.status, body: String(ours.body) }).toEqual({ status: 200, body: String(alone.body) })
    }
  })

  test('a cache that keeps the text and the headers of res.send answers all clients', async () => {
    const kept = new Map()
    const app = appOf(bufferedRender())
    app.use((req, res, next) => {
      const hit = kept.get(req.url)
      if (hit) return res.writeHead(200, hit.headers).end(hit.body)
      const { send } = res
      res.send = function (body) {
        res.send = send
        const result = send.call(this, body)
        kept.set(req.url, { body, headers: this.getHeaders() })
        return result
      }
      next()
    })
    app.get('/', (req, res) => res.render('page', { ...locals }))
    for (const request of [gzip, {}, gzip]) {
      const { body, headers } = await exchange(app, request)
      expect(String(body)).toBe(PAGE)
      expect(headers).not.toHaveProperty('content-encoding')
    }
  })

  test('with the option compress, the page is encoded below such a send', async () => {
    const app = appOf(bufferedRender({ compress: true }))
    ofResponse((res) => { res.send = passingOn(res.send) })({ app })
    app.get('/', (req, res) => res.render('page', { ...locals }))
    const { body, headers } = await exchange(app, gzip)
    expect(headers['content-encoding']).toBe('gzip')
    expect(zlib.gunzipSync(body).toString()).toBe(PAGE)
  })

  test('a list of tags stays a list on an encoded page, and a page that cannot be sent leaves its tag to no error page', async () => {
    const app = appOf(bufferedRender())
    const page = bufferedRender.html`<p>${'<Zoë>'}</p>${bufferedRender.html.raw(long)}`
    app.get('/list', (req, res) => { res.setHeader('ETag', ['"a"', '"b"']); res.send(page) })
    app.get('/status', (req, res) => { res.statusCode = 99_999; res.send(page) })
    app.use((error, req, res, next) => { res.statusCode = 500; res.end(error.code) })
    expect((await exchange(app, { ...gzip, path: '/list' })).headers).toMatchObject({ 'content-encoding': 'gzip', etag: 'W/"a"' })
    const { status, headers } = await exchange(app, { ...gzip, path: '/status' })
    expect(status).toBe(500)
    expect(headers).not.toHaveProperty('etag')
  })

  test('a setHeader that allows some headers only gets a page that can be read', async () => {
    const app = appOf(bufferedRender())
    ofResponse((res) => { const { setHeader } = res; res.setHeader = function (name, value) { return /^content-(?:type|length)$/i.test(name) ? setHeader.call(this, name, value) : this } })({ app })
    app.get('/', (req, res) => res.render('page', { ...locals }))
    for (const request of [gzip, gzip, {}]) {
      const { body, headers } = await exchange(app, request)
      expect(String(body)).toBe(PAGE)
      expect(headers['content-length']).toBe(String(body.length))
    }
  })

  test("with compress: 'static', no text of a page that a callback or a send changes is compressed", async () => {
    const app = appOf(compression({ threshold: 0 }), bufferedRender({ compress: 'static' }))
    app.get('/callback', (req, res, next) => res.render('page', { ...locals }, (error, page) => error ? next(error) : res.send(`${page}<hr>`)))
    app.get('/send', (req, res) => {
      const { send } = res
      res.send = function (body) { return send.call(this, `${body}<hr>`) }
      res.render('page', { ...locals })
    })
    for (const path of ['/callback', '/send']) {
      const { body, headers } = await exchange(app, { ...gzip, path })
      expect(String(body)).toBe(`${PAGE}<hr>`)
      expect(headers['cache-control']).toBe('no-transform')
    }
  })

  test("with compress: 'static', no page that Express renders is compressed", async () => {
    const app = appOf(compression({ threshold: 0 }))
    app.engine('foo', (file, options, done) => done(null, `${options.name} ${long}`))
    app.use(bufferedRender({ compress: 'static', cacheSize: '1kb' }))
    app.get('/json', (req, res) => res.json({ long }))
    app.get('/:view', (req, res, next) => {
      if (!req.query) return next()
      res.render(req.params.view, { ...locals }, (error, page) => {
        if (error) return next(error)
        res.set('Cache-Control', 'private')
        res.send(page)
      })
    })
    // It fills the cache.
    await exchange(app, { path: '/page' })
    for (const view of ['second', 'second', 'other.foo', 'other.foo']) {
      const { headers } = await exchange(app, { ...gzip, path: `/${view}` })
      expect({ view, cacheControl: headers['cache-control'], coding: headers['content-encoding'] }).toEqual({ view, cacheControl: 'private, no-transform', coding: undefined })
    }
    expect((await exchange(app, { ...gzip, path: '/json' })).headers['content-encoding']).toBe('gzip')
  })

  if (version === '4') {
    test.each([
      { name: 'behind the text', send: (res, page) => res.send(page, 404) },
      { name: 'before the text', send: (res, page) => res.send(404, page) }
    ])('a status $name is sent', async ({ send }) => {
      const { alone } = await expectSame(express, ({ app, pages }) => {
        app.set('views', folder.file('views')).set('view engine', 'ejs').use(pages())
        app.get('/', (req, res, next) => res.render('page', { ...locals }, (error, page) => error ? next(error) : send(res, page)))
      })
      expect(alone.answers[0].status).toBe(404)
    })
  }
})

/** Where a Koa app replaces the accessor `body`. */
const places = [
  { name: 'the getter of the context', at: ({ context }) => context, accessor: 'get' },
  { name: 'the getter of the response', at: ({ response }) => response, accessor: 'get' },
  { name: 'the setter of the context', at: ({ context }) => context, accessor: 'set' },
  { name: 'the setter of the response', at: ({ response }) => response, accessor: 'set' }
]

describe.each(everyKoa)('Koa $version', ({ Koa }) => {
  const text = ejs.render(`<body><p><%= name %></p>${long}</body>`, locals)
  const ours = (...middleware) => koaApp(Koa, bufferedRender({ views: folder.file('views'), extension: 'ejs' }), ...middleware, (ctx) => ctx.render('page', { ...locals }))
  const alone = (...middleware) => koaApp(Koa, ...middleware, (ctx) => { ctx.type = 'text/html'; ctx.body = text })
  const descriptorOf = (object, name) => Object.getOwnPropertyDescriptor(object, name) ?? descriptorOf(Object.getPrototypeOf(object), name)
  const changed = (body) => typeof body === 'string' ? body.replace('static', 'STATIC') : body

  test.each(places)('a client gets what Koa alone sends, before and after a first page: $name', async ({ at, accessor }) => {
    const sides = [alone(), ours()]
    const replace = ({ app }) => {
      const own = descriptorOf(at(app), 'body')
      const other = { get () { return changed(own.get.call(this)) }, set (body) { own.set.call(this, changed(body)) } }
      Object.defineProperty(at(app), 'body', { configurable: true, ...own, [accessor]: other[accessor] })
    }
    const answers = []
    for (const side of sides) {
      await side.ask(gzip)
      replace(side)
      answers.push(await side.ask(gzip))
    }
    const [expected, actual] = answers.map(({ status, headers: { 'content-type': type, 'content-encoding': coding }, body }) => ({ status, type, coding, body: String(body) }))
    expect(actual).toEqual(expected)
    expect(expected.body).toContain('STATIC')
  })

  test.each([
    { name: 'JSON', before: (ctx) => { ctx.body = { error: 'none' } } },
    { name: 'text', before: (ctx) => { ctx.body = 'none' } },
    { name: 'a type', before: (ctx) => { ctx.type = 'text/plain' } }
  ])('a view is HTML after $name', async ({ before }) => {
    const middleware = (ctx, next) => { before(ctx); return next() }
    const [expected, actual] = await Promise.all([alone, ours].map((make) => make(middleware).ask()))
    expect(actual.headers['content-type']).toBe(expected.headers['content-type'])
    expect(String(actual.body)).toBe(text)
  })

  test('a body that is defined on the context after the render is sent', async () => {
    const define = (ctx, next) => next().then(() => Object.defineProperty(ctx, 'body', { get: () => 'x'.repeat(Buffer.byteLength(text)) }))
    const [expected, actual] = await Promise.all([alone, ours].map((make) => make(define).ask()))
    expect(actual.status).toBe(expected.status)
    expect(String(actual.body)).toBe(String(expected.body))
  })

  test('the last page is sent, although an earlier one was being deflated', async () => {
    const { html } = bufferedRender
    const text = randomBytes(200_000).toString('base64')
    let finish
    const outer = (ctx, next) => Promise.race([next(), new Promise((resolve) => { finish = resolve })]).then(() => setTimeout(300))
    const { ask } = koaApp(Koa, outer, bufferedRender(), (ctx) => {
      ctx.body = html`<p>${text}</p>`
      setImmediate(() => setImmediate(() => {
        ctx.status = 503
        ctx.body = html`<p>${'too late'}</p>`
        finish()
      }))
    })
    const { body, headers, status } = await ask(gzip)
    expect({ status, body: String(body) }).toEqual({ status: 503, body: '<p>too late</p>' })
    expect(headers).not.toHaveProperty('content-encoding')
  })
})
