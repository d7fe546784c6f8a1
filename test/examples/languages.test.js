'use strict'

const { subscribe, unsubscribe } = require('node:diagnostics_channel')
const fs = require('node:fs')
const path = require('node:path')
const { Eta } = require('eta')
const express = require('express')
const { Liquid } = require('liquidjs')
const Mustache = require('mustache')
const nunjucks = require('nunjucks')
const { counted } = require('../../examples/package-browser/counted')
const { site } = require('../../examples/package-browser/express-site')
const { viewsFolder } = require('../../examples/package-browser/folders')
const { expressFunction } = require('../support/express-function')
const { everything } = require('../support/level')
const { sideBySide, withoutOurs } = require('../support/side-by-side')

const folderOf = (language) => path.join(__dirname, 'views', language)

/** Languages without an example, each set up as its documentation recommends. */
const languages = [
  { language: 'eta', extension: 'eta', setUp: setUpEta },
  { language: 'liquid', extension: 'liquid', setUp: setUpLiquid },
  { language: 'mustache', extension: 'mustache', setUp: setUpMustache },
  { language: 'nunjucks', extension: 'njk', setUp: setUpNunjucks }
]

/** Pages of every kind: the list, searches, packages, and missing pages. */
const urls = [
  '/', '/?page=2', '/?page=6', '/?q=%3Cb%3E&page=1', '/?q=%40jest', '/?q=koa-etag', '/?q=no+such+thing',
  '/packages/express', '/packages/@types/node', '/packages/liquidjs',
  // Without a README and a homepage; with a dependency that is not installed.
  '/packages/@jest/console', '/packages/@ladjs/koa-views',
  '/packages/nothing', '/packages/%3Cb%3E', '/packages/%E0%A4%A', '/nothing', '/?page=0'
]
const requests = urls.map((path) => ({ path }))

/** Messages of our renders. */
const renders = []
const listener = (render) => renders.push(render)
beforeEach(() => subscribe('buffered-render:render', listener))
afterEach(() => {
  unsubscribe('buffered-render:render', listener)
  renders.length = 0
})

/** Responses of the EJS example. */
let expected
beforeAll(async () => { expected = await withoutOurs(express, buildExample, requests) })

describe.each(languages)('the package browser in $language', ({ language, extension, setUp }) => {
  const build = ({ cache }) => ({ app, pages }) => {
    app.set('views', folderOf(language)).set('view engine', extension).set('view cache', cache)
    app.locals.stack = 'Express'
    app.use(pages(setUp(app, folderOf(language)))).use(site)
  }

  // The examples are tested without a cache.
  it.each(everything ? [false, true] : [true])('renders the same bytes as the engine, with view cache %s', async (cache) => {
    // Twice, to use the templates that the first pages have compiled.
    const { alone, ours, spliced, fallThrough } = await sideBySide(express, build({ cache }), [...requests, ...requests])

    expect(ours).toEqual(alone)
    expect(alone.answers.map(({ headers }) => headers['content-type'])).toEqual(alone.answers.map(() => 'text/html; charset=utf-8'))
    expect(fallThrough).toBe(0)
    expect(spliced).toBeGreaterThanOrEqual(2 * urls.length)

    expect(renders).toHaveLength(2 * urls.length)
    // The head of every page is longer.
    for (const { staticBytes } of renders) expect(staticBytes).toBeGreaterThan(600)
  })

  it('renders the same pages as the EJS example, apart from white space', async () => {
    const { answers } = await withoutOurs(express, build({ cache: true }), requests)
    expect(answers.map(contentOf)).toEqual(expected.answers.map(contentOf))
  })
})

function setUpEta (app, views) {
  const eta = new Eta({ views })
  app.engine('eta', expressFunction((file, locals) => eta.renderString(eta.readFile(file), locals)))
  return { engines: { eta } }
}

function setUpLiquid (app, views) {
  const liquid = new Liquid({ root: views, extname: '.liquid', outputEscape: 'escape' })
  liquid.registerFilter('counted', counted)
  app.engine('liquid', liquid.express())
}

function setUpMustache (app, views) {
  const partial = (name) => fs.readFileSync(path.join(views, `${name}.mustache`), 'utf8')
  app.engine('mustache', expressFunction((file, locals) => Mustache.render(fs.readFileSync(file, 'utf8'), locals, partial)))
  // Mustache has no expressions: a function is called on the object that contains it.
  app.locals.packageCount = function () { return counted(this.total, 'package', 'packages') }
  app.locals.dependencyCount = function () { return counted(this.dependencies.length, 'dependency', 'dependencies') }
  return { engines: { mustache: Mustache } }
}

function setUpNunjucks (app, views) {
  nunjucks.configure(views, { express: app })
}

function buildExample ({ app }) {
  app.set('views', viewsFolder).set('view engine', 'ejs')
  app.locals.stack = 'Express'
  app.use(site)
}

/** Normalises a response: languages break lines and escape attributes differently. */
function contentOf ({ status, body }) {
  const text = body
    .replace(/\s*(<[^>]*>)\s*/g, '$1')
    .replace(/\s+/g, ' ')
    .replaceAll('&quot;', '&#34;')
    .replaceAll('&#x2F;', '/')
    .replaceAll('&#x3D;', '=')
    .replaceAll('&#x60;', '`')
  return { status, text }
}
