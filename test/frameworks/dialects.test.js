'use strict'

const fs = require('node:fs')
const { Eta } = require('eta')
const expressHandlebars = require('express-handlebars')
const Handlebars = require('handlebars')
const hbs = require('hbs')
const { Liquid } = require('liquidjs')
const Mustache = require('mustache')
const nunjucks = require('nunjucks')
const pug = require('pug')
const bufferedRender = require('../..')
const { expressFunction } = require('../support/express-function')
const { expressVersions, koaVersions } = require('../support/frameworks')
const { koaApp } = require('../support/koa-app')
const { prose } = require('../support/prose')
const { expectSame, sideBySide, withOurs } = require('../support/side-by-side')
const { viewFolder } = require('../support/view-folder')

/** Long enough for fragments. */
const LONG = prose(600).replaceAll('\n', ' ')

const folder = viewFolder({
  'pug/page.pug': `extends layout\nblock content\n  h1= title\n  p ${LONG}\n  include /shared/part`,
  'pug/layout.pug': `doctype html\nhtml\n  body\n    main\n      block content\n    footer ${LONG}`,
  'pug/shared/part.pug': 'b= title.length',
  'pug/broken.pug': 'p\n  #{',
  'pug/fails.pug': `p ${LONG}\np= none.title`,
  'hbs/page.hbs': `<h1>{{shout title}}</h1>${LONG}{{> part}}`,
  'hbs/layout.hbs': `<!doctype html>${LONG}{{{body}}}`,
  'hbs/layouts/main.hbs': `<!doctype html>${LONG}{{{body}}}`,
  'hbs/layouts/other.hbs': `<other>${LONG}{{{body}}}</other>`,
  'hbs/other.hbs': '<other>{{{body}}}</other>',
  'hbs/partials/part.hbs': `<i>{{title}}</i>${LONG}`,
  'hbs/plain.hbs': `<h1>{{title}}</h1>${LONG}`,
  'hbs/broken.hbs': '{{#if}}',
  'hbs/fails.hbs': `${LONG}{{none 1}}`,
  'eta/page.eta': `<% layout("./layout") %><h1><%= it.title %></h1>${LONG}<%~ include("./part", { title: it.title }) %>`,
  'eta/layout.eta': `<!doctype html>${LONG}<%~ it.body %>`,
  'eta/part.eta': '<i><%= it.title %></i>',
  'eta/broken.eta': '<% if ( %>',
  'eta/fails.eta': `${LONG}\n<%= it.none.title %>`,
  'liquid/page.liquid': `{% layout "layout" %}{% block content %}<h1>{{ title | escape }}</h1>${LONG}{% render "part", title: title %}{% endblock %}`,
  'liquid/layout.liquid': `<!doctype html>${LONG}{% block content %}{% endblock %}`,
  'liquid/part.liquid': '<i>{{ title | shout }}</i>',
  'liquid/broken.liquid': '{% if %}',
  'liquid/fails.liquid': `${LONG}\n{{ title | none }}`,
  'mustache/page.html': `<h1>{{title}}</h1>${LONG}{{> part}}`,
  'mustache/part.html': '<i>{{title}}</i>',
  'mustache/broken.html': '{{#title}}',
  'njk/page.njk': `{% extends "layout.njk" %}{% block content %}<h1>{{ title | shout }}</h1>${LONG}{% include "./part.njk" %}{% endblock %}`,
  'njk/layout.njk': `<!doctype html>${LONG}{% block content %}{% endblock %}`,
  'njk/part.njk': '<i>{{ title }}</i>',
  'njk/broken.njk': '{% if %}',
  'njk/fails.njk': `${LONG}\n{{ none() }}`
})
// Pug keeps templates for all apps, by their files.
afterEach(() => { pug.cache = {} })

const title = '<Zoë & "Co">'

const eta = new Eta({ views: folder.file('eta') })
const renderEta = expressFunction((file, locals) => eta.render(`./${file.slice(folder.file('eta').length + 1)}`, locals))
const renderHandlebars = expressFunction((file, locals) => Handlebars.compile(fs.readFileSync(file, 'utf8'))(locals))
const renderMustache = expressFunction((file, locals) => Mustache.render(fs.readFileSync(file, 'utf8'), locals, (name) => {
  return fs.readFileSync(folder.file(`mustache/${name}.html`), 'utf8')
}))

const liquid = (options) => {
  const engine = new Liquid({ extname: '.liquid', strictFilters: true, ...options })
  engine.registerFilter('shout', (text) => text.toUpperCase())
  return engine
}
const named = (engine = liquid()) => ({ engine: engine.express(), options: { engines: { liquid: engine } } })
const inFolder = { root: folder.file('liquid') }

const helpers = { shout: (text) => text.toUpperCase() }
const exphbs = (config) => expressHandlebars.engine({ extname: '.hbs', helpers, ...config })
const ownHbs = ({ partials } = {}) => {
  const instance = hbs.create()
  if (partials !== undefined) instance.registerPartials(partials)
  instance.registerHelper('shout', helpers.shout)
  instance.registerPartial('part', `<i>{{title}}</i>${LONG}`)
  return { engine: instance.__express, options: { engines: { hbs: instance } } }
}
hbs.registerHelper('shout', helpers.shout)
hbs.registerPartial('part', `<i>{{title}}</i>${LONG}`)

