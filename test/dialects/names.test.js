'use strict'

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const { Eta } = require('eta')
const expressHandlebars = require('express-handlebars')
const hbs = require('hbs')
const { Liquid } = require('liquidjs')
const mustache = require('mustache')
const nunjucks = require('nunjucks')
const pug = require('pug')
const { OURS } = require('../../lib/dialects/shared/names')
const ejsEngines = require('../support/ejs-engines')
const { expressFunction } = require('../support/express-function')
const { expressVersions } = require('../support/frameworks')
const { fragmentsOf } = require('../support/fragments-of')
const { namesInCode } = require('../support/generated-names')
const expressSideBySide = require('../support/side-by-side').sideBySide
const { viewFolder } = require('../support/view-folder')
const { sideBySide } = require('./side-by-side')

/** Static text that is long enough for a fragment. */
const LONG = '<meta name="viewport"> '.repeat(12)

/** What an attacker puts into a local. */
const ATTACKS = ['<script>alert(1)</script>', 0, undefined, [], () => '<b>', { escape: () => '<b>', out: { text: '' }, raw () {} }]

/** Views with all that the dialects rewrite, and the engine beside them. */
const VIEWS = {
  'ejs, direct variables': {
    language: 'ejs',
    files: { 'page.ejs': `${LONG}<% for (const x of list) { %><%= x %>,<%- x %><% } %><%- include("part", { x: title }) %><%= typeof y %>${LONG}`, 'part.ejs': `${LONG}<%= x %>` }
  },
  'ejs, a local that is declared with var': { language: 'ejs', files: { 'page.ejs': `${LONG}<% var title = title || "none" %><%= title %><%- title %><%= locals.title %>${LONG}` } },
  'ejs, locals as a value': { language: 'ejs', files: { 'page.ejs': `${LONG}<%= Object.keys(locals).length %><%= title %><%- include("part") %>${LONG}`, 'part.ejs': '<% list.forEach((x) => { %><%= x %><% }) %>' } },
  'ejs, a function that uses this': { language: 'ejs', files: { 'page.ejs': `${LONG}<%= own() %><%- title %><%= list %>${LONG}` } },
  'ejs, an escape function of the app': { language: 'ejs', files: { 'page.ejs': `${LONG}<%= own() %><%= title %><%- list %>${LONG}` }, options: { escape: (text) => `(${text})` } },
  'ejs, async': { language: 'ejs', files: { 'page.ejs': `${LONG}<% for await (const x of list) { %><%= await x %><% } %><%= Object.keys(locals).length %><%- await include("part") %>${LONG}`, 'part.ejs': '<%= title %>' }, options: { async: true } },
  eta: {
    language: 'eta',
    files: {
      'page.eta': `${LONG}<% layout("./base") %><% it.list.forEach((x) => { %><%= x %>,<%~ x %><% }) %><%~ include("./part", it) %><%= it.title %>${LONG}`,
      'part.eta': '<%= it.title %>',
      'base.eta': `${LONG}<%~ it.body %><%= it.title %>`
    }
  },
  'eta, async': { language: 'eta', files: { 'page.eta': `${LONG}<% for (const x of it.list) { %><%= await x %><% } %><%~ await includeAsync("./part", it) %>${LONG}`, 'part.eta': '<%= it.title %>' }, async: true },
  handlebars: { language: 'handlebars', source: `${LONG}{{#each list}}{{this}},{{{this}}}{{/each}}{{#if title}}{{title}}{{/if}}{{{own}}}${LONG}` },
  liquid: { language: 'liquid', files: { 'page.liquid': `${LONG}{% for x in list %}{{ x }},{{ x | escape }}{% endfor %}{{ title }}{% render "part", x: title %}${LONG}`, 'part.liquid': '{{ x }}' } },
  mustache: { language: 'mustache', sources: { page: `${LONG}{{#list}}{{.}},{{{.}}}{{/list}}{{title}}{{>part}}${LONG}`, part: '{{title}}' } },
  nunjucks: {
    language: 'nunjucks',
    files: {
      'page.njk': `{% extends "base.njk" %}{% macro m(y) %}{{ y }}${LONG}{% endmacro %}{% block c %}{{ super() }}{% for x in list %}{{ loop.index }}{{ x }},{{ x | safe }}{% endfor %}{{ m(title) }}{% include "part.njk" %}{% endblock %}`,
      'base.njk': `${LONG}{{ title }}{% block c %}${LONG}{% endblock %}`,
      'part.njk': `{{ title }}${LONG}`
    }
  },
  pug: { language: 'pug', page: `p ${LONG}\nmixin m(y)\n  b= y\n  p ${LONG}\neach x in list\n  p= x\n  p!= x\n+m(title)\np(title=title class=title)= typeof y` }
}

const locals = (more) => ({ title: 'a & b', list: ['1 < 2', '3'], own () { return this === undefined ? '' : 'own <' }, ...more })

/** @returns {string[]} the names that requests can know */
const knownOf = (names) => [...names.filter((name) => !name.includes(OURS)), '__proto__', 'constructor', 'toString', 'then']

