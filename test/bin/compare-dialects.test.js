'use strict'

const fs = require('node:fs')
const { comparePages } = require('../../bin/compare/pages')
const { compareSides } = require('../../bin/compare/rounds')
const sides = require('../../bin/compare/sides')
const { openSubject } = require('../../bin/compare/subject')
const progress = require('../../bin/measure/progress')
const { dialects } = require('../../lib/dialects')
const { everything } = require('../support/level')
const { viewFolder } = require('../support/view-folder')

const PROSE = '<p>All static text comes first.</p>'.repeat(40)

/** One page in each language, with a partial for each item. */
const VIEWS = {
  'ejs/page.ejs': `${PROSE}<h1><%= title %></h1><% for (const item of items) { %><%- include('item', { item }) %><% } %>`,
  'ejs/item.ejs': '<li><%= item %></li>',
  'eta/page.eta': `${PROSE}<h1><%= it.title %></h1><% for (const item of it.items) { %><%~ include('./item', { item }) %><% } %>`,
  'eta/item.eta': '<li><%= it.item %></li>',
  'handlebars/page.hbs': `${PROSE}<h1>{{title}}</h1>{{#each items}}<li>{{this}}</li>{{/each}}`,
  'liquid/page.liquid': `${PROSE}<h1>{{ title | escape }}</h1>{% for item in items %}{% render 'item', item: item %}{% endfor %}`,
  'liquid/item.liquid': '<li>{{ item }}</li>',
  'mustache/page.mustache': `${PROSE}<h1>{{title}}</h1>{{#items}}{{> item}}{{/items}}`,
  'mustache/item.mustache': '<li>{{.}}</li>',
  'nunjucks/page.njk': `${PROSE}<h1>{{ title }}</h1>{% for item in items %}{% include 'item.njk' %}{% endfor %}`,
  'nunjucks/item.njk': '<li>{{ item }}</li>',
  'pug/page.pug': `${PROSE}\nh1= title\neach item in items\n  include item`,
  'pug/item.pug': 'li= item'
}

/** Bytes from which a page is compressed. */
const THRESHOLD = 1024

const LOCALS = { title: 'Tea & coffee', items: ['Assam', 'Café crème'] }

const folder = viewFolder({ ...VIEWS, 'data.json': JSON.stringify(LOCALS) })

afterAll(() => folder.remove())

function settingOf (name) {
  const root = folder.file(name)
  const view = fs.readdirSync(root).find((file) => file.startsWith('page.'))
  return { view, data: folder.file('data.json'), views: [root] }
}

function expectSamePage (compared) {
  const bytes = Buffer.byteLength(`${PROSE}<h1>Tea &amp; coffee</h1><li>Assam</li><li>Café crème</li>`)
  expect(compared).toMatchObject({ identical: true, bytes, changes: false, sentAsIs: false })
  const { engine, ours } = compared.gzip
  expect(engine).toBeLessThan(bytes / 4)
  expect(ours).toBeLessThan(bytes / 4)
}

const names = dialects.map(({ name }) => name)

test.each(names)('%s: the engine and this library render the same page', async (name) => {
  const subject = await openSubject(settingOf(name))
  const sideOf = (side) => {
    const ways = sides[side](subject)
    return { outcome: async ({ render }) => ({ value: (await ways[render]({ ...LOCALS })).toString('base64') }) }
  }
  expectSamePage(await comparePages({ engine: sideOf('engine'), ours: sideOf('ours') }, THRESHOLD))
})

// The measurement is the same for all languages.
test.each(everything ? names : names.slice(0, 1))('%s: the engine and this library are measured in separate processes', async (name) => {
  const show = jest.spyOn(progress, 'show').mockReturnValue()
  const compared = await compareSides(settingOf(name), { rounds: 2, threshold: THRESHOLD, warmUp: 1, turn: 1 })
  expect(show.mock.calls).toEqual([['compare: round 1 of 2'], ['compare: round 2 of 2']])
  show.mockRestore()

  expectSamePage(compared)
  const times = [expect.any(Number), expect.any(Number)]
  expect(compared.microseconds).toEqual({ page: { engine: times, ours: times }, gzip: { engine: times, ours: times } })
})
