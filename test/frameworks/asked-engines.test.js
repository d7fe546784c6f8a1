'use strict'

const fs = require('node:fs')
const path = require('node:path')
const express = require('express')
const pug = require('pug')
const bufferedRender = require('../..')
const ejsEngines = require('../support/ejs-engines')
const etaEngines = require('../support/eta-engines')
const { exchange } = require('../support/exchange')
const { expressFunction } = require('../support/express-function')
const { pagesBetweenChanges } = require('../support/pages-between-changes')
const { replace } = require('../support/replaced')
const { viewFolder } = require('../support/view-folder')

// What an engine or the app decides is asked each time Express alone would ask: each case is a change between two requests.

const long = `<p>${'static text '.repeat(40)}</p>\n`

function etaOf (Eta, { app, folder }, config) {
  // Eta's defaults are objects that all instances share.
  const own = { plugins: [], parse: { exec: '', interpolate: '=', raw: '~' } }
  const eta = new Eta({ views: folder.file('.'), ...own, ...config })
  app.engine('eta', expressFunction((file, locals) => eta.render('./page', locals))).set('view engine', 'eta')
  return { state: eta, options: { engines: { eta } } }
}

const ejsSetUp = (engine) => ({ app }) => {
  engine.clearCache()
  app.engine('ejs', engine.renderFile).set('view engine', 'ejs')
}

const ejsCases = ejsEngines.flatMap(({ version, engine }) => {
  const setUp = ejsSetUp(engine)
  const page = (text) => ({ 'page.ejs': long + text })
  let tenant
  const tenants = ['a', 'b', undefined].map((name) => () => { tenant = name })
  const resolve = (given) => {
    replace(engine, 'resolveInclude', () => () => {
      if (tenant === undefined) throw new Error('not allowed')
      return given.folder.file(tenant, 'part.ejs')
    })
    tenants[0]()
    return setUp(given)
  }
  const tenantFiles = { ...page('<%- include("part") %>'), 'a/part.ejs': 'secret of A', 'b/part.ejs': 'secret of B' }
  const write = (text) => ({ folder }) => fs.writeFileSync(folder.file('page.ejs'), long + text)
  return [
    ...[true, undefined].map((cache) => ({ name: 'resolveInclude by tenant', files: tenantFiles, cache, setUp: resolve, changes: tenants })),
    { name: 'fileLoader', files: page('file'), setUp, changes: [() => replace(engine, 'fileLoader', (load) => (file) => `${load(file)} by another`)] },
    { name: 'delimiter', files: page('<?= a ?>'), setUp, changes: [() => replace(engine, 'delimiter', () => '?')] },
    { name: 'compile', files: page('x'), setUp, changes: [() => replace(engine, 'compile', (compile) => (text, options) => compile(`${text} wrapped`, options))] },
    { name: 'Template.prototype.generateSource', files: page('x'), setUp, changes: [() => replace(engine.Template.prototype, 'generateSource', (generate) => function () { this.templateText += 'more'; return generate.call(this) })] },
    { name: 'clearCache()', files: page('old'), cache: true, setUp, changes: [write('new'), () => engine.clearCache(), write('newer'), () => replace(engine, 'cache', () => new Map())] },
    { name: 'cache.set()', files: { ...page('<%- include("part") %>'), 'part.ejs': 'file' }, cache: true, setUp, changes: [({ folder }) => engine.cache.set(folder.file('part.ejs'), () => 'by the app'), ({ folder }) => engine.cache.set(folder.file('page.ejs'), () => 'the page')] },
    { name: 'a cache that keeps nothing', files: page('old'), cache: true, setUp: (given) => { replace(engine, 'cache', () => ({ get () {}, set () {}, reset () {} })); given.app.engine('ejs', engine.renderFile); given.app.set('view engine', 'ejs'); return {} }, changes: [write('new')] }
  ].map((each) => ({ ...each, name: `EJS ${version}, ${each.name}, view cache ${Boolean(each.cache)}` }))
})

