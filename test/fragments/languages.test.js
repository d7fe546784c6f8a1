'use strict'

const ejs = require('ejs')
const { Eta } = require('eta')
const Handlebars = require('handlebars')
const { Liquid } = require('liquidjs')
const mustache = require('mustache')
const nunjucks = require('nunjucks')
const pug = require('pug')
const { createRenderer, html } = require('../..')
const { viewFolder } = require('../support/view-folder')

/** An unescaped value in each language, and the engine. */
const LANGUAGES = {
  ejs: { source: '<p><%- part %></p>', engine: (source, locals) => ejs.render(source, locals) },
  eta: { source: '<p><%~ it.part %></p>', engine: (source, locals) => new Eta().renderString(source, locals) },
  hbs: { source: '<p>{{{part}}}</p>', engine: (source, locals) => Handlebars.compile(source)(locals) },
  liquid: { source: '<p>{{ part }}</p>', engine: (source, locals) => new Liquid().parseAndRenderSync(source, locals) },
  mustache: { source: '<p>{{{part}}}</p>', engine: (source, locals) => mustache.render(source, locals) },
  njk: { source: '<p>{{ part | safe }}</p>', engine: (source, locals) => new nunjucks.Environment().renderString(source, locals) },
  pug: { source: 'p!= part', engine: (source, locals) => pug.render(source, locals) }
}

/** Too short for a static fragment of a template, and long enough. */
const TEXTS = { short: '<b>&amp; Zoë</b>', long: '<i>世界 &lt;</i>'.repeat(100) }

let folder
beforeAll(() => { folder = viewFolder(Object.fromEntries(Object.entries(LANGUAGES).map(([extension, { source }]) => [`page.${extension}`, source]))) })
afterAll(() => folder.remove())

describe.each(Object.keys(LANGUAGES))('in .%s', (extension) => {
  test.each(Object.keys(TEXTS))('a %s fragment is one chunk of the page, loaded or found', async (name) => {
    const { source, engine } = LANGUAGES[extension]
    const renderer = createRenderer({ views: folder.file(''), extension, cache: true })
    const part = renderer.cached('part', { ttl: 60_000 }, () => html.raw(TEXTS[name]))
    const pages = [await renderer.render('page', { part: await part() }), await renderer.render('page', { part: await part() })]
    for (const page of pages) {
      expect(page.toString()).toBe(engine(source, { part: TEXTS[name] }))
      expect(page.chunks).toEqual(['<p>', (await part()).chunks[0], '</p>'])
    }
    expect(String(pages[0].identityBytes)).toBe(String(pages[1].identityBytes))
  })
})
