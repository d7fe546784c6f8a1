'use strict'

const fs = require('node:fs')
const { compareSides } = require('../../bin/compare/rounds')
const { dialects } = require('../../lib/dialects')
const { viewFolder } = require('../support/view-folder')

const PROSE = '<p>All that is static comes first.</p>'.repeat(40)

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

const LOCALS = { title: 'Tea & coffee', items: ['Assam', 'Café crème'] }

const folder = viewFolder(VIEWS)

/** For the progress. */
beforeAll(() => jest.spyOn(process.stderr, 'write').mockReturnValue(true))

afterAll(() => {
  jest.restoreAllMocks()
  folder.remove()
})

test.each(dialects.map(({ name }) => name))('%s gives the same page by its engine and by ours, and both are measured', async (name) => {
  const root = folder.file(name)
  const view = fs.readdirSync(root).find((file) => file.startsWith('page.'))
  const setting = { view, locals: LOCALS, views: [root] }
  const compared = await compareSides(setting, { rounds: 2, threshold: 1024, warmUp: 1, turn: 1 })

  const bytes = Buffer.byteLength(`${PROSE}<h1>Tea &amp; coffee</h1><li>Assam</li><li>Café crème</li>`)
  expect(compared).toMatchObject({ identical: true, bytes, changes: false, sentAsIs: false })
  const { engine, ours } = compared.gzip
  expect(engine).toBeLessThan(bytes / 4)
  expect(ours).toBeLessThan(bytes / 4)
  const times = [expect.any(Number), expect.any(Number)]
  expect(compared.microseconds).toEqual({ page: { engine: times, ours: times }, gzip: { engine: times, ours: times } })
})
