'use strict'

const fs = require('node:fs')
const bufferedRender = require('../..')
const { ExpressViews } = require('../../lib/frameworks/express-views')
const { exchange } = require('../support/exchange')
const { everyExpress, expressVersions } = require('../support/frameworks')
const { expectSame, sideBySide } = require('../support/side-by-side')
const { viewFolder } = require('../support/view-folder')

const text = (file, locals, callback) => callback(null, fs.readFileSync(file, 'utf8').replace('$v', locals.v))

const folder = viewFolder({
  'public/index.ejs': 'PUBLIC <%= v %>',
  'public/index.html': 'PUBLIC html {{v}}',
  'public/index.txt': 'PUBLIC text $v',
  'public/other.ejs': 'OTHER <%= v %>',
  'public/index.pug': '| PUBLIC pug #{v}',
  'admin/index.ejs': 'ADMIN <%= v %>',
  'admin/index.txt': 'ADMIN text $v',
  'admin/deep/index.ejs': 'DEEP <%= v %>'
})

const publicViews = folder.file('public')
const adminViews = folder.file('admin')

const orders = [['/admin', '/'], ['/', '/admin']]
const switches = [true, false]
const combinations = orders.flatMap((order) => switches.map((cache) => ({ order, cache })))

const render = (view, locals = { v: 1 }) => (req, res) => res.render(view, locals)
const renderByApp = (view) => (req, res, next) => req.app.render(view, { v: 1 }, (error, page) => error ? next(error) : res.send(page))
const sendError = (error, req, res, next) => res.status(500).send(error.message)

function createApp (express, cache) {
  return express().set('views', publicViews).set('view engine', 'ejs').set('view cache', cache).engine('txt', text)
}

/** An app of Express alone, whose part for `/admin` has an app of its own: what the option `views` stands for. */
function createAlone (express, cache, view) {
  const admin = createApp(express, cache).set('views', adminViews).get('/', render(view))
  return createApp(express, cache).use('/admin', admin).get('/', render(view))
}

const parts = {
  'a middleware for a path': (app, view) => app.use('/admin', bufferedRender({ views: adminViews })).get('/admin', render(view)).get('/', render(view)),
  'two middlewares': (app, view) => {
    app.get('/admin', bufferedRender({ views: adminViews }), render(view)).get('/', bufferedRender(), render(view))
  },
  'a middleware in a router': (app, view, { Router }) => app.use('/admin', Router().use(bufferedRender({ views: adminViews })).get('/', render(view))).get('/', render(view)),
  'a middleware beside app.render': (app, view) => app.use(bufferedRender({ views: adminViews })).get('/admin', render(view)).get('/', renderByApp(view)),
  'a middleware that has compiled its views before': async (app, view) => {
    const pages = bufferedRender({ views: adminViews, app })
    await pages.renderer.precompile()
    await pages.renderer.render(view, { v: 1 })
    app.use(pages).get('/admin', render(view)).get('/', renderByApp(view))
  }
}

async function bodiesOf (app, paths) {
  const bodies = []
  for (const path of paths) bodies.push((await exchange(app, { path })).body.toString())
  return bodies
}

describe.each(everyExpress)('Express $version, view cache', ({ express }) => {
  describe.each(Object.entries(parts))('%s', (name, addRoutes) => {
    test.each(combinations)('renders the views of each folder, in the order $order, view cache $cache', async ({ order, cache }) => {
      for (const view of ['index', 'index.ejs', 'index.txt']) {
        const app = createApp(express, cache)
        await addRoutes(app, view, express)
        const alone = await bodiesOf(createAlone(express, cache, view), [...order, ...order])
        expect(await bodiesOf(app, [...order, ...order])).toEqual(alone)
        expect(alone[0]).not.toBe(alone[1])
      }
    })
  })

  test('holds no view that an option or the default extension has found', async () => {
    const app = express().set('views', publicViews).set('view cache', true)
    const pages = bufferedRender({ app })
    app.use(pages).get('/', render('index')).get('/app', renderByApp('index')).use(sendError)
    const alone = express().set('views', publicViews).set('view cache', true).get('/app', renderByApp('index')).use(sendError)
    await pages.renderer.precompile()

    expect(app.cache).toEqual({})
    expect(await bodiesOf(app, ['/', '/', '/app'])).toEqual(['PUBLIC html 1', 'PUBLIC html 1', ...await bodiesOf(alone, ['/app'])])
    expect(app.cache).toEqual({})
  })

  test.each([
    { option: 'views', options: { views: adminViews } },
    { option: 'extension', options: { extension: 'pug' } },
    { option: 'engines', options: { engines: { ejs: 'ejs' } } },
    { option: 'cache', cache: false, options: { cache: true } }
  ])('holds no view of the option $option', async ({ option, options, cache = true }) => {
    const app = createApp(express, cache)
    app.use(bufferedRender(options)).get('/', render('index'))
    const [first, second] = await bodiesOf(app, ['/', '/'])
    expect(second).toBe(first)
    expect(Object.keys(app.cache)).toEqual([])
    // Express's View class adds the engine of a view that it finds by the app's settings.
    expect(Object.keys(app.engines)).toEqual(option === 'cache' ? ['.txt', '.ejs'] : ['.txt'])
  })

  test('holds no view after precompile(), so that settings may still change', async () => {
    const app = createApp(express, true)
    const pages = bufferedRender({ app })
    await pages.renderer.precompile()
    expect(Object.keys(app.cache)).toEqual([])
    app.set('views', adminViews).use(pages).get('/', render('index'))
    expect(await bodiesOf(app, ['/'])).toEqual(['ADMIN 1'])
  })
})

