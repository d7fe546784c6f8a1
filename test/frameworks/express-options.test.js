'use strict'

const ejs = require('ejs')
const bufferedRender = require('../..')
const { expressVersions } = require('../support/frameworks')
const { expectSame, withOurs } = require('../support/side-by-side')
const { viewFolder } = require('../support/view-folder')

const folder = viewFolder({
  'views/page.ejs': '<p>of the app, <%= name %></p>',
  'views/page.html': '<p>of the app, html, <%= name %></p>',
  'others/page.ejs': '<p>of the option, <%= name %></p>',
  'others/page.html': '<p>of the option, html, <%= name %></p>',
  'others/marked.ejs': '<p>[%= name %]</p>',
  'parts/part.ejs': '<i><%= name %></i>',
  'others/includes.ejs': '<%- include("part") %>'
})

describe.each(expressVersions)('Express $version', ({ express }) => {
  const cases = [
    { name: 'views', options: { views: folder.file('others') }, body: '<p>of the option, Zoë</p>' },
    { name: 'views, a list', options: { views: [folder.file('nowhere'), folder.file('others')] }, body: '<p>of the option, Zoë</p>' },
    { name: 'extension', options: { extension: 'html' }, engines: { html: ejs.renderFile }, body: '<p>of the app, html, Zoë</p>' },
    { name: 'extension, except for a view with an extension,', options: { extension: 'html' }, engines: { html: ejs.renderFile }, view: 'page.ejs', body: '<p>of the app, Zoë</p>' },
    { name: 'views, also for includes,', options: { views: [folder.file('others'), folder.file('parts')] }, view: 'includes', body: '<i>Zoë</i>' },
    { name: 'engineOptions', options: { views: folder.file('others'), engineOptions: { openDelimiter: '[', closeDelimiter: ']' } }, view: 'marked', body: '<p>Zoë</p>' }
  ]

  test.each(cases)('the option $name overrides the setting', async ({ options, engines = {}, view = 'page', body }) => {
    const { ours, fallThrough } = await withOurs(express, ({ app, pages }) => {
      app.set('views', folder.file('views')).set('view engine', 'ejs')
      for (const [extension, engine] of Object.entries(engines)) app.engine(extension, engine)
      app.use(pages(options))
      app.get('/', (req, res) => res.render(view, { name: 'Zoë' }))
    })
    expect(ours.answers[0]).toMatchObject({ status: 200, body })
    expect(fallThrough).toBe(0)
  })

  test('the option engines gives a custom engine function a dialect', async () => {
    const { fallThrough } = await expectSame(express, ({ app, pages }) => {
      app.set('views', folder.file('views')).engine('html', (file, locals, callback) => ejs.renderFile(file, locals, callback))
      app.use(pages({ engines: { html: ejs } }))
      app.get('/', (req, res) => res.render('page.html', { name: 'Zoë' }))
    })
    expect(fallThrough).toBe(0)
  })

  test('the option engines takes the package that is installed for the folder of the views', async () => {
    const own = viewFolder({
      'page.html': '<%= name %>',
      'node_modules/ejs/package.json': '{ "name": "ejs", "main": "index.js" }',
      'node_modules/ejs/index.js': `
        const ejs = require(${JSON.stringify(require.resolve('ejs'))})
        const renderFile = (...args) => ejs.renderFile(...args)
        module.exports = { ...ejs, renderFile, __express: renderFile, fileLoader: () => 'by the own package' }`
    })
    const { ours } = await withOurs(express, ({ app, pages }) => {
      app.set('views', own.file('.')).use(pages({ engines: { html: 'ejs' } }))
      app.get('/', (req, res) => res.render('page.html', { name: 'Zoë' }))
    })
    expect(ours.answers[0]).toMatchObject({ status: 200, body: 'by the own package' })
  })

  test('views are compiled with the settings that the app has at that time', async () => {
    await expectSame(express, ({ app, pages }) => {
      app.set('views', [folder.file('others')]).set('view engine', 'ejs').set('view cache', true)
      app.use(pages())
      app.get('/first', (req, res) => res.render('page', { name: 'Zoë' }))
      app.get('/second', (req, res) => {
        app.set('views', [folder.file('others'), folder.file('parts')])
        res.render('includes', { name: 'Zoë' })
      })
    }, [{ path: '/first' }, { path: '/second' }])
  })

  test('the counters count what the app renders and sends', async () => {
    const middleware = bufferedRender({ cache: true })
    await withOurs(express, ({ app }) => {
      app.set('views', [folder.file('views'), folder.file('others')]).set('view engine', 'ejs')
      app.use(middleware)
      app.get('/:view', (req, res) => res.render(req.params.view, { name: 'Zoë' }))
    }, ['/page', '/page', '/marked', '/page'].map((path) => ({ path })))

    expect(middleware.renderer.stats()).toEqual({
      templates: { hits: 2, misses: 2, evictions: 0, entries: 2, bytes: expect.any(Number) },
      // The page that came twice is kept, and found when it comes again.
      memo: { hits: 1, misses: 3, evictions: 0, entries: 1, bytes: expect.any(Number) },
      files: { hits: 0, misses: 0, evictions: 0, entries: 0, bytes: 0 },
      // Nothing has been sent as gzip.
      gzip: { hits: 0, misses: 0, evictions: 0, entries: 0, bytes: 0 },
      dictionary: false,
      fragments: expect.objectContaining({ hits: { process: 0, store: 0 }, loads: 0 }),
      engine: {},
      checks: false,
      differences: 0,
      unencoded: {}
    })
  })
})
