'use strict'

const fs = require('node:fs')
const path = require('node:path')
const ejs = require('ejs')
const ejs3 = require('ejs3')
const { expressVersions } = require('../support/frameworks')
const { expectSame } = require('../support/side-by-side')
const { viewFolder } = require('../support/view-folder')

const folder = viewFolder({
  'first/page.ejs': '<p>first, <%= name %></p>',
  'first/both/index.ejs': '<p>first index, <%= name %></p>',
  'first/deep/er/page.ejs': '<p>deeper, <%= name %>: <%- include("../../page") %></p>',
  'first/page.html': '<p>html, <%= name %></p>',
  'first/page.txt': 'text, $name',
  'first/page.en.html': '<p>English, <%= name %></p>',
  'first/page with spaces é.ejs': '<p>é, <%= name %></p>',
  'second/page.ejs': '<p>second, <%= name %></p>',
  'second/only.ejs': '<p>only, <%= name %>: <%- include("page") %></p>',
  'second/both.ejs': '<p>second file, <%= name %></p>'
})

const first = folder.file('first')
const second = folder.file('second')

const text = (file, locals, callback) => callback(null, fs.readFileSync(file, 'utf8').replace('$name', locals.name))
const marked = (file, locals, callback) => ejs.renderFile(file, locals, (error, page) => callback(error, `<!-- marked -->${page}`))

// As a deploy does, whose releases a link leads to.
fs.symlinkSync(first, folder.file('current'))

const ourViews = [
  { name: 'by name and engine', view: 'page' },
  { name: 'by name with its extension', view: 'page.ejs' },
  { name: 'by name with its extension and no view engine', view: 'page.ejs', settings: { 'view engine': undefined } },
  { name: 'as the index of a folder, with an extension', view: 'both.ejs' },
  { name: 'in a folder below', view: 'deep/er/page' },
  { name: 'with spaces and letters outside ASCII', view: 'page with spaces é' },
  { name: 'by an absolute name in the folder', view: path.join(first, 'page') },
  { name: 'by an absolute name in the folder that the link views leads to', view: path.join(first, 'page'), settings: { views: folder.file('current') } },
  { name: 'by an absolute name through a link to the folder', view: folder.file('current/page') },
  { name: 'in the second folder of a list, which comes first', view: 'page', settings: { views: [second, first] } },
  { name: 'in the only folder of a list that has it', view: 'only', settings: { views: [first, second] } },
  { name: 'in another folder of a list, by a name that leaves the first', view: '../second/only', settings: { views: [first, second] } },
  { name: 'with app.engine(extension, ejs.renderFile)', view: 'page', settings: { 'view engine': 'html' }, engines: { html: ejs.renderFile } },
  { name: 'with app.engine(.extension, ejs.__express)', view: 'page', settings: { 'view engine': 'html' }, engines: { '.html': ejs.__express } },
  { name: 'with two dots in its name', view: 'page.en.html', engines: { html: ejs.renderFile } },
  { name: 'with another version of EJS', view: 'page', engines: { ejs: ejs3.renderFile } },
  { name: 'with an engine for each extension', view: 'page.html', engines: { html: ejs3.renderFile } }
]

const expressViews = [
  { name: 'an engine without a dialect', view: 'page.txt', engines: { txt: text } },
  { name: "a function of the app's own for our extension", view: 'page', engines: { ejs: marked } },
  { name: 'compile options of EJS 3 in app.locals', view: 'page', engines: { ejs: ejs3.renderFile }, prepare: (app) => { app.locals.rmWhitespace = true } }
]

function build ({ settings, engines = {}, prepare = () => {}, view }) {
  return ({ app, pages }) => {
    const all = { views: first, 'view engine': 'ejs', ...settings }
    for (const [name, value] of Object.entries(all)) app.set(name, value)
    for (const [extension, engine] of Object.entries(engines)) app.engine(extension, engine)
    prepare(app)
    app.use(pages())
    app.get('/', (req, res) => res.render(view, { name: '<Zoë>' }))
  }
}

describe.each(expressVersions)('Express $version', ({ express }) => {
  describe.each([{ cache: false }, { cache: true }])('finds a view, view cache $cache,', ({ cache }) => {
    test.each(ourViews)('$name', async ({ settings, ...rest }) => {
      const app = build({ ...rest, settings: { ...settings, 'view cache': cache } })
      const { alone, fallThrough, spliced } = await expectSame(express, app, [{}, {}])

      expect(alone.answers[0]).toMatchObject({ status: 200, body: expect.stringContaining('&lt;Zoë&gt;') })
      expect(fallThrough).toBe(0)
      expect(spliced).toBeGreaterThanOrEqual(2)
    })
  })

  test.each(expressViews)('leaves to Express $name', async (app) => {
    const { alone, fallThrough, spliced } = await expectSame(express, build(app), [{}, {}])

    expect(alone.answers[0].status).toBe(200)
    expect({ fallThrough, spliced }).toEqual({ fallThrough: 2, spliced: 0 })
  })

  describe('uses a View class of the app', () => {
    // Express does not export its View class; every app has it as a setting.
    const View = express().get('view')

    class Elsewhere extends View {
      lookup (name) {
        return super.lookup(name.replace('page', 'only'))
      }
    }

    class Shouting extends View {
      render (locals, callback) {
        return super.render(locals, (error, page) => callback(error, page?.toUpperCase()))
      }
    }

    class OwnEverything {
      constructor (name, { root }) {
        this.path = path.join([root].flat()[0], `${name}.ejs`)
      }

      render (locals, callback) {
        process.nextTick(callback, null, `${path.basename(this.path)} for ${locals.name}`)
      }
    }

    test.each([
      { name: 'that only looks up views elsewhere', View: Elsewhere, fallThrough: 0, body: /only, &lt;Zoë&gt;/ },
      { name: 'that renders in its own way', View: Shouting, fallThrough: 2, body: /SECOND, &LT;ZOË&GT;/ },
      { name: 'that shares nothing with Express', View: OwnEverything, fallThrough: 2, body: /page\.ejs for <Zoë>/ }
    ])('$name', async ({ View, fallThrough, body }) => {
      const app = build({ view: 'page', settings: { views: second, view: View } })
      const { alone, ...result } = await expectSame(express, app, [{}, {}])

      expect(alone.answers[0].body).toMatch(body)
      expect(result.fallThrough).toBe(fallThrough)
    })
  })

  test('shares app.cache with app.render', async () => {
    const { alone } = await expectSame(express, ({ app, pages, log }) => {
      app.set('views', first).set('view engine', 'ejs').enable('view cache')
      app.use(pages())
      app.get('/', (req, res) => {
        res.once('finish', () => log.push(Object.entries(app.cache).map(([name, { path }]) => [name, path])))
        res.render('page', { name: 'Zoë' })
      })
      app.get('/string', (req, res, next) => {
        app.cache.page.path = path.join(second, 'page.ejs')
        app.render('page', { name: 'Zoë' }, (error, page) => error ? next(error) : res.json({ page }))
      })
    }, [{}, { path: '/string' }, {}])

    expect(alone.log[0]).toEqual([['page', path.join(first, 'page.ejs')]])
  })
})