const cases = Object.entries(VIEWS).flatMap(([name, { language: languageName, ...example }]) => {
  const language = require(`./languages/${languageName}`)
  return language.engines.map(({ version, engine }) => ({ name, version, engine, language, example: { page: example.files?.['page.njk'], setup () {}, ...example } }))
})

describe('locals with the names in generated code', () => {
  test.each(cases)('$name, version $version', async ({ language, engine, example }) => {
    const [setting] = language.usualSettings
    const render = (given) => sideBySide(language, engine, { ...example, locals: given }, setting)
    const names = await namesInCode(() => render(() => locals({})))
    const { actual, pages } = await render(() => locals({}))
    expect(actual.every(({ output }) => typeof output === 'string')).toBe(true)
    expect(fragmentsOf(pages[0]).length).toBeGreaterThan(0)

    const attacks = knownOf(names).flatMap((name) => ATTACKS.map((attack) => () => locals({ [name]: attack })))
    const { expected, actual: ours } = await render(attacks)
    expect(ours).toEqual(expected)
  })
})

/** Apps with an engine, as people set them up, whose views print a local in each way that they have. */
const APPS = [
  ...ejsEngines.map(({ version, engine }) => ({
    name: `EJS ${version}`,
    extension: 'ejs',
    files: { 'page.ejs': `${LONG}<% var title = title || "none" %><%= title %><%- locals.title %><% for (const x of [1, 2]) { %><%= x %><% } %>${LONG}` },
    setUp: () => ({ render: engine.renderFile })
  })),
  {
    name: 'Eta',
    extension: 'eta',
    files: { 'page.eta': `${LONG}<% layout("./base") %><%= it.title %><%~ include("./part", it) %>`, 'part.eta': '<%~ it.title %>', 'base.eta': `${LONG}<%~ it.body %><%= it.title %>` },
    setUp (folder) {
      const eta = new Eta({ views: folder })
      return { render: expressFunction((file, given) => eta.render('./page', given)), options: { engines: { eta } } }
    }
  },
  {
    name: 'hbs',
    extension: 'hbs',
    files: { 'page.hbs': `${LONG}{{title}}{{{title}}}{{#each title}}{{this}}{{/each}}`, 'layout.hbs': `${LONG}{{{body}}}{{title}}` },
    setUp: () => ({ render: hbs.create().__express })
  },
  {
    name: 'express-handlebars',
    extension: 'handlebars',
    files: { 'page.handlebars': `${LONG}{{title}}{{{title}}}{{#if title}}${LONG}{{/if}}`, 'layouts/main.handlebars': `${LONG}{{{body}}}{{title}}` },
    setUp: () => ({ render: expressHandlebars.engine() })
  },
  {
    name: 'LiquidJS',
    extension: 'liquid',
    files: { 'page.liquid': `{% layout "base" %}{% block content %}${LONG}{{ title }}{% render "part", x: title %}{% endblock %}`, 'part.liquid': '{{ x | escape }}', 'base.liquid': `${LONG}{% block content %}{% endblock %}` },
    setUp: (folder) => ({ render: new Liquid({ root: folder, extname: '.liquid' }).express() })
  },
  {
    name: 'Mustache',
    extension: 'html',
    files: { 'page.html': `${LONG}{{title}}{{{title}}}{{#title}}${LONG}{{/title}}` },
    setUp: () => ({ render: expressFunction((file, given) => mustache.render(fs.readFileSync(file, 'utf8'), given)), options: { engines: { html: mustache } } })
  },
  {
    name: 'Nunjucks',
    extension: 'njk',
    files: { 'page.njk': `{% extends "base.njk" %}{% macro m(y) %}{{ y }}{% endmacro %}{% block c %}{{ title }}{{ title | safe }}${LONG}{{ m(title) }}{% endblock %}`, 'base.njk': `${LONG}{{ title }}{% block c %}{% endblock %}` },
    setUp (folder, app) {
      nunjucks.configure(folder, { express: app })
      return {}
    }
  },
  {
    name: 'Pug',
    extension: 'pug',
    files: { 'page.pug': `p ${LONG}\nmixin m(y)\n  b= y\np= title\np!= title\n+m(title)\np(title=title)` },
    // Pug reads its options from locals, and the library never does.
    setUp: () => ({ render: pug.__express, read: ['self', 'pretty', 'doctype', 'globals', 'filters', 'plugins', 'basedir', 'debug', 'compileDebug'] })
  }
]

/** Names that engines and packages look up besides those in generated code. */
const LOOKED_UP = ['body', 'block', 'blocks', '__blocks', 'caller', 'forloop', 'helpers', 'layout', 'loop', 'partial-block', 'partials', 'settings', '_locals', '_parent']

