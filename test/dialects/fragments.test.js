'use strict'

const Handlebars = require('handlebars')
const { createRenderer } = require('../..')
const { StaticFragment } = require('../../lib/page/static-fragment')
const { prose } = require('../support/prose')
const { viewFolder } = require('../support/view-folder')

/** The text before and after the body in a large layout. */
const [HEAD, FOOT] = [prose(9000), prose(7000)].map((text) => text.replaceAll('\n', ' '))

const handlebars = Handlebars.create()
handlebars.registerPartial('layout', `${HEAD}{{> @partial-block}}${FOOT}`)

/** A page in a layout, in each language. */
const pages = [
  { name: 'ejs', files: { 'page.ejs': '<%- include("head") %><p><%= x %></p><%- include("foot") %>', 'head.ejs': HEAD, 'foot.ejs': FOOT } },
  { name: 'eta', files: { 'page.eta': '<% layout("./layout") %><p><%= it.x %></p>', 'layout.eta': `${HEAD}<%~ it.body %>${FOOT}` } },
  { name: 'handlebars', extension: 'hbs', engine: handlebars, files: { 'page.hbs': '{{#> layout}}<p>{{x}}</p>{{/layout}}' } },
  { name: 'liquid', files: { 'page.liquid': '{% layout "layout" %}{% block body %}<p>{{ x }}</p>{% endblock %}', 'layout.liquid': `${HEAD}{% block body %}{% endblock %}${FOOT}` } },
  { name: 'mustache', extension: 'html', files: { 'page.html': '{{> head}}<p>{{x}}</p>{{> foot}}', 'head.html': HEAD, 'foot.html': FOOT } },
  { name: 'nunjucks', extension: 'njk', files: { 'page.njk': '{% extends "layout.njk" %}{% block body %}<p>{{ x }}</p>{% endblock %}', 'layout.njk': `${HEAD}{% block body %}{% endblock %}${FOOT}` } },
  { name: 'pug', files: { 'page.pug': 'extends layout\nblock body\n  p= x', 'layout.pug': `| ${HEAD}\nblock body\n| ${FOOT}` } }
]

test.each(pages)('$name: more than 95 % of the bytes of a large layout are in static fragments', async ({ name, extension = name, engine = name, files }) => {
  const folder = viewFolder(files)
  try {
    const renderer = createRenderer({ views: folder.file(''), engines: { [extension]: engine } })
    const rendered = await renderer.render(`page.${extension}`, { x: '1' })
    expect(rendered.toString().replace(/\n/g, '')).toBe(`${HEAD}<p>1</p>${FOOT}`)
    const fragments = rendered.chunks.filter((chunk) => chunk instanceof StaticFragment)
    const bytes = fragments.reduce((sum, { bytes }) => sum + bytes.length, 0)
    expect(bytes / Buffer.byteLength(HEAD + FOOT)).toBeGreaterThan(0.95)
  } finally {
    folder.remove()
  }
})
