'use strict'

const { promisify } = require('node:util')
const express = require('express')
const expressHandlebars = require('express-handlebars')
const Handlebars = require('handlebars')
const hbs = require('hbs')
const bufferedRender = require('../../..')
const { exchange } = require('../../support/exchange')
const { viewFolder } = require('../../support/view-folder')

const { createRenderer, html } = bufferedRender
const text = (name) => `<p>${name}</p><p>${`the text of the ${name}, `.repeat(20)}</p>`
const texts = (...names) => names.map((name) => `${`the text of the ${name}, `.repeat(20)}`)

/** Extension → a view with a layout and a partial, as far as the language has them. */
const views = {
  ejs: { 'page.ejs': `${text('page')}<%- include('part') %><b><%= name %></b>`, 'part.ejs': text('part') },
  eta: { 'page.eta': `<% layout('layout') %>${text('page')}<%~ include('part') %><b><%= it.name %></b>`, 'part.eta': text('part'), 'layout.eta': `${text('layout')}<%~ it.body %>` },
  hbs: { 'page.hbs': `${text('page')}{{#if name}}{{> part}}{{/if}}<b>{{name}}</b>` },
  liquid: { 'page.liquid': `{% layout 'layout' %}{% block body %}${text('page')}{% render 'part' %}<b>{{ name }}</b>{% endblock %}`, 'part.liquid': text('part'), 'layout.liquid': `${text('layout')}{% block body %}{% endblock %}` },
  mustache: { 'page.mustache': `${text('page')}{{> part}}<b>{{name}}</b>`, 'part.mustache': text('part') },
  njk: { 'page.njk': `{% extends 'layout.njk' %}{% block body %}${text('page')}{% include 'part.njk' %}<b>{{ name }}</b>{% endblock %}`, 'part.njk': text('part'), 'layout.njk': `${text('layout')}{% block body %}{% endblock %}` },
  pug: { 'page.pug': `extends layout\nblock body\n  | ${text('page')}\n  include part\n  b= name`, 'part.pug': `| ${text('part')}`, 'layout.pug': `| ${text('layout')}\nblock body` }
}

/** Partials of Handlebars have names: this one calls another, and itself. */
const handlebars = Handlebars.create()
handlebars.registerPartial({ part: `${text('part')}{{> inner}}{{#unless name}}{{> (lookup . 'other')}}{{/unless}}`, inner: `${text('inner')}{{#unless name}}{{> part}}{{/unless}}`, unused: text('unused') })

test.each(Object.keys(views).flatMap((extension) => [[extension, true], [extension, false]]))('the dictionary has the static text of the views that are named, and no other: %s, cached %s', async (extension, cache) => {
  const other = { [`admin.${extension}`]: Object.values(views[extension])[0].replaceAll('the page', 'the admin') }
  const folder = viewFolder({ ...views[extension], ...other })
  const names = extension === 'hbs' ? ['page', 'part', 'inner'] : ['page', 'part', 'layout'].filter((name) => views[extension][`${name}.${extension}`])
  const engines = extension === 'hbs' ? { hbs: handlebars } : {}
  const renderer = createRenderer({ views: folder.file('.'), extension, cache, engines, dictionary: { views: ['page'] } })
  // Both are compiled at the same time.
  const [page] = await Promise.all([renderer.render('page', { name: 'Zoë' }), renderer.render('admin', { name: 'Zoë' }), renderer.precompile(['admin', 'page'])])
  const bytes = String(renderer.dictionary.dictionary.bytes)
  for (const each of texts(...names)) {
    expect(bytes).toContain(each)
    expect(String(page)).toContain(each)
  }
  expect(bytes).not.toMatch(/the admin|unused/)
  expect(bytes).not.toContain('Zoë')
})

/** @type {[string, Record<string, string>, () => object | Promise<object>][]} package, views, and what gives the engine */
const packages = [
  ['express-handlebars', { 'layouts/main.html': `${text('layout')}{{{body}}}` }, () => expressHandlebars.create({ extname: 'html' })],
  ['hbs', { 'layout.html': `${text('layout')}{{{body}}}` }, async (folder) => {
    const instance = hbs.create()
    instance.registerPartials(folder.file('partials'))
    return instance
  }]
]

