'use strict'

const ejs = require('ejs')
const request = require('supertest')
const bufferedRender = require('../..')
const { everyExpress, koaVersions } = require('../support/frameworks')
const { viewFolder } = require('../support/view-folder')

const views = {
  'index.ejs': '<h1><%= user %></h1><%- sidebar %>',
  'partials/sidebar.ejs': '<nav><%= shop %>: <%= posts %>, <%= typeof user %></nav>',
  'own.txt': ''
}

const folder = viewFolder(views)

const HOUR = 3_600_000

describe.each(everyExpress)('in Express $version', ({ express }) => {
  function appWith (pages) {
    const app = express().set('views', folder.file('')).set('view engine', 'ejs')
    app.locals.shop = 'Tea & co'
    app.locals.user = undefined
    if (pages) app.use(pages)
    return app.use((req, res, next) => { res.locals.user = 'ann'; next() })
  }

  test('a view is rendered with the settings and the locals of the app, without those of the response', async () => {
    const pages = bufferedRender({ cache: true })
    const app = appWith(pages)
    let loads = 0
    const sidebar = pages.renderer.cached('sidebar', { view: 'partials/sidebar', ttl: HOUR }, (lang) => ({ posts: `${lang} ${++loads}` }))
    app.get('/', async (req, res) => res.render('index', { sidebar: await sidebar('<de>') }))

    const stock = appWith()
    stock.get('/', (req, res) => {
      const text = ejs.render(views['partials/sidebar.ejs'], { shop: 'Tea & co', posts: '<de> 1', user: undefined })
      res.render('index', { sidebar: text })
    })
    const expected = (await request(stock).get('/')).text
    expect(expected).toBe('<h1>ann</h1><nav>Tea &amp; co: &lt;de&gt; 1, undefined</nav>')
    expect((await request(app).get('/')).text).toBe(expected)
    expect((await request(app).get('/')).text).toBe(expected)
  })

  test('the app of the option `app` is known before its first request; locals are optional', async () => {
    const app = appWith()
    const pages = bufferedRender({ cache: true, app })
    app.use(pages)
    app.locals.posts = 7
    const sidebar = pages.renderer.cached('sidebar', { view: 'partials/sidebar', ttl: HOUR })
    expect(String(await sidebar())).toBe('<nav>Tea &amp; co: 7, undefined</nav>')
  })

  test('a view that Express renders is one fragment, too', async () => {
    const app = appWith()
    app.engine('txt', (file, { shop, n }, callback) => callback(null, `<i>${shop} ${n}</i>`))
    const pages = bufferedRender({ cache: true, app })
    const own = pages.renderer.cached('own', { view: 'own.txt', ttl: HOUR }, (n) => ({ n }))
    expect(String(await own(1))).toBe('<i>Tea & co 1</i>')
    expect(String(await own(1))).toBe('<i>Tea & co 1</i>')
    expect(pages.renderer.stats().engine).toEqual({ 'has an engine without a dialect': 1 })
  })

  test('a second app is an error, unless the option `app` names one', async () => {
    for (const isNamed of [false, true]) {
      const [first, second] = [appWith(), appWith()]
      const pages = bufferedRender({ cache: true, app: isNamed ? first : undefined })
      const sidebar = pages.renderer.cached('sidebar', { view: 'partials/sidebar', ttl: HOUR }, () => ({ posts: 1 }))
      for (const app of [first, second]) {
        app.use(pages)
        app.get('/', async (req, res) => res.send('ok'))
        await request(app).get('/')
      }
      if (isNamed) expect(String(await sidebar())).toContain('Tea &amp; co')
      else await expect(sidebar()).rejects.toThrow('View "partials/sidebar" of a cached fragment: several apps use this middleware. Name one: bufferedRender({ app })')
    }
  })

  test('a view that is missing is the error of Express', async () => {
    const app = appWith()
    const { renderer } = bufferedRender({ cache: true, app })
    await expect(renderer.cached('gone', { view: 'gone', ttl: HOUR })()).rejects.toThrow('Failed to lookup view "gone" in views')
  })
})

test.each(koaVersions)('in Koa $version, a view is rendered by the options of the middleware', async ({ Koa }) => {
  const pages = bufferedRender({ cache: true, views: folder.file(''), extension: 'ejs' })
  const sidebar = pages.renderer.cached('sidebar', { view: 'partials/sidebar', ttl: HOUR }, (posts) => ({ shop: 'Tea', posts }))
  const app = new Koa()
  app.use(pages)
  app.use(async (ctx) => {
    ctx.state.user = 'ann'
    await ctx.render('index', { sidebar: await sidebar(3) })
  })
  for (let i = 0; i < 2; i++) {
    expect((await request(app.callback()).get('/')).text).toBe('<h1>ann</h1><nav>Tea: 3, undefined</nav>')
  }
})

test('a load that is no function', () => {
  const { renderer } = bufferedRender({ cache: true, views: folder.file(''), extension: 'ejs' })
  expect(() => renderer.cached('bad', { view: 'index', ttl: HOUR }, 7)).toThrow('cached("bad") expects a function that gives the locals of the view, got a number')
})
