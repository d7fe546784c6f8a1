'use strict'

const fs = require('node:fs')
const ejs = require('ejs')
const { Eta } = require('eta')
const express = require('express')
const pug = require('pug')
const bufferedRender = require('../..')
const { exchange } = require('../support/exchange')
const { viewFolder } = require('../support/view-folder')

beforeEach(() => { jest.spyOn(process, 'emitWarning').mockImplementation(() => {}) })

/** A renderer whose cache is full of the view `first`. */
async function fullRenderer (folder, options) {
  const renderer = bufferedRender.createRenderer({ views: folder.file('.'), cache: true, cacheSize: 1, ...options })
  await renderer.render('first', { name: '' })
  return async (view, locals) => String(await renderer.render(view, locals))
}

/** An Express app of a folder, whose cache has room for one view. */
function appOf (folder, handle, options, set = (app) => app) {
  const app = set(express().set('views', folder.file('.')).set('view engine', 'ejs').set('view cache', true).set('env', 'test'))
  const pages = options && bufferedRender({ cacheSize: 1, ...options })
  if (pages) app.use(pages)
  app.get('/:view', handle).use((error, req, res, next) => res.status(500).end(error.message))
  return { ask: async (path) => String((await exchange(app, { path })).body), pages }
}

describe('views that the cache does not hold', () => {
  const name = '<b>'

  test.each([
    { extension: 'ejs', source: '<%= name %>', engineOptions: { escape: (text) => `[${text}]` }, stock: (file, options) => ejs.renderFile(file, { name }, { ...options }) },
    { extension: 'pug', source: 'p= name', engineOptions: { doctype: 'xml', self: false, filters: {}, globals: [], pretty: true }, stock: (file, options) => pug.compileFile(file, { ...options })({ name }) }
  ])('have the engineOptions of their own renderer: $extension', async ({ extension, source, engineOptions, stock }) => {
    const folder = viewFolder({ [`first.${extension}`]: source, [`page.${extension}`]: source })
    const file = folder.file(`page.${extension}`)
    const [plain, changed] = [await fullRenderer(folder, { extension }), await fullRenderer(folder, { extension, engineOptions })]
    for (let i = 0; i < 2; i++) {
      expect(await changed('page', { name })).toBe(await stock(file, engineOptions))
      expect(await plain('page', { name })).toBe(await stock(file))
    }
  })

  test('of three Express apps of one folder do not meet, nor those of EJS itself', async () => {
    const folder = viewFolder({ 'first.ejs': '', 'page.ejs': '<%= name %><%- include("part") %>', 'part.ejs': 'part' })
    const other = viewFolder({ 'part.ejs': 'other' })
    const appWith = (options) => appOf(folder, (req, res) => res.render(req.params.view, { name }), options)
    const escape = (text) => `[${text}]`
    const apps = [
      { ...appWith({ engineOptions: { escape } }), page: '[<b>]part' },
      { ...appWith({}), page: '&lt;b&gt;part' },
      { ...appWith({ views: [folder.file('.'), other.file('.')] }), page: '&lt;b&gt;part' },
      { ...appWith(undefined), page: '&lt;b&gt;part' }
    ]
    for (const { ask } of apps) await ask('/first')
    for (const { ask, page } of [...apps, ...apps]) expect(await ask('/page')).toBe(page)
    expect(await ejs.renderFile(folder.file('page.ejs'), { name }, { cache: true })).toBe('&lt;b&gt;part')
  })

  test('are those of their files after clear()', async () => {
    const folder = viewFolder({ 'first.ejs': '', 'page.ejs': 'old' })
    const renderer = bufferedRender.createRenderer({ views: folder.file('.'), extension: 'ejs', cache: true, cacheSize: 1 })
    for (const view of ['first', 'page']) await renderer.render(view)
    fs.writeFileSync(folder.file('page.ejs'), 'new')
    renderer.clear()
    await renderer.render('first')
    expect(String(await renderer.render('page'))).toBe('new')
  })

  test('are found by their files: Eta', async () => {
    const views = { 'first.eta': '', 'page.html': 'other', 'page.html.eta': 'page <%= it.name %>', 'report.v2.eta': 'report', '@home.eta': 'home' }
    const folder = viewFolder(views)
    const second = viewFolder({ 'more.eta': 'more' })
    const render = await fullRenderer(folder, { extension: 'eta', views: [folder.file('.'), second.file('.')] })
    const eta = new Eta({ views: folder.file('.') })
    for (const view of ['page.html', 'report.v2', '@home']) {
      expect(await render(`${view}.eta`, { name })).toBe(eta.renderString(views[`${view}.eta`], { name }))
    }
    expect(await render('more', {})).toBe('more')
  })

  test('are streamed, and evict none', async () => {
    const folder = viewFolder({ 'first.ejs': '', 'page.ejs': '<%= name %><%- include("part") %>', 'part.ejs': 'part' })
    const { ask, pages } = appOf(folder, (req, res) => res.renderStream(req.params.view, { name: Promise.resolve(name) }), {})
    await ask('/first')
    expect(await ask('/page')).toBe('&lt;b&gt;part')
    expect(pages.renderer.stats().templates).toMatchObject({ entries: 1, evictions: 0 })
  })

  test('outside of the views folders stay refused by Express apps', async () => {
    const folder = viewFolder({ 'views/first.ejs': '', 'secret.ejs': 'secret' })
    const { ask } = appOf(folder, (req, res) => res.render(req.query.view), {}, (app) => app.set('views', folder.file('views')))
    await ask('/x?view=first')
    expect(await ask('/x?view=../secret')).toMatch('is outside of the views folders')
  })

  test('report their syntax errors to precompile, and what they include evicts none', async () => {
    const folder = viewFolder({ 'first.ejs': '', 'broken.ejs': '<% if ( %>', 'page.ejs': '<%- include("part") %>', 'part.ejs': 'part' })
    const renderer = bufferedRender.createRenderer({ views: folder.file('.'), extension: 'ejs', cache: true, cacheSize: 1 })
    const { compiled, errors, fallbacks } = await renderer.precompile(['first', 'broken', 'page'])
    expect({ compiled, errors: errors.map(({ view }) => view), fallbacks: fallbacks.map(({ view }) => view) }).toEqual({ compiled: 1, errors: ['broken'], fallbacks: ['page'] })
    expect(renderer.stats().templates).toMatchObject({ entries: 1, evictions: 0 })
  })
})