test.each(packages.flatMap((each) => [[...each, true], [...each, false]]))('the dictionary has the layouts and partials of %s', async (name, layouts, engineOf, cache) => {
  const folder = viewFolder({ ...layouts, 'page.html': `${text('page')}{{> part}}`, 'partials/part.html': text('part'), 'partials/other.html': text('other') })
  const engine = await engineOf(folder)
  const app = express().engine('html', engine.engine ?? engine.__express).set('view engine', 'html').set('views', folder.file('.')).set('view cache', cache)
  const { renderer } = bufferedRender({ app, cache, engines: { html: engine }, dictionary: { views: ['page'] } })
  // The engine keeps the templates of the first.
  for (let i = 0; i < 2; i++) expect(await renderer.precompile(['page'])).toMatchObject({ compiled: 1, errors: [], fallbacks: [] })
  const page = await promisify(app.render).call(app, 'page', {})
  const bytes = String(renderer.dictionary.dictionary.bytes)
  for (const each of texts('page', 'part', 'layout')) {
    expect(bytes).toContain(each)
    expect(page).toContain(each)
  }
  expect(bytes).not.toContain('the other')
})

test('the dictionary leaves the state of hbs to its renders, which wait for helpers', async () => {
  const folder = viewFolder({ 'page.html': text('page'), 'layout.html': '{{{body}}}' })
  const instance = hbs.create()
  const app = express().engine('html', instance.__express).set('view engine', 'html').set('views', folder.file('.'))
  const { renderer } = bufferedRender({ app, engines: { html: instance }, dictionary: { views: ['page'] } })
  await renderer.precompile(['page'])
  await promisify(app.render).call(app, 'page', {})
  const waiting = instance.async
  await renderer.precompile(['page'])
  expect(instance.async).toBe(waiting)
})

test.each(packages)('with %s, the view of a missing layout is compiled, and one that is missing or broken is an error', async (name, layouts, engineOf) => {
  const folder = viewFolder({ 'page.html': text('page'), 'broken.html': '{{#if}}', 'partials/part.html': '' })
  const engine = await engineOf(folder)
  const app = express().engine('html', engine.engine ?? engine.__express).set('view engine', 'html').set('views', folder.file('.'))
  const { renderer } = bufferedRender({ app, engines: { html: engine } })
  const { compiled, errors } = await renderer.precompile(['page', 'broken', 'missing'])
  expect(compiled).toBe(1)
  expect(errors.map(({ view, error }) => [view, error.message])).toEqual([
    ['broken', expect.stringContaining('Parse error')], ['missing', expect.stringContaining('missing')]])
})

test('text that most views have comes first, and what exceeds the size is left out', async () => {
  const folder = viewFolder({ 'a.ejs': text('first') + '<%= 1 %>' + text('all'), 'b.ejs': text('all') + '<%= 2 %>', 'c.ejs': '<%= 3 %>' + text('all') })
  const renderer = createRenderer({ views: folder.file('.'), extension: 'ejs', dictionary: { views: ['a', 'b', 'c'], size: 700 } })
  await renderer.precompile([])
  expect(String(renderer.dictionary.dictionary.bytes)).toBe(text('all'))
  expect(renderer.stats().dictionary).toMatchObject({ bytes: text('all').length, texts: 1 })
})

test('dynamic text of pages does not belong to the dictionary', async () => {
  const row = (value) => html`<p>${value}, and this is static text, ${value}: long enough to be a fragment, which is kept for all pages as bytes, ten times:${html.raw('dynamic '.repeat(100))}
    ten times, ten times, ten times, ten times, ten times, ten times, ten times, ten times, ten times, ten times, ten times, ten times, ten times, ten times, ten times, ten times, ten times, ten times, ten times, ten times, ten times, ten times, ten times, ten times</p>`
  const renderer = createRenderer({ dictionary: { pages: [() => row('secret'), async () => row('secret')] } })
  await renderer.precompile([])
  const bytes = String(renderer.dictionary.dictionary.bytes)
  expect(bytes).toContain('ten times, ten times')
  expect(bytes).not.toMatch(/secret|dynamic/)
})