const etaCases = etaEngines.flatMap(({ version, engine: { Eta } }) => {
  const row = { text: 'old row' }
  const withRows = (given, config) => {
    const made = etaOf(Eta, given, config)
    const { readFile } = made.state
    made.state.readFile = function (file) { return path.basename(file) === 'row.eta' ? row.text : readFile.call(this, file) }
    row.text = 'old row'
    return made
  }
  const byTenant = (given) => {
    const made = etaOf(Eta, given, { cache: true })
    const { resolvePath } = made.state
    made.state.resolvePath = function (name, options) {
      if (name !== 'part') return resolvePath.call(this, name, options)
      if (this.tenant === undefined) throw new Error('not allowed')
      return given.folder.file(this.tenant, 'part.eta')
    }
    made.state.tenant = 'a'
    return made
  }
  const page = (text) => ({ 'page.eta': long + text })
  const setTenant = (tenant) => ({ state }) => { state.tenant = tenant }
  const write = ({ folder }) => fs.writeFileSync(folder.file('page.eta'), `${long}new`)
  return [
    { name: 'resolvePath by tenant', files: { ...page('<%~ include("part") %>'), 'a/part.eta': 'secret of A', 'b/part.eta': 'secret of B' }, cache: true, setUp: byTenant, changes: [setTenant('b'), setTenant(undefined)] },
    { name: 'readFile from a database', files: page('<%~ include("./row") %>'), setUp: (given) => withRows(given, { cache: false }), changes: [() => { row.text = 'new row' }] },
    { name: 'config.plugins', files: page('x'), setUp: (given) => etaOf(Eta, given, { cache: false }), changes: [({ state }) => state.config.plugins.push({ processTemplate: (text) => `${text} by plugin` })] },
    { name: 'config.parse', files: page('<%! it.a %>'), setUp: (given) => etaOf(Eta, given, { cache: false }), changes: [({ state }) => { state.config.parse.raw = '!' }] },
    { name: 'config.escapeFunction', files: page('<%= it.a %>'), cache: true, setUp: (given) => etaOf(Eta, given, { cache: true }), changes: [({ state }) => { state.config.escapeFunction = function (text) { return `(${text} after ${this.res.length})` } }] },
    { name: 'the store is emptied', files: page('old'), cache: true, setUp: (given) => etaOf(Eta, given, { cache: true }), changes: [write, ({ state }) => state.templatesSync.reset()] },
    { name: 'the store is filled', files: page('old'), cache: true, setUp: (given) => etaOf(Eta, given, { cache: true }), changes: [({ folder, state }) => state.templatesSync.define(folder.file('page.eta'), () => 'by the app')] },
    { name: 'the store is filled', files: page('old'), setUp: (given) => etaOf(Eta, given, { cache: true }), changes: [write, ({ state }) => state.templatesSync.reset()] }
  ].map((each) => ({ ...each, name: `Eta ${version}, ${each.name}, view cache ${Boolean(each.cache)}` }))
})

const setUpPug = ({ app }) => {
  replace(pug, 'cache', () => ({}))
  replace(pug, 'filters', () => ({ now: () => 'one' }))
  app.engine('pug', pug.__express)
  app.set('view engine', 'pug')
  app.locals.filters = { file: (text, { filename }) => fs.readFileSync(path.join(path.dirname(filename), text.trim()), 'utf8') }
  return {}
}
const setUpPugInProduction = (given) => {
  replace(process.env, 'NODE_ENV', () => 'production')
  return setUpPug(given)
}
const pugFiles = (text) => ({ 'page.pug': `p ${long.trim()}\n${text}\n`, 'i.svg': 'OLD' })
const writePug = (text) => ({ folder }) => fs.writeFileSync(folder.file('page.pug'), pugFiles(text)['page.pug'])
const pugCases = [
  { name: 'Pug, filters', files: pugFiles(':now\n  x'), setUp: setUpPug, changes: [() => { pug.filters.now = () => 'two' }] },
  { name: 'Pug, a filter that reads a file', files: pugFiles(':file\n  i.svg'), setUp: setUpPug, changes: [({ folder }) => fs.writeFileSync(folder.file('i.svg'), 'NEW')] },
  { name: 'Pug, cache = {}', files: pugFiles('| old'), cache: true, setUp: setUpPug, changes: [writePug('| new'), () => { pug.cache = {} }] },
  { name: 'Pug, cache = {} in production, and what is there', files: { ...pugFiles('include i'), 'i.pug': 'p i', 'j.pug': 'p i' }, cache: true, setUp: setUpPugInProduction, changes: [writePug('include j'), ({ folder }) => { pug.cache[folder.file('page.pug')].mark = 'marked'; pug.cache = {} }, () => {}], after: ({ folder }) => { const { dependencies, mark } = pug.cache[folder.file('page.pug')]; return [dependencies.map((file) => path.basename(file)), mark] } },
  { name: 'Pug, locals in production', files: pugFiles('= JSON.stringify(Object.keys(locals))\n= typeof compileDebug'), cache: true, setUp: setUpPugInProduction, changes: [({ folder }) => { pug.cache[folder.file('page.pug')] = (locals) => Object.keys(locals).join() }] },
  { name: 'Pug, a Proxy as cache', files: pugFiles('| old'), cache: true, setUp: (given) => { const made = setUpPug(given); const kept = new Map(); pug.cache = new Proxy({}, { get: (_, name) => kept.get(name), set: (_, name, value) => Boolean(kept.set(name, value)) }); return { ...made, state: kept } }, changes: [writePug('| new'), ({ state }) => state.clear()] },
  { name: 'Pug, cache is filled', files: pugFiles('| old'), cache: true, setUp: setUpPug, changes: [({ folder }) => { pug.cache[folder.file('page.pug')] = ({ a, filename }) => `${a} ${path.basename(filename)}` }] }
]

