'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { promisify } = require('node:util')
const expressHandlebars = require('express-handlebars')
const hbs = require('hbs')
const byExpressHandlebars = require('../../lib/dialects/handlebars/express-handlebars')
const byHbs = require('../../lib/dialects/handlebars/hbs')
const { fill, read } = require('../corpus/load')
const L = require('../corpus/long').handlebars()
const dialect = require('../../lib/dialects').byName('handlebars')
const { Template } = require('../../lib/views/template')
const { changedCopy, copied } = require('../support/copied-package')
const { fragmentsOf, shareOf } = require('../support/fragments-of')
const { expressVersions } = require('../support/frameworks')
const { outcome } = require('../support/outcome')
const { sideBySide } = require('../support/side-by-side')
const { viewFolder } = require('../support/view-folder')

const files = fill(read(path.join(__dirname, 'handlebars-express.yaml')), { long: () => L })

/** Sends the result of a template with a helper that throws a value. */
const throwing = (engineOf, thrown) => ({ app, pages }) => {
  const engine = engineOf({ throws: () => { throw thrown } })
  app.engine('hbs', engine.engine ?? engine.__express)
  app.set('views', folder.file('')).set('view engine', 'hbs').use(pages({ engines: { hbs: engine } }))
  app.get('/', (req, res) => res.render('throws', { layout: false }, (error, page) => res.json([String(error), String(page)])))
  app.get('/sent', (req, res) => res.render('throws', { layout: false }))
  app.use((error, req, res, next) => res.status(500).send(String(error)))
}
const throwRequests = [{ path: '/' }, { path: '/sent' }]

const folder = viewFolder(files)

const localsOf = (more) => ({ title: 'T & t', a: '<a>', ...more, settings: { views: folder.file(''), ...more.settings } })

const requests = [
  ['page', {}], ['page', { layout: false }], ['page', { layout: 'alt' }], ['page', { layout: 'none' }], ['empty', {}],
  ['empty', { layout: 'alt' }], ['broken', {}], ['fails', {}], ['helped', { layout: null }], ['missing', {}], ['calls-broken', {}], ['calls-broken', { cache: true }], ['page', { body: 'own', layout: false }],
  ['spaces', {}], ['spaces', { layout: false }], ['blank', {}], ['blank', { layout: false }], ['page', { cache: true }], ['page', { cache: true, layout: 'alt' }]
]
const names = requests.map(([view, locals]) => [`${view} ${JSON.stringify(locals)}`, view, locals])

/** Each package with its instances, its own render, and what is tried of it beside `names`. hbs fails on null and undefined, with an error that nothing catches. */
const PACKAGES = {
  'express-handlebars': {
    renderView: byExpressHandlebars.renderView,
    create: (config) => expressHandlebars.create({
      extname: '.hbs', helpers: { shout: (text) => text.toUpperCase(), size: ({ fn }) => fn({}).length }, ...config
    }),
    withHelpers: (helpers) => PACKAGES['express-handlebars'].create({ helpers }),
    stock: (instance, ...args) => instance.renderView(...args),
    renders: [
      ['helpers of the render', 'helped', { helpers: { shout: (text) => `own ${text}` } }],
      ['partials of the render', 'page', { partials: { part: () => 'own' } }],
      ['metadata', 'data', { data: { x: 1 } }],
      ['several folders', 'page', { settings: { views: ['/nowhere'] } }]
    ],
    errors: [null, undefined, 0, '', false, 'text', {}]
  },
  hbs: {
    renderView: byHbs.renderView,
    create (helpers = {}) {
      const instance = hbs.create()
      instance.registerPartial('part', `${L}{{title}}`)
      instance.registerHelper({ shout: (text) => text.toUpperCase(), size: ({ fn }) => fn({}).length, ...helpers })
      instance.registerAsyncHelper('later', (text, options, callback) => setImmediate(callback, `later ${text}`))
      return instance
    },
    withHelpers: (helpers) => PACKAGES.hbs.create(helpers),
    stock: (instance, ...args) => promisify(instance.__express)(...args),
    renders: [
      ['an asynchronous helper', 'later', {}],
      ['a layout set by the app', 'page', { settings: { 'view options': { layout: 'alt' } } }],
      ['layouts switched off by the app', 'page', { settings: { 'view options': { layout: false } } }],
      ['several folders', 'page', { settings: { views: ['/nowhere', '/none'] } }]
    ],
    errors: [0, '', false, 'text', {}]
  }
}