/** How people set engines up, with views that render and views that fail. */
const setups = [
  { name: 'pug', language: 'pug', prepare: (app) => { app.locals.basedir = folder.file('pug') } },
  { name: 'pug by renderFile', language: 'pug', engine: pug.renderFile, prepare: (app) => { app.locals.basedir = folder.file('pug') } },
  { name: 'pug, pretty', language: 'pug', prepare: (app) => Object.assign(app.locals, { basedir: folder.file('pug'), pretty: true }) },
  { name: 'hbs', language: 'hbs' },
  { name: 'hbs with another layout', language: 'hbs', prepare: (app) => { app.locals.layout = 'other' } },
  { name: 'hbs.create(), named', language: 'hbs', create: ownHbs },
  { name: 'express-handlebars', language: 'hbs', create: () => ({ engine: exphbs() }) },
  { name: 'express-handlebars without a layout', language: 'hbs', create: () => ({ engine: exphbs({ defaultLayout: false }) }) },
  { name: 'express-handlebars with another layout', language: 'hbs', create: () => ({ engine: exphbs() }), prepare: (app) => { app.locals.layout = 'other' } },
  { name: 'handlebars, named', language: 'hbs', views: ['plain', 'broken', 'fails'], engine: renderHandlebars, options: { engines: { hbs: Handlebars } } },
  { name: 'eta, named', language: 'eta', engine: renderEta, options: { engines: { eta } } },
  { name: 'liquid, whose folders are those of the views', language: 'liquid', create: () => ({ engine: liquid().express() }) },
  { name: 'liquid with folders of its own', language: 'liquid', create: () => ({ engine: liquid(inFolder).express() }) },
  { name: 'liquid, named', language: 'liquid', create: named },
  { name: 'mustache, named', language: 'mustache', extension: 'html', views: ['page', 'broken'], engine: renderMustache, options: { engines: { html: Mustache } } }
]

/** What an app may have done to its environment. */
const shouting = (env) => env.addFilter('shout', helpers.shout)

const nunjucksSetups = [
  { name: 'nunjucks.configure() with the app', prepare: (app) => shouting(nunjucks.configure(folder.file('njk'), { express: app })) },
  { name: 'an environment without escaping', prepare: (app) => shouting(nunjucks.configure(folder.file('njk'), { express: app, autoescape: false })) },
  { name: 'nunjucks.render', prepare: (app) => shouting(nunjucks.configure(folder.file('njk'))) && app.engine('njk', nunjucks.render) },
  { name: 'the render of an environment', prepare: (app) => app.engine('njk', boundRender()) },
  { name: 'an environment, named', create: () => namedEnvironment() }
].map((setup) => ({ ...setup, language: 'njk' }))

const environment = () => shouting(new nunjucks.Environment(new nunjucks.FileSystemLoader(folder.file('njk'))))
const boundRender = (env = environment()) => env.render.bind(env)
const namedEnvironment = (env = environment()) => ({ engine: (file, locals, callback) => env.render(file, locals, callback), options: { engines: { njk: env } } })

/** The files of a language: what renders, and what fails. */
const VIEWS = ['page', 'broken', 'fails']

function build ({ language, extension = language, engine, options, create = () => ({ engine, options }), prepare = () => {}, views = VIEWS }, cache) {
  return ({ app, pages }) => {
    app.set('views', folder.file(language)).set('view engine', extension).set('view cache', cache)
    const made = create()
    if (made.engine) app.engine(extension, made.engine)
    prepare(app)
    app.use(pages(made.options))
    views.forEach((view) => app.get(`/${view}`, (req, res) => res.render(view, { title })))
    app.use((error, req, res, next) => res.status(500).send(`${error.name}: ${error.message}`))
  }
}

