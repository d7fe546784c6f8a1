'use strict'

const fs = require('node:fs')
const ejs = require('ejs')
const { createRenderer } = require('../..')
const { listenTo } = require('../support/listen-to')
const { outcome } = require('../support/outcome')
const { prose } = require('../support/prose')
const { viewFolder } = require('../support/view-folder')

/** Long enough for fragments. */
const LONG = prose(600)

const folder = viewFolder({
  'index.ejs': `<h1><%= title %></h1>${LONG}<%- include('parts/item', { name: title }) %>`,
  'parts/item.ejs': `<i><%= name %></i>${LONG}<% if (name === 'deep') { %><%- include('../index', { title: name }) %><% } %>`,
  'plain.html': `<b>{{title}}</b>${LONG}`,
  'early.ejs': '<% return %>',
  'broken.ejs': '<p>\n<% if ( %>',
  'lost.ejs': '<% if (false) { %><%- include("nowhere") %><% } %>',
  'page.html.ejs': 'two extensions',
  'style.css': 'i {}',
  'node_modules/other/index.ejs': 'of a package',
  'more/index.ejs': 'hidden by the first folder',
  'more/only.ejs': 'in the second folder'
})

const GOOD = ['index', 'parts/item', 'plain.html', 'early', 'page.html.ejs']
const ALL = ['broken', 'early', 'index', 'lost', 'more/index', 'more/only', 'page.html.ejs', 'parts/item', 'plain.html']

const rendererOf = (options) => createRenderer({ views: folder.file('.'), extension: 'ejs', cache: true, ...options })

/** @returns {Promise<string[]>} the static text that is compiled while an action runs */
async function compiledBy (action) {
  const compiled = listenTo('buffered-render:static-text')
  await action()
  return compiled.map(({ text }) => text)
}

async function viewsIn (options) {
  const views = []
  const result = await rendererOf(options).precompile({ onProgress: ({ view }) => views.push(view) })
  return { views: views.sort(), result }
}

test('all views of the folders are compiled, and no other files', async () => {
  const { views, result: { compiled, duration, errors } } = await viewsIn()
  expect(views).toEqual(ALL)
  expect(compiled).toBe(ALL.length - errors.length)
  expect(duration).toBeGreaterThan(0)
})

test.each([[['parts', 'more'], ['index', 'item', 'only']], [['more', 'none'], ['index', 'only']]])('a view in several folders is the first one: %j', async (folders, expected) => {
  expect((await viewsIn({ views: folders.map(folder.file) })).views).toEqual(expected)
})

test('a view that does not compile gives the error of the engine, and the others are compiled', async () => {
  const { errors, compiled } = await rendererOf().precompile(['broken', 'index', 'none', 'lost'])
  expect(compiled).toBe(1)
  expect(errors.map(({ view, file }) => [view, file])).toEqual([
    ['broken', folder.file('broken.ejs')], ['none', undefined], ['lost', folder.file('lost.ejs')]
  ])
  const file = folder.file('broken.ejs')
  const expected = await outcome(() => ejs.compile(fs.readFileSync(file, 'utf8'), { filename: file }))
  expect(errors[0].error.message).toBe(expected.error.message)
  expect(errors[1].error.message).toMatch(/^View "none" was not found/)
  expect(errors[2].error.message).toBe('Could not find the include file "nowhere"')
})

test('an error is listed again the next time', async () => {
  const renderer = rendererOf()
  await renderer.precompile(['lost'])
  expect((await renderer.precompile(['lost'])).errors).toHaveLength(1)
})

test('the engine fallbacks are listed with their reasons', async () => {
  const { fallbacks, compiled } = await rendererOf().precompile(GOOD)
  expect(fallbacks).toEqual([{ view: 'early', reason: 'returns early' }])
  expect(compiled).toBe(GOOD.length)
})

test('after all views were compiled, renders compile nothing', async () => {
  const renderer = rendererOf()
  expect(await compiledBy(() => renderer.precompile())).not.toEqual([])
  const texts = await compiledBy(async () => {
    for (const view of ['index', 'index.ejs', 'parts/item', 'plain.html']) await renderer.render(view, { title: 'a', name: 'b' })
  })
  expect(texts).toEqual([])
})

test('the includes with fixed names are compiled with a view, also where templates include each other', async () => {
  const renderer = rendererOf()
  const texts = await compiledBy(() => renderer.precompile(['index']))
  expect(texts.filter((text) => text.includes(LONG))).toHaveLength(2)
  const locals = { title: '<Zoë & "Co">' }
  let page
  expect(await compiledBy(async () => { page = await renderer.render('index', locals) })).toEqual([])
  expect(page.toString()).toBe(await ejs.renderFile(folder.file('index.ejs'), locals))
})

test('templates that include each other are no error where the cache has room for one of them', async () => {
  const { compiled, errors, fallbacks } = await rendererOf({ cacheSize: 20_000 }).precompile(['index', 'parts/item'])
  expect([errors, compiled + fallbacks.length]).toEqual([[], 2])
})

test('without cache, a render does our work again only for what has changed', async () => {
  const renderer = rendererOf({ cache: false })
  await renderer.precompile(['index'])
  const render = () => renderer.render('index', { title: 'a' })
  expect(await compiledBy(render)).toEqual([])
  const source = fs.readFileSync(folder.file('parts/item.ejs'), 'utf8')
  fs.writeFileSync(folder.file('parts/item.ejs'), `new ${source}`)
  expect(await compiledBy(render)).not.toEqual([])
  fs.writeFileSync(folder.file('parts/item.ejs'), source)
})

test('progress is reported after each view, and other work runs between two views', async () => {
  const log = []
  const turn = () => {
    log.push('turn')
    if (log.length < 100) setImmediate(turn)
  }
  setImmediate(turn)
  await rendererOf().precompile(['index', 'none', 'early'], { onProgress: (progress) => log.push(progress) })
  const steps = log.filter((entry) => entry !== 'turn')
  expect(steps).toEqual([
    { done: 1, total: 3, view: 'index' }, { done: 2, total: 3, view: 'none' }, { done: 3, total: 3, view: 'early' }
  ])
  for (const step of steps.slice(1)) expect(log[log.indexOf(step) - 1]).toBe('turn')
})

test('an error of the progress callback rejects', async () => {
  const onProgress = () => { throw new Error('mine') }
  await expect(rendererOf().precompile({ onProgress })).rejects.toThrow('mine')
})

const NO_ARRAY = 'precompile() expects an array of names of views, such as [\'index\'], got "index"'

test.each([
  [['index'], NO_ARRAY],
  [['index', {}], NO_ARRAY],
  [[{ onprogress () {} }], 'Unknown option "onprogress" of precompile; did you mean "onProgress"? the options are onProgress'],
  [[{ onProgress: 1 }], 'The option "onProgress" of precompile must be a function, got 1']
])('%j is a TypeError', async (given, message) => {
  await expect(rendererOf().precompile(...given)).rejects.toThrow(new TypeError(message))
})

test('names that lead out of the folders, or are no strings, are errors of the view', async () => {
  const { errors, compiled } = await rendererOf().precompile(['../index', 1])
  expect(compiled).toBe(0)
  expect(errors.map(({ view }) => view)).toEqual(['../index', 1])
})
