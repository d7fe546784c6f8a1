'use strict'

const { AsyncLocalStorage } = require('node:async_hooks')
const fs = require('node:fs')
const path = require('node:path')
const ejs = require('ejs')
const bufferedRender = require('../..')
const { exchange } = require('../support/exchange')
const { everyExpress } = require('../support/frameworks')
const { expectSame } = require('../support/side-by-side')
const { viewFolder } = require('../support/view-folder')

// Views are looked up as by Express: once the locals are merged, with what the settings are then.

let folder
beforeEach(() => {
  folder = viewFolder({ 'second/page.ejs': 'second <%= 1 %>', 'second/page.html': '<%= 1 %> {{x}}', 'ann/page.ejs': 'ann', 'bob/page.ejs': 'bob', 'second/page.txt': 'text' })
})

const sendError = (error, req, res, next) => res.status(500).send(error.message)
const bodiesOf = ({ answers }) => answers.map(({ body }) => body)
const setUp = (app) => app.set('env', 'test').set('views', [folder.file('first'), folder.file('second')]).set('view engine', 'ejs')

/** Writes a view into the folder that comes first, and deletes it for the other side. */
const writeFirst = () => {
  fs.mkdirSync(folder.file('first'), { recursive: true })
  fs.writeFileSync(folder.file('first/page.ejs'), 'first')
}
const removeFirst = () => fs.rmSync(folder.file('first'), { recursive: true, force: true })