describe.each(expressVersions)('Express $version', ({ express }) => {
  const View = express().get('view')
  class Elsewhere extends View {
    lookup (name) {
      return super.lookup(name.replace('index', 'other'))
    }
  }

  test.each(switches)('renders as Express when settings change between requests, view cache %s', async (cache) => {
    const changes = { views: [adminViews, publicViews], 'view engine': 'pug', 'view cache': !cache, view: Elsewhere }
    const pages = ['/page', '/app', '/full', '/absolute', '/proto']
    for (const [name, value] of Object.entries(changes)) {
      for (const requests of [['/change', ...pages], [...pages, '/change', ...pages], ['/app', '/change', '/page'], ['/page', '/change', '/app']]) {
        const { alone, ours } = await sideBySide(express, ({ app, pages }) => {
          app.set('views', publicViews).set('view engine', 'ejs').set('view cache', cache)
          app.use(pages())
          app.get('/change', (req, res) => res.send(`${app.set(name, value)}`.slice(0, 3)))
          app.get('/page', render('index')).get('/app', renderByApp('index')).get('/full', render('index.ejs'))
          app.get('/absolute', render(folder.file('public/index'))).get('/proto', render('__proto__'))
          app.use(sendError)
        }, requests.map((path) => ({ path })))
        expect({ name, requests, ...ours }).toEqual({ name, requests, ...alone })
      }
    }
  })

  test('takes from app.cache what Express takes', async () => {
    const { alone, spliced } = await expectSame(express, ({ app, pages }) => {
      app.set('views', publicViews).set('view engine', 'ejs').set('view cache', true)
      app.cache.index = new View('other', { defaultEngine: 'ejs', root: publicViews, engines: app.engines })
      app.use(pages()).get('/', render('index'))
    }, [{}, {}])
    expect(alone.answers[0].body).toBe('OTHER 1')
    expect(spliced).toBe(2)
  })

  test('with a setting view engine that is no text, fails as Express', async () => {
    for (const [setting, status] of [[require('ejs'), 500], [5, 500], [['ejs'], 200]]) {
      const { alone } = await expectSame(express, ({ app, pages }) => {
        app.set('views', publicViews).set('view engine', setting)
        app.use(pages()).get('/', render('index')).use(sendError)
      })
      expect(alone.answers[0].status).toBe(status)
    }
  })

  test('a view of the option views that has no dialect is outside of no folder', async () => {
    const app = createApp(express, true)
    app.use(bufferedRender({ views: adminViews })).get('/', render('../public/index.txt')).use(sendError)
    const { status, body } = await exchange(app)
    expect(status).toBe(500)
    expect(body.toString()).toBe(`View "../public/index.txt" is outside of the views folders: "${adminViews}"`)
  })

  test.each([
    ['neither the option nor the app has is an error, and', 'nowhere', [{ view: 'nowhere', file: undefined, error: expect.objectContaining({ message: expect.stringContaining('Failed to lookup view "nowhere"') }) }], []],
    ['only the app has', 'other', [], [{ view: 'other', reason: 'is not found' }]]
  ])('precompile() of a view that %s renders nothing', async (_, view, expectedErrors, expectedFallbacks) => {
    const app = createApp(express, true)
    const { errors, fallbacks } = await bufferedRender({ views: adminViews, app }).renderer.precompile([view])
    expect({ errors, fallbacks }).toEqual({ errors: expectedErrors, fallbacks: expectedFallbacks })
    expect(app.cache).toEqual({})
  })

  test('keeps a limited number of views of its own, and finds any beyond', () => {
    const { viewSettings } = bufferedRender({ views: adminViews }).renderer
    const views = new ExpressViews(createApp(express, true), viewSettings)
    for (let i = 0; i < 10_100; i++) expect(views.find(`deep${'/.'.repeat(i % 101)}${'/'.repeat(i / 101 + 1)}index`, { cache: true }).file).toBe(folder.file('admin/deep/index.ejs'))
    expect(viewSettings.viewCacheOf(views.lookup).size).toBe(10_000)
  })
})