describe('names from a request, the response and the app', () => {
  const versions = expressVersions.flatMap((each) => APPS.map((app) => ({ ...each, ...app })))
  const query = (name) => ({ path: `/query?title=a&${encodeURIComponent(name)}=${encodeURIComponent(ATTACKS[0])}` })

  test.each(versions)('Express $version, $name', async ({ express, extension, files, setUp }) => {
    const folder = viewFolder(files)
    const build = ({ app, pages }) => {
      const { render, options } = setUp(folder.file('.'), app)
      app.set('views', folder.file('.')).set('view engine', extension)
      if (render !== undefined) app.engine(extension, render)
      app.use(pages(options))
      app.get('/query', (req, res) => res.render('page', req.query))
      app.get('/response/:name', (req, res) => {
        res.locals[req.params.name] = ATTACKS[0]
        res.render('page')
      })
      app.get('/app/:name', ({ params: { name } }, res, next) => {
        const before = Object.getOwnPropertyDescriptor(app.locals, name)
        app.locals[name] = ATTACKS[0]
        res.render('page', (error, page) => {
          delete app.locals[name]
          if (before) Object.defineProperty(app.locals, name, before)
          if (error) next(error)
          else res.send(page)
        })
      })
      app.use((error, req, res, next) => res.status(500).send(error.message))
    }
    const { read = [] } = setUp(folder.file('.'), express())
    const inCode = await namesInCode(() => expressSideBySide(express, build, [query('none')]))
    const names = [...knownOf(inCode), ...LOOKED_UP].filter((name) => !read.includes(name))
    const { alone, ours, spliced, fallThrough } = await expressSideBySide(express, build, names.flatMap((name) => [query(name), { path: `/response/${name}` }, { path: `/app/${name}` }]))
    folder.remove()
    expect(ours.answers.length).toBe(3 * names.length)
    expect(ours.answers.map(({ status, body }) => ({ status, body }))).toEqual(alone.answers.map(({ status, body }) => ({ status, body })))
    expect(ours.answers.filter(({ status }) => status === 200).length).toBeGreaterThan(names.length)
    expect([spliced > 0, fallThrough]).toEqual([true, 0])
  })
})

test.each([
  ['ejs', { files: { 'page.ejs': `${LONG} <b class="header__brand">__br</b><%= title %>` } }],
  ['eta', { files: { 'page.eta': `${LONG} <b class="header__brand">__br</b><%= it.title %>` } }],
  ['nunjucks', { page: `${LONG} <b class="header__brand">__br</b>{{ title }}`, setup () {} }],
  ['pug', { page: `p ${LONG} header__brand __br\np= title` }]
])('text like a name does not leave a view to the engine, %s', async (name, example) => {
  const language = require(`./languages/${name}`)
  const { actual, expected, pages } = await sideBySide(language, language.engines.at(-1).engine, { ...example, locals: () => locals({}) }, language.usualSettings[0])
  expect(actual).toEqual(expected)
  expect(fragmentsOf(pages[0])).toHaveLength(1)
})

describe('the inserted name', () => {
  test('has at least 64 bits', () => {
    expect(OURS).toMatch(/^\$[\w$]{11}$/)
  })

  test.each(['ejs', 'eta', 'nunjucks', 'pug'])('is on no page and in no error of the corpus, %s', async (name) => {
    const { engines, corpus, usualSettings: [setting], ...language } = require(`./languages/${name}`)
    for (const { version, engine } of engines) {
      for (const example of corpus.filter(({ engines }) => engines?.includes(version) ?? true)) {
        const folder = language.folderOf?.(example)
        const side = language.open({ engine, folder, example, setting })
        for (const given of [example.locals ?? (() => ({}))].flat()) expect([example.name, await shown(side, given())]).not.toEqual([example.name, expect.stringContaining(OURS)])
        folder?.remove()
        side.close?.()
      }
    }
  })

  test('differs in each process, entity tags do not', () => {
    const folder = viewFolder({
      'page.ejs': `${LONG}<% var title = title %><%= title %>`, 'page.eta': `${LONG}<%= it.title %>`, 'page.njk': `${LONG}{{ title }}`, 'page.pug': `p ${LONG}\np= title`
    })
    const script = `
      const { createRenderer } = require(${JSON.stringify(require.resolve('../..'))})
      const renderer = createRenderer({ views: ${JSON.stringify(folder.file('.'))} })
      const identities = ['ejs', 'eta', 'njk', 'pug'].map(async (type) => String((await renderer.render('page.' + type, { title: 'a' })).identityBytes))
      const { OURS } = require(${JSON.stringify(require.resolve('../../lib/dialects/shared/names'))})
      Promise.all(identities).then((identities) => console.log(JSON.stringify({ identities, OURS })))`
    const [first, second] = [1, 2].map(() => JSON.parse(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })))
    folder.remove()
    expect(first.identities).toEqual(second.identities)
    expect(first.OURS).not.toBe(second.OURS)
  })
})

/** @returns {Promise<string>} all that an app gets to see of a render */
async function shown (side, given) {
  side.before?.()
  try {
    return String(await side.template().render(given))
  } catch (error) {
    return `${error?.message} ${error?.stack} ${error?.cause?.stack}`
  }
}
