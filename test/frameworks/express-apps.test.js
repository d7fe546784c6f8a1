'use strict'

const { promisify } = require('node:util')
const ejs = require('ejs')
const bufferedRender = require('../..')
const { expressVersions } = require('../support/frameworks')
const { expectSame, sideBySide } = require('../support/side-by-side')
const { viewFolder } = require('../support/view-folder')

const source = '<p><%= title %> of <%= typeof owner === "undefined" ? "nobody" : owner %> in <%= settings.place %></p>'
const folder = viewFolder({
  'parent/page.ejs': `parent: ${source}`,
  'parent/parent-only.ejs': `parent only: ${source}`,
  'child/page.ejs': `child: ${source}`,
  'child/page.html': `child html: ${source}`
})

const render = (view, title) => (req, res) => res.render(view, { title })

/** A parent with `child` below `/child`, which sets up itself. */
function mount ({ onParent = [], onChild = [], settings = {}, prepare = () => {} }) {
  return ({ express, app, pages }) => {
    const child = express()
    app.set('views', folder.file('parent')).set('view engine', 'ejs').set('place', 'the parent')
    app.locals.owner = 'the app'
    for (const [name, value] of Object.entries(settings)) child.set(name, value)
    prepare(child)

    for (const options of onParent) app.use(pages(options))
    for (const options of onChild) child.use(pages(options))
    child.get('/', render('page', 'child'))
    child.get('/missing', render('parent-only', 'child'))
    child.get('/next', (req, res, next) => next())
    app.use('/child', child)
    app.use('/child', render('page', 'after the child'))
    app.get('/', render('page', 'parent'))
    app.use((error, req, res, next) => { res.status(500).send(error.message) })
  }
}

const own = { views: folder.file('child') }
const mounts = [
  { name: 'the middleware on the parent', onParent: [{}], settings: own },
  { name: 'the middleware on the child', onChild: [{}], settings: own },
  { name: 'the middleware on both', onParent: [{}], onChild: [{}], settings: own },
  { name: 'the middleware twice on each', onParent: [{}, {}], onChild: [{}, {}], settings: own },
  { name: 'a setting of its own', onParent: [{}], settings: { ...own, place: 'the child' } },
  { name: 'a view engine of its own', onParent: [{}], settings: { ...own, 'view engine': 'html' }, prepare: (child) => child.engine('html', ejs.renderFile) },
  { name: 'locals of its own', onParent: [{}], settings: own, prepare: (child) => { child.locals.owner = 'the child' } },
  { name: 'a view cache of its own', onParent: [{}], settings: { ...own, 'view cache': true } },
  { name: 'an etag setting of its own', onParent: [{}], settings: { ...own, etag: 'strong' } },
  { name: 'etag: false of its own', onParent: [{}], settings: { ...own, etag: false } }
]

describe.each(expressVersions)('Express $version', ({ express }) => {
  describe('renders like Express alone in a mounted app with', () => {
    const requests = ['/child', '/', '/child/missing', '/child/next', '/child'].map((path) => ({ path }))

    // The view that is missing is left to Express.
    test.each(mounts)('$name', async (apps) => {
      const result = await expectSame(express, mount(apps), requests)

      expect(result.ours.answers.map(({ status }) => status)).toEqual([200, 200, 500, 200, 200])
      expect(result.ours.answers[0].body).toMatch(/^child( html)?: <p>child of/)
      expect(result.spliced).toBeGreaterThanOrEqual(2)
      expect(result.fallThrough).toBe(1)
    })
  })

  test('renders like Express alone in routers, in any order of middleware', async () => {
    const { ours, spliced } = await expectSame(express, ({ express, app, pages }) => {
      const inner = express.Router().get('/page', render('page', 'inner'))
      const outer = express.Router().use(pages()).use('/inner', inner).get('/page', render('page', 'outer'))
      app.set('views', folder.file('parent')).set('view engine', 'ejs').set('place', 'routers')
      app.use('/outer', outer)
      app.get('/page', render('page', 'plain'))
    }, ['/outer/inner/page', '/outer/page', '/page'].map((path) => ({ path })))

    expect(ours.answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(spliced).toBe(2)
  })

  test('does not touch requests that do not pass the middleware', async () => {
    const { spliced } = await expectSame(express, ({ app, pages }) => {
      app.set('views', folder.file('parent')).set('view engine', 'ejs').set('place', 'a path')
      app.use('/ours', pages())
      app.get(['/ours', '/alone'], render('page', 'a page'))
    }, ['/alone', '/ours', '/alone'].map((path) => ({ path })))

    expect(spliced).toBe(1)
  })

  test('keeps the views of several apps that share one middleware apart', async () => {
    const { ours, spliced } = await expectSame(express, ({ express, app, pages }) => {
      const shared = pages({ cache: true })
      for (const name of ['parent', 'child']) {
        const each = express().set('views', folder.file(name)).set('view engine', 'ejs').set('place', name)
        app.use(`/${name}`, each.use(shared).get('/', render('page', name)))
      }
    }, ['/parent', '/child', '/parent', '/child'].map((path) => ({ path })))

    expect(ours.answers.map(({ body }) => body.split(':')[0])).toEqual(['parent', 'child', 'parent', 'child'])
    expect(spliced).toBe(4)
  })

  describe('without a request, the renderer', () => {
    const appOf = (name) => {
      const app = express().set('views', folder.file(name)).set('view engine', 'ejs').set('place', name)
      app.locals.owner = 'the app'
      return app
    }

    test('renders views of the option app as app.render does', async () => {
      const app = appOf('parent')
      const { renderer } = bufferedRender({ app })
      for (const each of [renderer, bufferedRender.createRenderer({ app })]) {
        const page = await each.render('page', { title: 'a page' })
        expect(String(page)).toBe(await promisify(app.render).call(app, 'page', { title: 'a page' }))
        expect(String(page)).toBe('parent: <p>a page of the app in parent</p>')
      }
      await expect(renderer.render('missing')).rejects.toThrow('Failed to lookup view "missing" in views directory')
    })

    test('uses the options only if an app is known by a request alone', async () => {
      const pages = bufferedRender({ extension: 'ejs' })
      const app = appOf('parent').use(pages).get('/', render('page', 'a request'))
      const { alone } = await sideBySide(express, ({ app: outer }) => outer.use(app), [{ path: '/' }])
      expect(alone.answers[0].body).toBe('parent: <p>a request of the app in parent</p>')
      await expect(pages.renderer.render('page')).rejects.toThrow('View "page" was not found')
    })
  })
})
