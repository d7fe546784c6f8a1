'use strict'

const { channel } = require('node:diagnostics_channel')
const fs = require('node:fs')
const { createRequire } = require('node:module')
const path = require('node:path')
const ejs = require('ejs')
const ejs3 = require('ejs3')
const Handlebars = require('handlebars')
const pug = require('pug')
const bufferedRender = require('../..')
const { exchange } = require('../support/exchange')
const { expressVersions } = require('../support/frameworks')
const { listenTo } = require('../support/listen-to')
const { platforms } = require('../support/platforms')
const { prose } = require('../support/prose')
const { replace } = require('../support/replaced')
const { runNode } = require('../support/run-script')
const { viewFolder } = require('../support/view-folder')

const FALLBACK = 'buffered-render:fallback'
const L = prose(600).replace(/[\n{]/g, ' ')
const OTHER_RENDER = 'is rendered by Express with another app.render than its own'

const UNKNOWN_FUNCTION = 'is rendered by a function whose engine cannot be detected'
const NOT_PASSED = 'is rendered for a response that has not passed bufferedRender()'

/** @returns {object} EJS, as in a bundle: of no package and no module that is loaded */
function bundledEjs () {
  const file = require.resolve('ejs3')
  const module = { exports: {} }
  new Function('require', 'module', 'exports', fs.readFileSync(file, 'utf8'))(createRequire(file), module, module.exports) // eslint-disable-line no-new-func
  return module.exports
}

const folder = viewFolder({
  'plain.ejs': `${L}<%= a %>`,
  'early.ejs': `${L}<% if (a) return __output %>`,
  'outer.ejs': `${L}<%- include("early") %><%- include("early") %>`,
  'early.eta': `${L}<% if (it.a) return __eta.res %>`,
  'outer.eta': `${L}<%~ include("early", it) %>`,
  'early.pug': `p ${L}\n- if (a) return pug_html`,
  'object.ejs': 'a<% return { a } %>',
  'number.eta': 'a<% return 5 %>',
  'list.pug': 'p a\n- return [a]',
  'warm.ejs': `${L}<%= a %>`,
  'warm.pug': `p ${L}\n= a`,
  'short.pug': 'p= a',
  'sum.hbs': `{{{a}}}{{#if a}}${L}{{/if}}`,
  'page.hbs': `<p>{{a}}${L}`,
  'page.mustache': `{{a}}${L}`,
  'text.txt': 'text'
})

describe.each(platforms)('$platform', ({ platform, serve }) => {
  const countsOf = async (view, locals, options) => {
    const { listener, renderer } = serve({ views: folder.file('.'), cache: true, ...options }, ({ render }) => render(view, locals))
    for (let i = 0; i < 2; i++) expect(await exchange(listener)).toMatchObject({ status: 200 })
    return renderer.stats()
  }

  test.each([
    ['object.ejs', 'object'], ['number.eta', 'number'], ['list.pug', 'object']
  ])('%s, which does not return text, is an error', async (view, type) => {
    const { listener, errors } = serve({ views: folder.file('.'), cache: true }, ({ render }) => render(view, { a: 1 }))
    await exchange(listener)
    expect(errors.map(({ message }) => message)).toEqual([`${folder.file(view)}: a template must return text, got a value of type ${type}`])
  })

  test('a view that its engine renders is counted and published', async () => {
    const messages = listenTo(FALLBACK)
    expect(await countsOf('early.ejs', { a: 0 })).toMatchObject({ engine: { 'returns early': 2 } })
    expect(messages).toEqual(Array(2).fill({ view: folder.file('early.ejs'), reason: 'returns early' }))
  })

  test.each([
    ['outer.ejs', { a: 0 }, { 'returns early': 4 }],
    ['outer.eta', { a: 0 }, { 'returns early': 2 }],
    ['plain.ejs', { a: 1, include: 2 }, {}],
    ['early.eta', { a: 0 }, { 'returns early': 2 }],
    ['early.pug', { a: 0 }, { 'returns early': 2 }],
    ['short.pug', { a: 0 }, { 'has no static text that is long enough': 2 }],
    ['sum.hbs', { a: 1 }, { 'starts with what may be a number, to which Handlebars adds the rest': 2 }],
    ['page.mustache', { a: 1 }, {}]
  ])('%s with %j', async (view, locals, counts) => {
    const options = platform.startsWith('Express') ? { engines: { eta: require('eta'), mustache: require('mustache'), hbs: Handlebars } } : {}
    expect((await countsOf(view, locals, options)).engine).toEqual(counts)
  })
})

test('a local with a name that EJS uses is counted, without the local', async () => {
  fs.writeFileSync(folder.file('shadowed.ejs'), `${L}<%- include("plain") %>`)
  const renderer = bufferedRender.createRenderer({ views: folder.file('.'), extension: 'ejs' })
  for (const locals of [{ a: 1 }, { a: 1, include: () => 'own' }]) await renderer.render('shadowed', locals)
  expect(renderer.stats().engine).toEqual({ 'gets a local with a name that EJS itself uses': 1 })
})

test('a streamed view is counted', async () => {
  const renderer = bufferedRender.createRenderer({ views: folder.file('.'), extension: 'ejs' })
  for (const view of ['early', 'plain']) {
    const streamingRender = renderer.streamingView(() => renderer.folderViews.existing(view).load(), { a: 0 }, {})
    streamingRender.cancel()
  }
  expect(renderer.stats().engine).toEqual({ 'returns early': 1 })
})

describe.each(expressVersions)('Express $version', ({ express }) => {
  const run = async (build, view, locals = { a: 1 }) => {
    const pages = bufferedRender()
    const app = express().set('views', folder.file('.')).set('view engine', 'ejs')
    build(app)
    app.use(pages).get('/', (req, res) => res.render(view, locals))
    app.use((error, req, res, next) => res.status(500).end(error.message))
    await exchange(app)
    const { engine } = pages.renderer.stats()
    return { engine }
  }

  class OwnView {
    constructor () { this.path = 'any' }

    render (locals, callback) { callback(null, 'own') }
  }

  test.each([
    ['an engine without a dialect', (app) => app.engine('txt', (file, locals, done) => done(null, 'text')), 'text.txt', 'has an engine without a dialect'],
    ['a function of the app', (app) => app.engine('ejs', (file, locals, done) => done(null, 'own')), 'plain', UNKNOWN_FUNCTION],
    ['a function around the function of an engine', (app) => app.engine('ejs', (...args) => ejs.renderFile(...args)), 'plain', UNKNOWN_FUNCTION],
    ['a bundled engine', (app) => app.engine('ejs', bundledEjs().renderFile), 'plain', UNKNOWN_FUNCTION],
    ['a View class', (app) => app.set('view', OwnView), 'plain', 'is rendered by a View class of the app'],
    ['a missing view', () => {}, 'none', 'is not found'],
    ['another app.render', (app) => { app.render = (name, locals, done) => done(null, 'own') }, 'plain', OTHER_RENDER],
    ['another app.render and another res.render', (app) => {
      app.render = (name, locals, done) => done(null, 'own')
      app.response.render = function (view, locals) { this.app.render(view, locals, (error, page) => this.send(error ?? page)) }
    }, 'plain', 'is rendered by Express with another res.render than its own'],
    ['options in app.locals of EJS 3', (app) => { app.engine('ejs', ejs3.renderFile).locals.rmWhitespace = true }, 'plain', 'is rendered with settings of the app that the dialect does not support']
  ])('%s', async (_, build, view, reason) => {
    const messages = listenTo(FALLBACK)
    expect(await run(build, view)).toEqual({ engine: { [reason]: 1 } })
    expect(messages).toEqual([{ view, reason }])
  })

  test.each([
    ['warm.ejs', (file) => ejs.renderFile(file, { a: 1 }, { cache: true }), () => ejs.clearCache()],
    ['warm.pug', (file) => pug.renderFile(file, { a: 1, cache: true }), () => { pug.cache = {} }]
  ])('%s, which the app compiles before and after precompile()', async (view, render, clearCache) => {
    const app = express().set('views', folder.file('.')).enable('view cache')
    const pages = bufferedRender({ app })
    app.use(pages).get('/', (req, res) => res.render(view, { a: 1 }))
    const ask = async () => {
      const stock = await render(folder.file(view))
      expect((await exchange(app)).body.toString()).toBe(stock)
      return pages.renderer.stats().engine
    }

    clearCache()
    const once = { 'was compiled by other code first, and is in the cache of its engine': 1 }
    expect(await ask()).toEqual(once)
    clearCache()
    await pages.renderer.precompile([view])
    expect(await ask()).toEqual(once)
  })

  describe('a route before the middleware', () => {
    const ask = async (middlewares, build) => {
      const app = express().set('views', folder.file('.')).set('view engine', 'ejs')
      build?.(app)
      app.get('/early', (req, res) => res.render('plain', { a: 1 }))
      const early = express.Router()
      early.get('/', (req, res, next) => res.render('plain', { a: 1 }, (error, page) => error ? next(error) : res.send(page)))
      app.use('/router', early)
      app.use(...middlewares)
      app.get('/late', (req, res) => res.render('plain', { a: 1 }))
      for (const path of ['/late', '/early', '/router']) {
        expect(await exchange(app, { path })).toMatchObject({ status: 200, body: Buffer.from(`${L}1`) })
      }
    }
    const counts = ({ renderer }) => renderer.stats().engine

    test('is counted once the middleware has had a request', async () => {
      const messages = listenTo(FALLBACK)
      const pages = bufferedRender()
      await ask([pages])
      expect(pages.renderer.stats()).toMatchObject({ engine: { [NOT_PASSED]: 2 } })
      expect(messages).toEqual(Array(2).fill({ view: 'plain', reason: NOT_PASSED }))
    })

    test('is counted once, by the middleware that the response has passed last', async () => {
      const pages = [bufferedRender(), bufferedRender()]
      await ask([pages[1]], (app) => {
        app.use(pages[0]).engine('ejs', (...args) => ejs.renderFile(...args))
      })
      expect(pages.map(counts)).toEqual([{ [UNKNOWN_FUNCTION]: 2 }, { [UNKNOWN_FUNCTION]: 1 }])
    })
  })

  test('another res.render that calls app.render is spliced', async () => {
    const build = (app) => { app.response.render = function (view, locals) { this.app.render(view, { ...locals, _locals: this.locals }, (error, page) => this.send(error ?? page)) } }
    expect(await run(build, 'plain')).toEqual({ engine: {} })
  })

  test('a replaced function of the engine is called by Express', async () => {
    replace(ejs, '__express', (express) => (file, locals, done) => express(file, { ...locals, a: 'replaced' }, done))
    const app = express().set('views', folder.file('.')).set('view engine', 'ejs').use(bufferedRender()).get('/', (req, res) => res.render('plain', { a: 1 }))
    expect((await exchange(app)).body.toString()).toBe(`${L}replaced`)
  })
})

test('without subscribers, nothing is published', async () => {
  const publish = jest.spyOn(channel(FALLBACK), 'publish')
  const renderer = bufferedRender.createRenderer({ views: folder.file('.'), extension: 'ejs' })
  await renderer.render('early', { a: 0 })
  expect(publish).not.toHaveBeenCalled()
  expect(renderer.stats().engine).toEqual({ 'returns early': 1 })
})

/** Code that runs first. Bun's `debuglog` has no `enabled`. */
const RUNTIMES = {
  Node: '',
  Bun: `
    const util = require('node:util')
    const { debuglog } = util
    util.debuglog = (set) => debuglog(set).bind()`
}

test.each(Object.entries(RUNTIMES))('NODE_DEBUG=buffered-render tells once for each view who renders it, and why pages are unencoded, with the debuglog of %s', async (name, setUp) => {
  const program = `${setUp}
    const express = require('express')
    const pages = require('.')({ serverClasses: false, threshold: 0 })
    const app = express().set('views', ${JSON.stringify(folder.file('.'))}).set('view engine', 'ejs')
    app.get('/before', (req, res) => res.render('plain', { a: 0 }))
    app.use(pages)
    app.engine('txt', (file, locals, done) => done(null, 'text'))
    app.get('/write', (req, res) => {
      res.write = res.write.bind(res)
      res.render('plain', { a: 0 })
    })
    const compress = require('compression')({ threshold: 0 })
    app.get('/compressed', compress, (req, res) => res.render('plain', { a: 0 }))
    app.get('/:view', (req, res) => res.render(req.params.view, { a: 0 }))
    const server = app.listen(0, '127.0.0.1', async () => {
      const url = 'http://127.0.0.1:' + server.address().port + '/'
      for (const view of ['plain', 'early', 'text.txt', 'outer', 'plain', 'early', 'text.txt', 'before', 'before', 'write', 'write', 'compressed']) await (await fetch(url + view)).text()
      const { engine, unencoded } = pages.renderer.stats()
      process.stdout.write(JSON.stringify({ engine, unencoded }))
      server.close().closeAllConnections()
    })`
  const cwd = path.join(__dirname, '../..')
  const run = (debug) => runNode(['-e', program], { env: { NODE_DEBUG: debug, NODE_ENV: 'production' } })
  const [{ stdout, stderr }, silent] = await Promise.all([run('buffered-render'), run('')])
  const file = (name) => path.relative(fs.realpathSync(cwd), folder.file(name))

  expect(JSON.parse(stdout)).toEqual({ engine: { 'returns early': 4, 'has an engine without a dialect': 2, [NOT_PASSED]: 2 }, unencoded: { write: 2, compression: 1 } })
  expect(stderr.trim().split('\n').map((line) => line.replace(/^BUFFERED-RENDER \d+: /, ''))).toEqual([
    `${file('plain.ejs')} is spliced`,
    `${file('early.ejs')} is rendered by its engine, because it returns early`,
    'View "text.txt" is left to Express, because it has an engine without a dialect',
    `${file('outer.ejs')} is spliced`,
    `View "plain" is left to Express, because it ${NOT_PASSED}`,
    'Pages are sent unencoded: write',
    'Pages are sent unencoded: compression, which encodes them. To splice them as gzip, set the option "compress" to true'
  ])
  expect(silent).toEqual({ code: 0, stdout, stderr: '' })
})
