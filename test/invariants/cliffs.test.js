'use strict'

const express = require('express')
const Koa = require('koa')
const bufferedRender = require('../..')
const { LRUCache } = require('../../lib/util/lru-cache')
const { writerOf } = require('../../lib/dialects/mustache/writer')
const { FULL } = require('../../lib/views/template-loader')
const { exchange } = require('../support/exchange')
const { filesOf, languages, setUpApp } = require('../support/languages')
const { everything } = require('../support/level')
const { listenTo } = require('../support/listen-to')
const { viewFolder } = require('../support/view-folder')

/** A line that is HTML in each language, long enough for a fragment, which is published when it is compiled. */
const long = (name) => `<p>${name} ${'text '.repeat(80)}</p>`

/** Ten times as many views as the cache holds, and what they include. */
const VIEWS = 20
const NAMES = Array.from({ length: VIEWS }, (_, i) => `view${i}`)
const CACHE_SIZE = 60 * 1024
const MOST_KEPT = 3

/** Why a view is slow where Express cannot render it. */
const COMPILED = `is compiled at each render, because it ${FULL}`

/** The names of what one view includes. */
const MANY = Array.from({ length: everything ? 1000 : 200 }, (_, i) => `part${i}`)

/** @returns {Promise<number>} how often static text is compiled while an action runs */
async function countCompiled (action) {
  const compiled = listenTo('buffered-render:static-text')
  await action()
  return compiled.length
}

let warned
beforeEach(() => { warned = jest.spyOn(process, 'emitWarning').mockImplementation(() => {}) })

/** How often a view was left to Express, and how often one was compiled for one render, because the cache had no room. */
const refusals = ({ engine }) => [FULL, COMPILED].map((reason) => engine[reason] ?? 0)

/** Ways to render the views of a folder. Each gives our renderer, and a function that renders a view. */
const WAYS = {
  createRenderer: ({ folder, language: { extension }, options }) => {
    const renderer = bufferedRender.createRenderer({ views: folder, extension, ...options })
    return { renderer, render: async (view, locals) => String(await renderer.render(view, locals)) }
  },
  'Express 5': (setup) => ofExpress(express, setup),
  'Express 5, by the option views': (setup) => ofExpress(express, { ...setup, options: { views: [setup.folder, __dirname], ...setup.options } }),
  ...everything && { 'Express 4': (setup) => ofExpress(require('express4'), setup) },
  Koa: ({ folder, language: { extension }, options }) => {
    const pages = bufferedRender({ views: folder, extension, compress: false, ...options })
    const app = new Koa().use(pages).use((ctx) => ctx.render(ctx.path.slice(1), { name: ctx.query.name, part: ctx.query.part }))
    return { renderer: pages.renderer, render: (view, locals) => bodyOf(app.callback(), view, locals) }
  }
}

function ofExpress (express, { folder, language, options: { engines, ...options } }) {
  const app = express().set('views', folder).set('view engine', language.extension).set('view cache', true)
  const pages = bufferedRender({ ...setUpApp(language, app), compress: false, ...options })
  app.use(pages).get('/:view', (req, res) => res.render(req.params.view, { name: req.query.name, part: req.query.part }))
  return { renderer: pages.renderer, render: (view, locals) => bodyOf(app, view, locals) }
}

async function bodyOf (listener, view, locals) {
  const { status, body } = await exchange(listener, { path: `/${view}?${new URLSearchParams(locals)}` })
  return status === 200 ? String(body) : `${status} ${body}`
}