test.each([
  [{ views: ['missing'] }, /^The option "dictionary.views" has "missing": View "missing" was not found/],
  [{ views: ['broken'] }, /^The option "dictionary.views" has "broken": /],
  [{ views: ['empty'] }, /^The option "dictionary" names views and pages without static text$/],
  [{}, /^The option "dictionary" names views and pages without static text$/],
  [{ pages: [() => 'text'] }, /^The option "dictionary.pages" must have functions that return a page from html`…`$/],
  [{ pages: [() => { throw new Error('no database') }] }, /^no database$/]
])('precompile rejects with an error that names the option: %j', async (dictionary, message) => {
  const folder = viewFolder({ 'broken.ejs': '<% if { %>', 'empty.ejs': '<%= name %>' })
  const renderer = createRenderer({ views: folder.file('.'), extension: 'ejs', dictionary })
  await expect(renderer.precompile([])).rejects.toThrow(message)
})

test('if the dictionary fails at a request, a warning says why, and pages are sent without', async () => {
  const warned = jest.spyOn(process, 'emitWarning').mockImplementation(() => {})
  const renderer = createRenderer({ dictionary: { views: ['missing'] } })
  const page = html`<p>${'text '.repeat(1000)}</p>`
  const headers = { 'sec-fetch-dest': 'document', 'accept-encoding': 'gzip, br, zstd' }
  for (let i = 0; i < 3; i++) {
    const answer = await exchange((req, res) => renderer.send(req, res, page), { headers })
    expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
    expect(answer.headers).not.toHaveProperty('link')
  }
  expect(warned.mock.calls).toEqual([[expect.stringMatching(/^The option "dictionary.views" has "missing"/), { code: 'BUFFERED_RENDER_DICTIONARY' }]])
  const thrown = createRenderer({ dictionary: { pages: [async () => { throw 'no database' }] } }) // eslint-disable-line no-throw-literal
  expect((await exchange((req, res) => thrown.send(req, res, page), { headers })).status).toBe(200)
  expect(warned).toHaveBeenLastCalledWith('no database', { code: 'BUFFERED_RENDER_DICTIONARY' })
  const path = `/buffered-render/${'a'.repeat(43)}.dict`
  const answer = await exchange((req, res) => renderer.sendDictionary(req, res) || res.end('app'), { path })
  expect(answer.status).toBe(404)
})

test.each([
  ['an array', [], /^The option "dictionary" must be an object with 'views' or 'pages', got an array \[\]$/],
  ['an unknown option', { view: [] }, /^Unknown option "view" of dictionary; did you mean "views"\? the options are views, pages, size, path, match$/],
  ['views', { views: 'page' }, /^The option "views" of dictionary must be an array of names of views, got "page"$/],
  ['pages', { pages: ['page'] }, /^The option "pages" of dictionary must be an array of functions that return pages, got an array \["page"\]$/],
  ['a size', { size: '11mb' }, /^The option "size" of dictionary must be a number of bytes, 1 or more, or a size such as '64mb', at most 10mb, got "11mb"$/],
  ['a path', { path: 'dictionary' }, /^The option "path" of dictionary must be a path that begins and ends with '\/', such as '\/buffered-render\/', got "dictionary"$/],
  ['groups', { match: '/(a|b)/*' }, /^The option "match" of dictionary must be a URL pattern without regular expressions, such as '\/\*', got "\/\(a\|b\)\/\*"$/],
  ['a quote', { match: '/"' }, /^The option "match" of dictionary must be /]
])('bad options are errors at once: %s', (_, dictionary, message) => {
  expect(() => bufferedRender({ dictionary })).toThrow(TypeError)
  expect(() => bufferedRender({ dictionary })).toThrow(message)
})