describe.each(Object.entries(PACKAGES))('%s', (_, { create, withHelpers, stock, renderView, renders, errors }) => {
  test.each([...names, ...renders])('%s', async (_, view, more) => {
    const [alone, ours] = [create(), create()]
    for (let i = 0; i < 2; i++) {
      const expected = await outcome(() => stock(alone, folder.file(`${view}.hbs`), localsOf(more)))
      const actual = await outcome(async () => (await renderView(ours, folder.file(`${view}.hbs`), localsOf(more))).toString())
      expect(actual).toEqual(expected)
    }
    expect(ours.layoutsDir).toBe(alone.layoutsDir)
  })

  test('more than 95 % of a page is in static fragments', async () => {
    const page = await renderView(create(), folder.file('page.hbs'), localsOf({}))
    expect(shareOf(page)).toBeGreaterThan(0.95)
  })

  describe.each(expressVersions)('Express $version', ({ express }) => {
    test.each(errors)('an error of a template may be %p', async (thrown) => {
      const { alone, ours, fallThrough } = await sideBySide(express, throwing(withHelpers, thrown), throwRequests)
      expect(ours).toEqual(alone)
      expect(fallThrough).toBe(0)
    })
  })
})

describe('express-handlebars', () => {
  const { create, stock: stockRender } = PACKAGES['express-handlebars']

  test('concurrent renders do not mix', async () => {
    const ours = create()
    const render = (a) => byExpressHandlebars.renderView(ours, folder.file('page.hbs'), localsOf({ a }))
    const pages = await Promise.all(['1', '2', '3'].map(render))
    expect(pages.map((page) => page.toString().match(/<\/section>\n(\d)/)[1])).toEqual(['1', '2', '3'])
  })

  test('calls a method that the app has replaced', async () => {
    const ours = create()
    ours._renderTemplate = () => 'own'
    expect((await byExpressHandlebars.renderView(ours, folder.file('page.hbs'), localsOf({}))).toString()).toBe('own')
  })

  describe('between two renders, an app', () => {
    const { prototype } = expressHandlebars.ExpressHandlebars
    const { _renderTemplate } = prototype
    afterEach(() => { prototype._renderTemplate = _renderTemplate })

    test.each([
      ['replaces a method', (instance) => { instance._renderTemplate = () => 'own' }],
      ['replaces a method of all instances', () => { prototype._renderTemplate = () => 'own' }],
      ['empties the cache', (instance) => { instance.compiled = {} }],
      ['deletes from the cache', ({ compiled }) => Object.keys(compiled).forEach((file) => { delete compiled[file] })],
      ['compiles a template in the cache', (instance) => instance.getTemplate(folder.file('changes.hbs')).then((template) => template({}))]
    ])('%s', async (_, change) => {
      const [stock, ours] = [create(), create()]
      const render = async (instance, renderView) => {
        fs.writeFileSync(folder.file('changes.hbs'), `old ${L}`)
        const render = async () => String(await renderView(instance, folder.file('changes.hbs'), localsOf({ cache: true, layout: false })))
        const pages = [await render()]
        fs.writeFileSync(folder.file('changes.hbs'), `new ${L}`)
        instance.resetCache()
        await change(instance)
        pages.push(await render(), await render())
        prototype._renderTemplate = _renderTemplate
        return pages
      }
      const expected = await render(stock, stockRender)
      expect(await render(ours, byExpressHandlebars.renderView)).toEqual(expected)
      expect(expected[2]).not.toBe(expected[0])
    })
  })

  const shout = (text) => `${text}!`
  test.each([
    ['a helper of the instance', (instance) => { instance.helpers = { shout } }],
    ['a helper of Handlebars', ({ handlebars }) => handlebars.registerHelper({ own: shout })],
    ['a partial of Handlebars', ({ handlebars }) => handlebars.registerPartial('own', 'changed')],
    ['a helper of the render', () => ({ helpers: { shout } })],
    ['a partial of the render', () => ({ partials: { part: () => 'changed' } })],
    ['what prototypes may give', (instance) => { instance.runtimeOptions = { allowProtoPropertiesByDefault: true } }]
  ])('between two renders changes %s', async (_, change) => {
    const render = async (renderView) => {
      const handlebars = require('handlebars').create()
      handlebars.registerHelper({ own: (text) => text })
      handlebars.registerPartial('own', 'partial')
      const instance = create({ handlebars })
      const page = async (more) => String(await renderView(instance, folder.file('changing.hbs'), localsOf({ cache: true, layout: false, object: Object.create({ inherited: 1 }), ...more })))
      const pages = [await page(), await page()]
      const more = change(instance)
      return [...pages, await page(more), await page(more), await page()]
    }
    const stock = await render(stockRender)
    expect(await render(byExpressHandlebars.renderView)).toEqual(stock)
    expect(stock[2]).not.toBe(stock[1])
  })

  describe.each(['before', 'after'])('a method of all instances, replaced %s the first render, is called on the instance', (moment) => {
    const names = ['renderView', 'render', 'getTemplate', 'getPartials', '_compileTemplate', '_renderTemplate', '_getFile', '_resolveViewsPath', '_resolveLayoutPath']
    test.each(names)('%s', async (name) => {
      const copy = copied('express-handlebars')
      const { prototype } = copy.ExpressHandlebars
      const own = prototype[name]
      const pages = { stock: [], ours: [] }
      for (const side of ['stock', 'ours']) {
        const calls = []
        const instance = copy.create({ extname: '.hbs', helpers: { calls: () => calls.join() } })
        const renderView = side === 'stock' ? stockRender : byExpressHandlebars.renderView
        const render = async () => pages[side].push(String(await renderView(instance, folder.file('page.hbs'), localsOf({ a: calls.join() }))))
        if (moment === 'after') await render()
        prototype[name] = function (...args) {
          calls.push(this === instance)
          return own.apply(this, args)
        }
        await render()
        await render()
        prototype[name] = own
        pages[side].push(calls)
      }
      expect(pages.ours).toEqual(pages.stock)
      expect(pages.stock.at(-1)).toContain(true)
    })
  })

  test('to find out what it is, the search calls no function of the app', () => {
    const called = jest.fn()
    const renderView = (...args) => called(args)
    const methods = { renderView () { called() }, async renderViewLater () { called() } }
    class Own extends expressHandlebars.ExpressHandlebars { renderView () { called() } }
    const named = (fn) => Object.defineProperty(fn, 'name', { value: 'bound renderView' })
    const others = [renderView.bind(null), methods.renderView.bind(methods), named(methods.renderViewLater.bind(methods)), named(called.bind(null)), new Own().engine]
    for (const fn of others) {
      expect(fn.name).toBe('bound renderView')
      expect(byExpressHandlebars.instanceOf(fn, expressHandlebars)).toBeUndefined()
    }
    expect(called).not.toHaveBeenCalled()
  })

  test('finds the instance of a function for Express', () => {
    const instance = create()
    expect(byExpressHandlebars.instanceOf(instance.engine, expressHandlebars)).toBe(instance)
    expect(byExpressHandlebars.instanceOf(expressHandlebars.engine({ extname: 'q' }), expressHandlebars).extname).toBe('.q')
    expect(byExpressHandlebars.instanceOf(() => {}, expressHandlebars)).toBe(undefined)
    expect(byExpressHandlebars.instanceOf(instance.engine, {})).toBe(undefined)
    expect(instance.partialsDir).toBe(undefined)
  })
})