describe.each(expressVersions)('Express $version', ({ express }) => {
  describe.each([false, true])('view cache %s', (cache) => {
    test.each([...setups, ...nunjucksSetups])('$name', async (setup) => {
      const { views = VIEWS } = setup
      const requests = [...views, ...views].map((view) => ({ path: `/${view}` }))
      const { alone, fallThrough, spliced } = await expectSame(express, build(setup, cache), requests)

      expect(alone.answers.map(({ status }) => status)).toEqual([...views, ...views].map((view) => view === views[0] ? 200 : 500))
      expect(alone.answers[0].body).toContain('Zoë')
      expect(fallThrough).toBe(0)
      expect(spliced).toBeGreaterThanOrEqual(requests.length)
    })
  })

  test.each([
    { extension: 'eta', language: 'eta', engine: renderEta },
    { extension: 'html', language: 'mustache', engine: renderMustache },
    { extension: 'handlebars', language: 'hbs', engine: renderHandlebars, view: 'copy' }
  ])('needs no app.engine for $extension', async ({ extension, language, engine, view = 'page' }) => {
    fs.copyFileSync(folder.file('hbs/plain.hbs'), folder.file('hbs/copy.handlebars'))
    const app = (engine) => build({ language, extension, engine, views: [view] }, true)
    const requests = [{ path: `/${view}` }, { path: `/${view}` }]
    const { alone } = await sideBySide(express, app(engine), requests)
    const { ours, fallThrough } = await withOurs(express, app(), requests)

    expect(ours).toEqual(alone)
    expect(alone.answers[0].status).toBe(200)
    expect(fallThrough).toBe(0)
  })

  test('nothing has to be set for Mustache', async () => {
    const app = (engine) => ({ app, pages }) => {
      app.set('views', folder.file('mustache'))
      if (engine) app.set('view engine', 'html').engine('html', engine)
      app.use(pages()).get('/:view', (req, res) => res.render(req.params.view, { title }))
    }
    const { alone } = await sideBySide(express, app(renderMustache), [{ path: '/page' }])
    const { ours, fallThrough } = await withOurs(express, app(), [{ path: '/page' }])
    expect(ours).toEqual(alone)
    expect(fallThrough).toBe(0)
  })

  test('without a view engine, a view that is not there is the error of Express, and that of a View class its own', async () => {
    const app = (prepare) => ({ app, pages }) => {
      prepare(app)
      app.use(pages()).get('/', (req, res) => res.render('none'))
      app.use((error, req, res, next) => res.status(500).send(error.message))
    }
    for (const prepare of [() => {}, (app) => nunjucks.configure(folder.file('mustache'), { express: app })]) {
      const { alone } = await expectSame(express, app(prepare), [{}])
      expect(alone.answers[0].body).toMatch(/^No default engine was specified/)
    }
  })

  test('a module that cannot be looked at is no engine', async () => {
    const own = viewFolder({ 'page.njk': '{{ title }}', 'liquidjs-nunjucks/environment.js': 'module.exports = new Proxy({}, { get () { throw new Error("not set") } })' })
    require(own.file('liquidjs-nunjucks/environment.js'))
    const { ours, fallThrough } = await withOurs(express, ({ app, pages }) => {
      nunjucks.configure(own.file(''), { express: app })
      app.use(pages()).get('/', (req, res) => res.render('page.njk', { title }))
    }, [{}])
    expect([ours.answers[0].status, fallThrough]).toEqual([200, 0])
  })

  test('options that an app sets later are used, where views are not cached', async () => {
    const { alone } = await expectSame(express, (kit) => {
      const { app } = kit
      app.get('/set', (req, res) => {
        app.locals.pretty = true
        res.end()
      })
      build({ language: 'pug', prepare: () => { app.locals.basedir = folder.file('pug') }, views: ['page'] }, false)(kit)
    }, ['/page', '/set', '/page'].map((path) => ({ path })))
    expect(alone.answers[2].body).not.toBe(alone.answers[0].body)
  })

  test('a file that a view was compiled of is seen when it changes', async () => {
    const own = viewFolder({ 'page.pug': 'extends layout\nblock a\n  include part', 'layout.pug': 'div\n  block a', 'part.pug': 'i old' })
    const write = (name, source) => () => {
      fs.writeFileSync(own.file(name), source)
      return {}
    }
    const changes = [write('part.pug', 'i old'), write('part.pug', 'i newer'), write('layout.pug', 'main\n  block a'), write('page.pug', 'p own page')]
    const { alone } = await expectSame(express, ({ app, pages }) => {
      write('page.pug', 'extends layout\nblock a\n  include part')()
      write('layout.pug', 'div\n  block a')()
      app.set('views', own.file('')).set('view engine', 'pug').set('view cache', false).use(pages())
      app.get('/', (req, res) => res.render('page'))
    }, changes)
    expect(alone.answers.map(({ body }) => body)).toEqual([
      '<div><i>old</i></div>', '<div><i>newer</i></div>', '<main><i>newer</i></main>', '<p>own page</p>'
    ])
  })
})

test.each([
  { name: 'express-handlebars', create: () => expressHandlebars.create({ extname: '.hbs', helpers, layoutsDir: folder.file('hbs/layouts'), partialsDir: folder.file('hbs/partials') }), render: (engine) => engine.renderView.bind(engine) },
  { name: 'hbs', create: () => hbs, render: (engine) => engine.__express }
])('Koa takes an instance of $name, with its layout and partials', async ({ create, render }) => {
  const views = folder.file('hbs')
  const expected = await new Promise((resolve, reject) => {
    render(create())(folder.file('hbs/page.hbs'), { title, settings: { views } }, (error, page) => error ? reject(error) : resolve(page))
  })
  const middleware = bufferedRender({ memo: false, views, extension: 'hbs', engines: { hbs: create() } })
  const { status, body } = await koaApp(koaVersions.at(-1).Koa, middleware, (ctx) => ctx.render('page', { title })).ask()
  expect({ status, body: body.toString() }).toEqual({ status: 200, body: expected })
  expect(expected).toMatch(/^<!doctype html>/)
})