describe.each(everyExpress)('Express $version', ({ express }) => {
  test.each([{ option: 'views' }, { option: 'extension' }])('a mounted app has the engines of its parent, with the option $option', async ({ option }) => {
    const { alone, fallThrough } = await expectSame(express, ({ app, pages }) => {
      const options = { views: { views: folder.file('second') }, extension: { extension: '.html' } }
      app.engine('html', ejs.renderFile)
      const mounted = express().set('views', folder.file('second')).set('view engine', 'html')
      app.use(mounted)
      mounted.use(pages(options[option])).get('/', (req, res) => res.render('page', { x: 1 }))
    }, [{}, {}])
    expect(bodiesOf(alone)).toEqual(['1 {{x}}', '1 {{x}}'])
    expect(fallThrough).toBe(0)
  })

  test('a View class that looks up by tenant, with an app.cache for each', async () => {
    const { alone } = await expectSame(express, ({ app, pages }) => {
      const tenants = new AsyncLocalStorage()
      class Tenant extends app.get('view') {
        constructor (name, options) { super(name, { ...options, root: folder.file(tenants.getStore()) }) }
      }
      const caches = { ann: {}, bob: {} }
      Object.defineProperty(app, 'cache', { get: () => caches[tenants.getStore()] ?? {} })
      setUp(app).set('view', Tenant).enable('view cache')
      app.use((req, res, next) => tenants.run(req.query.tenant, next)).use(pages()).get('/', (req, res) => res.render('page'))
    }, ['ann', 'bob', 'ann'].map((tenant) => ({ path: `/?tenant=${tenant}` })))
    expect(bodiesOf(alone)).toEqual(['ann', 'bob', 'ann'])
  })

  test.each([
    { name: 'app.cache has been emptied', change: (app) => Object.keys(app.cache).forEach((key) => { delete app.cache[key] }), locals: {} },
    { name: 'only an uncached render has found it', change: () => {}, locals: { cache: false } },
    { name: 'the View class has changed', change: (app) => app.set('view', class extends app.get('view') {}), locals: { cache: false } }
  ])('a view that has moved is found, if $name', async ({ change, locals }) => {
    const { alone } = await expectSame(express, ({ app, pages }) => {
      setUp(app).enable('view cache')
      app.use(pages()).get('/', (req, res) => res.render('page', { ...locals }))
      app.get('/moved', (req, res) => {
        writeFirst()
        change(app)
        res.render('page', () => {
          res.once('finish', removeFirst)
          res.render('page')
        })
      })
    }, [{}, { path: '/moved' }])
    expect(bodiesOf(alone)).toEqual(['second 1', 'first'])
  })

  test('renderer.clear() forgets where an option has found views', async () => {
    const pages = bufferedRender({ views: [folder.file('first'), folder.file('second')] })
    const app = express().set('view engine', 'ejs').enable('view cache').use(pages).get('/', (req, res) => res.render('page'))
    expect((await exchange(app)).body.toString()).toBe('second 1')
    writeFirst()
    expect((await exchange(app)).body.toString()).toBe('second 1')
    pages.renderer.clear()
    expect((await exchange(app)).body.toString()).toBe('first')
  })

  test('a getter among the locals may change the settings', async () => {
    const { alone } = await expectSame(express, ({ app, pages }) => {
      setUp(app).use(pages()).get('/', (req, res) => res.render('page', { get x () { return app.set('views', folder.file('ann')) } }))
    })
    expect(bodiesOf(alone)).toEqual(['ann'])
  })

  test('a file that is deleted is rendered from app.cache, if the locals have cache', async () => {
    const { alone } = await expectSame(express, ({ app, pages }) => {
      fs.writeFileSync(folder.file('second/page.ejs'), 'second <%= 1 %>')
      const engine = require('ejs6')
      engine.clearCache()
      setUp(app).engine('ejs', engine.renderFile)
      app.use(pages()).get('/', (req, res) => {
        res.once('finish', () => fs.rmSync(folder.file('second/page.ejs'), { force: true }))
        res.render('page', { cache: true })
      })
      app.use(sendError)
    }, [{}, {}])
    expect(bodiesOf(alone)).toEqual(['second 1', 'second 1'])
  })

  test('a view without a file in app.cache, and a name of Object.prototype, are rendered as by Express', async () => {
    const { alone } = await expectSame(express, ({ app, pages }) => {
      setUp(app).enable('view cache')
      app.cache.own = { render: (locals, done) => done(null, `own ${locals.x}`) }
      app.use(pages()).get('/:name', (req, res) => res.render(req.params.name, { x: 1 })).use(sendError)
    }, ['own', 'constructor', 'missing'].map((name) => ({ path: `/${name}` })))
    expect(alone.answers[0].body).toBe('own 1')
  })

  test('precompile() of a view named as a property of Object.prototype does not render it', async () => {
    fs.writeFileSync(folder.file('second/constructor.ejs'), '<% rendered() %>')
    const app = setUp(express()).enable('view cache')
    app.locals.rendered = jest.fn()
    await bufferedRender({ app }).renderer.precompile()
    expect(app.locals.rendered).not.toHaveBeenCalled()
  })

  const ENGINES = {
    text: (file, locals, done) => done(null, path.basename(file)),
    buffer: (file, locals, done) => done(null, Buffer.from('buffer')),
    object: (file, locals, done) => done(null, { a: 1 }),
    null: (file, locals, done) => done(null, null),
    twice: (file, locals, done) => { done(null, 'a'); done(null, 'b') },
    error: (file, locals, done) => done('an error'),
    thrown: () => { throw new Error('thrown') }
  }
  test.each(Object.keys(ENGINES))('a function of the app for views of an option is called as by Express: %s', async (name) => {
    await expectSame(express, ({ app, pages, log }) => {
      setUp(app).engine('txt', ENGINES[name]).set('view engine', 'txt')
      app.use(pages({ extension: '.txt' })).use((req, res, next) => {
        const calls = []
        if (req.path === '/') return name === 'twice' ? res.end() : res.render('page')
        res.render('page', (error, text) => {
          calls.push([String(error?.message ?? error), typeof text, String(text)])
          if (req.path === '/throws' && calls.length === 1 && express.application.lazyrouter) throw new Error('of the callback')
        })
        calls.push('returned')
        setTimeout(() => { log.push(calls); res.end() }, 20)
      })
      app.use(sendError)
    }, [{}, { path: '/callback' }, { path: '/throws' }])
  })

  test('an option that equals the setting of the app is no reason to keep views apart', async () => {
    const app = setUp(express()).enable('view cache')
    app.use(bufferedRender({ views: [...app.get('views')], extension: 'ejs' })).get('/', (req, res) => res.render('page'))
    await exchange(app)
    expect(Object.keys(app.cache)).toEqual(['page'])
  })

  test('finding Express\'s View class sets nothing of the app', async () => {
    const { alone } = await expectSame(express, ({ app, pages }) => {
      let locals = Object.assign(Object.create(null), app.locals, { x: 'kept' })
      Object.defineProperty(app, 'locals', { get: () => locals, set (value) { locals = value } })
      fs.writeFileSync(folder.file('second/page.ejs'), '<%= x %>')
      setUp(app)
      app.use(pages()).get('/', (req, res) => res.render('page')).use(sendError)
      Object.freeze(app)
    })
    expect(bodiesOf(alone)).toEqual(['kept'])
  })

  test.each([['ann', 'bob'], ['bob', 'ann']])('of two middlewares, the one that a response passes last renders, whichever path is asked for first: %s, then %s', async (outer, inner) => {
    for (const paths of [['/inner', '/'], ['/', '/inner']]) {
      const app = express().set('view engine', 'ejs')
      app.use(bufferedRender({ views: folder.file(outer) }))
      app.use('/inner', bufferedRender({ views: folder.file(inner) }))
      app.get(['/', '/inner'], (req, res) => res.render('page'))
      const pages = {}
      for (const path of paths) pages[path] = (await exchange(app, { path })).body.toString()
      expect(pages).toEqual({ '/': outer, '/inner': inner })
    }
  })

  test('middlewares share the methods of the responses, however many there are', async () => {
    const app = express().set('view engine', 'ejs')
    const methods = new Set()
    app.use((req, res, next) => bufferedRender({ views: folder.file('ann') })(req, res, next))
    app.get('/', (req, res) => {
      methods.add(res.render).add(res.send)
      res.render('page')
    })
    for (let i = 0; i < 3; i++) expect((await exchange(app)).body.toString()).toBe('ann')
    expect(methods.size).toBe(2)
  })
})