describe('the package renders a page if the last one of the view was short', () => {
  const creates = {
    hbs: () => hbs.create(),
    'express-handlebars': () => expressHandlebars.create({ extname: '.hbs', defaultLayout: 'layout', layoutsDir: folder.file('') })
  }
  const SHORT = 'has no static text that is long enough'
  const renders = [
    [{ layout: false }, undefined], [{ layout: false }, SHORT], [{ layout: false, a: '<b>' }, SHORT],
    [{ layout: 'layout' }, SHORT], [{ layout: 'layout' }, undefined], [{ layout: false }, undefined], [{ layout: false }, SHORT]
  ]
  test.each(Object.entries(creates))('%s', async (name, create) => {
    const [stock, instance] = [create(), create()]
    const template = new Template('short.hbs', dialect.compile('', { filename: folder.file('short.hbs'), engine: instance, options: { cache: true } }))
    for (const [more, reason] of renders) {
      const locals = () => localsOf({ cache: true, ...more })
      const page = await template.render(locals())
      expect(page.toString()).toBe(await PACKAGES[name].stock(stock, folder.file('short.hbs'), locals()))
      expect(page.engineFallback).toBe(reason)
      expect(fragmentsOf(page).length > 0).toBe(reason === undefined && more.layout === 'layout')
    }
  })
})