describe.each(languages.map((language) => [language.name, language]))('%s', (_, language) => {
  const { create, laidOut, print } = language
  const { page, ...parts } = laidOut(long('before'), '', long('after'))
  const views = NAMES.map((name) => [name, laidOut('', `${long(name)}${print('name')}`, '').page])
  const folder = viewFolder(filesOf(language, { ...Object.fromEntries(views), ...parts }))

  const start = (way, options, views = folder) => {
    const { instance } = create(views.file('.'), true)
    const engines = instance && { [language.extension]: instance }
    return WAYS[way]({ folder: views.file('.'), language, options: { cache: true, memo: false, ...engines && { engines }, ...options } })
  }
  /** By the engine alone. */
  const pages = new Map()
  beforeAll(async () => {
    const { render } = create(folder.file('.'), true)
    for (const view of NAMES) pages.set(view, await render(view, { name: '<n>' }))
  })

  describe.each(Object.keys(WAYS))('%s', (way) => {
    test('of ten times more views than the cache holds, those that it does not hold evict none', async () => {
      const { renderer, render } = start(way, { cacheSize: CACHE_SIZE })
      const round = async () => {
        for (const view of NAMES) expect(await render(view, { name: '<n>' })).toBe(pages.get(view))
      }
      for (let i = 0; i < 2; i++) await round()
      const before = renderer.stats()
      const compiled = await countCompiled(round)
      const { engine, templates } = renderer.stats()
      const { entries, evictions, bytes } = before.templates
      expect(templates).toMatchObject({ entries, evictions, bytes })
      expect(bytes).toBeLessThanOrEqual(CACHE_SIZE)
      const [left, slow] = refusals({ engine }).map((count, i) => count - refusals(before)[i])
      expect(left + slow).toBeGreaterThanOrEqual(VIEWS - MOST_KEPT)
      const warnings = warned.mock.calls.filter(([, { code }]) => code === 'BUFFERED_RENDER_CACHE')
      const isByExpress = ['Express 4', 'Express 5'].includes(way)
      if (isByExpress) expect({ compiled, slow, warnings }).toEqual({ compiled: 0, slow: 0, warnings: [] })
      else expect({ left, warnings }).toEqual({ left: 0, warnings: [[expect.stringMatching(/^View ".*" is compiled at each render/), expect.anything()]] })
    })

    test('one of 1,024 misses of a full cache adds a view, and is counted once', async () => {
      const { renderer, render } = start(way, { cacheSize: 1 })
      await render(NAMES[0], { name: 1 })
      const { viewSettings: { templateCache } } = renderer
      const { evictions } = templateCache
      templateCache.refused = 1021
      for (let i = 0; i < 2; i++) expect(await render(NAMES[1], { name: '<n>' })).toBe(pages.get(NAMES[1]))
      expect(templateCache).toMatchObject({ refused: 1023, evictions })
      expect(await render(NAMES[1], { name: '<n>' })).toBe(pages.get(NAMES[1]))
      expect(templateCache.refused).toBe(1024)
      expect(templateCache.evictions).toBeGreaterThan(evictions)
      expect(refusals(renderer.stats()).reduce((a, b) => a + b)).toBe(2)
    })
  })

  test('precompile of more views than fit says so, and evicts none', async () => {
    const { renderer, render } = start('createRenderer', { cacheSize: 4 * CACHE_SIZE })
    const { compiled, fallbacks } = await renderer.precompile(NAMES)
    const left = fallbacks.filter(({ reason }) => reason === FULL).map(({ view }) => view)
    expect(compiled).toBeGreaterThan(4)
    expect(left.length).toBeGreaterThan(4)
    expect(left).toEqual(NAMES.slice(compiled))
    expect(warned.mock.calls).toEqual([[`precompile() left out ${left.length} views: each ${FULL}`, { code: 'BUFFERED_RENDER_CACHE' }]])
    const { misses } = renderer.stats().templates
    for (const view of NAMES.slice(0, compiled)) await render(view, { name: 1 })
    expect(renderer.stats()).toMatchObject({ templates: { evictions: 0, misses }, engine: {} })
  })

  const { includeNamed } = language
  // Others include by literals only.
  if (includeNamed !== undefined) {
    test('a view that includes ten times as many others as it keeps paths of compiles each once', async () => {
      const folder = viewFolder(filesOf(language, {
        page: includeNamed('part'), ...Object.fromEntries(MANY.map((name) => [name, `${long(name)}${print('name')}`]))
      }))
      const { render } = start('createRenderer', {}, folder)
      const stock = create(folder.file('.'), true)
      const round = async () => {
        for (const part of MANY) {
          const locals = { part, name: '<n>' }
          expect(await render('page', locals)).toBe(await stock.render('page', locals))
        }
      }
      await round()
      expect(await countCompiled(round)).toBe(0)
    })
  }
})

test('1,100 views of the usual size fit', async () => {
  const names = Array.from({ length: 1100 }, (_, i) => `view${i}`)
  const folder = viewFolder(Object.fromEntries(names.map((name) => [`${name}.html`, `${long(name)}{{name}}`])))
  const renderer = bufferedRender.createRenderer({ views: folder.file('.'), cache: true })
  const round = async () => {
    for (const name of names) await renderer.render(name, { name })
  }
  await round()
  expect(await countCompiled(round)).toBe(0)
})

test('ten thousand names of one view are kept, and further ones take no place of theirs', async () => {
  const folder = viewFolder({ 'view.ejs': 'a' })
  const renderer = bufferedRender.createRenderer({ views: folder.file('.'), extension: 'ejs', cache: true })
  for (let i = 0; i < 10_500; i++) await renderer.render(`${'./'.repeat(i % 100)}.${'/'.repeat(1 + Math.floor(i / 100))}view`)
  const { size } = renderer.viewSettings.viewCacheOf(renderer.folderViews)
  expect(size).toBe(10_000)
  expect(renderer.viewSettings.viewCacheOf(renderer.folderViews).peek('./view')).toBeDefined()
})

test.each([{ max: 10 }, { maxSize: 100, sizeCalculation: () => 10 }])('of keys in turn, ten times as many as fit, a cache keeps its share: %j', (options) => {
  const cache = new LRUCache(options)
  let [hits, sets] = [0, 0]
  const find = (key) => {
    if (cache.get(key) !== undefined) hits++
    else if (cache.admitMiss()) sets += cache.set(key, 1) === cache
  }
  for (let i = 0; i < 100_000; i++) find(i % 100)
  expect(hits).toBeGreaterThan(8_000)
  expect(sets).toBeLessThan(10 + 100_000 / 1000)
  expect(cache.size).toBe(10)
})

test('of partials whose blocks have inline partials, Handlebars compiles for each page those that are not kept', async () => {
  const handlebars = require('handlebars').create()
  for (const name of MANY) handlebars.registerPartial(name, `${long(name)}{{> inner}}`)
  const source = MANY.map((name) => `{{#> ${name}}}{{#*inline "inner"}}[{{name}}]{{/inline}}{{/${name}}}`).join('')
  const folder = viewFolder({ 'page.hbs': source })
  const renderer = bufferedRender.createRenderer({ views: folder.file('.'), extension: 'hbs', cache: true, engines: { hbs: handlebars } })
  const page = handlebars.compile(source)({ name: '<n>' })
  const round = async () => expect(String(await renderer.render('page', { name: '<n>' }))).toBe(page)
  await round()
  expect(await countCompiled(round)).toBe(0)
})

test('texts that lambdas of Mustache render, ten times as many as fit, leave others in the cache', () => {
  const mustache = require('mustache')
  const { templateCache } = writerOf(mustache)
  const texts = Array.from({ length: 80_000 }, (_, i) => `text ${i}`)
  for (const text of texts) templateCache.set(text, [])
  const { size } = templateCache
  expect(texts.slice(0, 7_000).filter((text) => templateCache.peek(text) === undefined).length).toBeLessThan(100)
  expect(size).toBeLessThan(8_200)
  templateCache.clear()
})