test('Pug: two apps with other options share the views and the cache', async () => {
  const folder = viewFolder({ 'page.pug': `p ${long.trim()}\np(class=a)= Object.keys(self).join()\n` })
  const pages = []
  for (const isOurs of [false, true]) {
    pug.cache = {}
    for (const options of [{ self: true }, { inlineRuntimeFunctions: true }]) {
      const app = express()
      Object.assign(app.locals, options)
      app.set('views', folder.file('.')).set('view engine', 'pug').enable('view cache')
      if (isOurs) app.use(bufferedRender())
      app.get('/', (req, res) => res.render('page', { a: '<', self: { b: 1 } }))
      app.use((error, req, res, next) => res.status(500).send(error.message))
      for (let i = 0; i < 2; i++) pages.push((await exchange(app)).body.toString())
    }
  }
  expect(pages.slice(4)).toEqual(pages.slice(0, 4))
})

test.each([...ejsCases, ...etaCases, ...pugCases])('$name: each page is that of Express', async (each) => {
  const stock = await pagesBetweenChanges(each, false)
  expect(await pagesBetweenChanges(each, true)).toEqual(stock)
  // A change that is not seen would show nothing.
  expect(new Set([...stock.pages, ...stock.log]).size).toBeGreaterThan(1)
})

describe.each(ejsEngines)('EJS $version', ({ engine }) => {
  const render = (source, locals, isOurs) =>
    pagesBetweenChanges({ files: { 'page.ejs': long + source, 'part.ejs': '<%= typeof added %>' }, setUp: ejsSetUp(engine), locals: [{ a: '<', ...locals }] }, isOurs)
  const helpers = () => ({
    title: '<Tea>',
    user: {},
    own () { return this.title },
    arrow: () => 'arrow',
    rename () { this.title = 'renamed'; return '' },
    add () { this.added = 'added'; this.more = () => 'more'; return '' },
    tag (texts, ...values) { return texts.join(this.title) + values },
    layout () { Object.assign(this, { late: 'late', crypto: 'c', escape: () => 'own' }); return '' },
    show: (fn) => String(fn),
    count: 5,
    none: undefined
  })

  test.each([
    '<%= own() %> <%= title %> <%= arrow() %> <%= rename() %> <%= title %> <%= own?.() %>',
    '<%= typeof added %> <% add() %> <%= typeof added %> <%= added %>',
    '<% add() %><%= more() %>',
    '<%= tag`a${1}b` %>', // eslint-disable-line no-template-curly-in-string
    '<%- include("part") %><% add() %><%- include("part") %>',
    '<%= JSON.stringify({ title, own: own() }) %><%= Math.max(1, 2) %><%= encodeURIComponent(own()) %>',
    '<% [1, 2].forEach((i) => { %><%= own() + i %><% }) %>',
    '<% var own2 = own; %><%= own2 === own %><%= own() %>',
    '<% own(); user.getName() %>',
    '<% own(); for (const a of user) { } %>',
    '<% own(); none() %>',
    '<% own(); missing() %>',
    '<% own(); missing.name %>',
    '<% own(); new user.Name() %>',
    '<% own(); none.name %>',
    '<% own(); const { a } = none %>',
    '<% own(); try { user.getName() } catch (e) { %><%= e.message %><% } %>',
    '<% own()\nadded\nown() %>',
    '<% const a = own()\n   typeof missing !== "undefined" && own() %><%= a %>',
    '<% layout() %><% late ||= "Default" %><%= late %>',
    '<% layout() %><% var late = late || "none" %><%= late %>',
    '<% layout() %><%= typeof crypto %><%= escape("<") %>',
    '<%= own() %><%- function f (who) { return title + who } %>',
    '<%= own() %><%- own.call({ title: () => title }) %><%- show(() => title) %>',
    '<% own(); const [first] = none %>',
    '<% own(); const [first] = count %>',
    '<% own(); function * g () { yield * count } [...g()] %>',
    '<% title = own() + 1 %><%= title %><%= own() %>',
    '<% var title = own() + 1 %><%= title %><%= own() %>'
  ])('a called local has the locals as its this: %s', async (source) => {
    const stock = await render(source, helpers(), false)
    expect(await render(source, helpers(), true)).toEqual(stock)
  })
})