describe('hbs', () => {
  const { create, stock: stockRender } = PACKAGES.hbs
  const templateOf = (instance) => new Template('page.hbs', dialect.compile('', { filename: folder.file('page.hbs'), engine: instance, options: {} }))

  test('a page whose helper renders another view keeps its static fragments', async () => {
    const ours = create()
    const cached = (more) => localsOf({ cache: true, ...more })
    ours.registerHelper('shout', () => byHbs.renderView(ours, folder.file('empty.hbs'), cached()).toString().length)
    const render = () => byHbs.renderView(ours, folder.file('helped.hbs'), cached())
    await byHbs.renderView(ours, folder.file('empty.hbs'), cached())
    await render()
    expect(shareOf(await render())).toBeGreaterThan(0.5)
  })

  test('is found by its own function for Express, and nothing is called or written to find another', () => {
    const called = jest.fn()
    const { __express } = create()
    const bind = jest.spyOn(Function.prototype, 'bind')
    const middleware = function () { called() }
    for (const fn of [__express, middleware.bind({}), called]) expect(byHbs.instanceOf(fn, hbs)).toBe(undefined)
    expect(byHbs.instanceOf(hbs.__express, hbs)).toBe(hbs)
    expect(called).not.toHaveBeenCalled()
    expect(bind.mock.contexts).toEqual([middleware])
  })

  test.each(expressVersions)('of `create()` is an engine of the option `engines`, and else Express\'s, with a warning: Express $version', async ({ express }) => {
    const emitWarning = jest.spyOn(process, 'emitWarning').mockImplementation(() => {})
    for (const isNamed of [true, false]) {
      const { alone, ours, fallThrough } = await sideBySide(express, ({ app, pages }) => {
        const instance = create()
        app.engine('hbs', instance.__express).set('views', folder.file('')).set('view engine', 'hbs')
        app.use(pages(isNamed ? { engines: { hbs: instance } } : {}))
        app.get('/', (req, res) => res.render('page', { a: 1, title: 'T' }))
      })
      expect(ours).toEqual(alone)
      expect(alone.answers[0].status).toBe(200)
      expect(fallThrough).toBe(isNamed ? 0 : 1)
    }
    const messages = emitWarning.mock.calls.map(([message]) => message).filter((message) => message.includes('of hbs.create()'))
    expect(messages.length).toBeLessThanOrEqual(1)
  })

  test('an __express that the app replaces, before or after the first render, renders the views', async () => {
    const instance = create()
    const render = async () => {
      const template = templateOf(instance)
      return [String(await template.render(localsOf({}))), await template.precompile()]
    }
    const page = String(await byHbs.renderView(instance, folder.file('page.hbs'), localsOf({})))
    expect(page).toBe(await stockRender(instance, folder.file('page.hbs'), localsOf({})))
    const { __express } = instance
    instance.__express = (file, locals, callback) => __express(file, { ...locals, a: 'replaced' }, callback)
    expect(await render()).toEqual([await stockRender(instance, folder.file('page.hbs'), localsOf({})), 'is of an instance of hbs with another __express()'])
    expect((await render())[0]).toContain('replaced')
  })

  test('an hbs with other code renders its views itself', async () => {
    const changed = changedCopy(require.resolve('hbs/lib/hbs.js'), (code) => code.replace('self.cache = {};', 'self.cache = {}; self.more = 1;'))
    const instance = changed.create(require('handlebars').create())
    instance.registerPartial('part', L)
    const template = templateOf(instance)
    expect(await template.precompile()).toBe('is rendered by functions of hbs whose code is unknown')
    expect(String(await template.render(localsOf({})))).toBe(await stockRender(instance, folder.file('page.hbs'), localsOf({})))
  })

  test.each(expressVersions)('passes the locals of the app to templates as data, Express $version', async ({ express }) => {
    const { alone, ours, fallThrough } = await sideBySide(express, ({ app, pages }) => {
      const instance = hbs.create()
      instance.localsAsTemplateData(app)
      app.engine('hbs', instance.__express).set('views', folder.file('')).set('view engine', 'hbs')
      app.use(pages({ engines: { hbs: instance } }))
      app.locals.x = 'of the app'
      app.get('/', (req, res) => res.render('data', { layout: false }))
    })
    expect(ours).toEqual(alone)
    expect(alone.answers[0].body).toContain('of the app')
    expect(fallThrough).toBe(1)
  })

  test('locals without settings give the same error', async () => {
    const locals = () => ({ settings: null, layout: undefined })
    const expected = await outcome(() => stockRender(create(), folder.file('page.hbs'), locals()))
    expect(await outcome(() => templateOf(create()).render(locals()))).toEqual(expected)
    expect(expected).toHaveProperty('error')
  })

  test('waits for partials that are being registered', async () => {
    const instance = hbs.create()
    const registered = new Promise((resolve) => instance.registerPartials(folder.file('partials'), resolve))
    const page = await byHbs.renderView(instance, folder.file('page.hbs'), localsOf({ layout: false }))
    await registered
    expect(page.toString()).toContain('T &amp; t')
  })
})
