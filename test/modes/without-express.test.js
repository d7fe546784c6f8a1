'use strict'

const fs = require('node:fs')
const { Readable } = require('node:stream')
const { setTimeout: wait } = require('node:timers/promises')
const express = require('express')
const bufferedRender = require('../..')
const { Template } = require('../../lib/views/template')
const { TemplateLoader } = require('../../lib/views/template-loader')
const { exchange } = require('../support/exchange')
const { everyKoa } = require('../support/frameworks')
const { koaApp } = require('../support/koa-app')
const { recordOutput } = require('../support/recorded-output')
const { viewFolder } = require('../support/view-folder')

const { createRenderer, html } = bufferedRender

const folder = viewFolder({
  'page.ejs': '<p><%= name %></p>',
  'text.ejs': 'Tea <%= name %>',
  'list.ejs': '<% for (const each of list) { %><li><%= each %></li><% } %>',
  'nested.ejs': '<%= user.name %>|<%= load() %>',
  'shift.ejs': '<%= list.shift() %>',
  'raw.ejs': '<%- name %>',
  'page.own': 'own'
})

const views = folder.file('.')
const options = { views, extension: 'ejs', compress: false }

/** A dialect of an app, without `byEngine`. */
const own = { name: 'own', extensions: ['.own'], compile: () => (out) => { out.text += 'own' } }

const output = recordOutput()

const counts = (more) => ({ renders: 1, same: 0, differs: 0, sameError: 0, notCompared: 0, byEngine: 0, ...more })

describe('a renderer', () => {
  test.each(['off', 'check', 'report'])('compares the views of cached fragments, or leaves them to their engine, in mode %s', async (mode) => {
    const renderer = createRenderer({ ...options, mode, cache: true })
    if (mode === 'off') jest.spyOn(Template.prototype, 'render').mockImplementation(() => { throw new Error('ours') })
    const card = renderer.cached('card', { ttl: 1000, view: 'page' }, (name) => ({ name }))
    expect((await card('Zoë')).toString()).toBe('<p>Zoë</p>')
    if (mode !== 'off') expect(renderer.stats().checks.page.same).toBe(1)
  })

  test('counts each render as left to its engine, and compiles nothing, in mode off', async () => {
    const renderer = createRenderer({ ...options, mode: 'off', cache: true })
    const reason = "is left to its engine in mode 'off'"
    const { compiled, fallbacks } = await renderer.precompile(['page'])
    expect({ compiled, fallbacks }).toEqual({ compiled: 0, fallbacks: [{ view: 'page', reason }] })
    await renderer.render('page', { name: 'Zoë' })
    await expect(renderer.render('page', {})).rejects.toThrow('name is not defined')
    expect(renderer.stats()).toMatchObject({ engine: { [reason]: 2 }, templates: { misses: 0, entries: 0 } })
  })

  test.each(['off', 'check', 'report'])('renders the views of the app of its option as the app in mode %s', async (mode) => {
    const app = express().set('views', views).set('view engine', 'ejs')
    app.locals.name = 'app'
    const renderer = createRenderer({ app, mode })
    expect((await renderer.render('page')).toString()).toBe('<p>app</p>')
    if (mode !== 'off') expect(renderer.stats().checks.page.same).toBe(1)
  })

  test.each(['off', 'check', 'report'])('reads a changed file again, by both, in mode %s', async (mode) => {
    const changing = viewFolder({ 'page.eta': 'before' })
    const renderer = createRenderer({ views: changing.file('.'), extension: 'eta', mode, cache: false })
    expect((await renderer.render('page')).toString()).toBe('before')
    fs.writeFileSync(changing.file('page.eta'), 'afterwards')
    expect((await renderer.render('page')).toString()).toBe('afterwards')
    if (mode !== 'off') expect(renderer.stats().checks.page).toMatchObject({ same: 2, differs: 0 })
  })

  test.each(['off', 'check', 'report'])('renders views of a dialect without byEngine by the dialect in mode %s', async (mode) => {
    const renderer = createRenderer({ views, engines: { own }, mode })
    expect((await renderer.render('page.own')).toString()).toBe('own')
    if (mode === 'off') return
    expect(renderer.stats().checks).toEqual({ 'page.own': counts({ notCompared: 1 }) })
    expect(output.warnings.mock.calls).toEqual([['View "page.own" cannot be compared with its engine, because it has a dialect without "byEngine"', { code: 'BUFFERED_RENDER_NOT_COMPARED' }]])
  })

  test('quotes what is printed of a name', async () => {
    const odd = viewFolder({ 'a\u001b[31m\u202e.ejs': '<%= list.shift() %>' })
    await createRenderer({ ...options, views: odd.file('.'), mode: 'check' }).render('a\u001b[31m\u202e', { list: [1, 2] })
    expect(output.warnings.mock.calls[0][0]).toMatch(/^View "a\\u001b\[31m\\u202e" cannot be compared/)
  })
})

describe.each(everyKoa)('Koa $version', ({ Koa }) => {
  const request = { headers: { 'Accept-Encoding': 'gzip, br' } }
  const appOf = (handler, options) => koaApp(Koa, bufferedRender.koa({ views, extension: 'ejs', ...options }), handler)

  /** What Koa makes of a string. */
  const stock = (text, type = 'html') => koaApp(Koa, (ctx) => {
    ctx.type = type
    ctx.body = text
  }).ask(request)

  test.each([
    ['ctx.render', (ctx) => ctx.render('text', { name: 'Zoë'.repeat(1000) })],
    ['ctx.renderStream', (ctx) => ctx.renderStream('text', { name: wait(1, 'Zoë'.repeat(1000)) })]
  ])('in mode off, the body of %s is a string', async (_, handler) => {
    const { ask } = appOf(handler, { mode: 'off', compress: true })
    expect(await ask(request)).toEqual(await stock(`Tea ${'Zoë'.repeat(1000)}`))
  })

  test('in mode off, the type is HTML, whatever the app has set before', async () => {
    const { ask } = appOf((ctx) => {
      ctx.type = 'text/plain'
      return ctx.render('page', { name: 'Zoë' })
    }, { mode: 'off' })
    expect(await ask(request)).toEqual(await stock('<p>Zoë</p>'))
  })

  test('in mode off, pages of html are sent and streamed by this library', async () => {
    const long = html.raw('long '.repeat(400))
    for (const handler of [(ctx) => { ctx.body = html`<p>${long}` }, (ctx) => ctx.renderStream(html`<p>${wait(1, long)}`)]) {
      const [on, off] = await Promise.all(['on', 'off'].map((mode) => appOf(handler, { mode }).ask(request)))
      expect(off).toEqual(on)
      expect(off.headers['content-encoding']).toBe('gzip')
    }
  })

  test('in mode off, errors of the view reach Koa', async () => {
    const { ask, errors } = appOf((ctx) => ctx.render('list', { list: { [Symbol.iterator] () { throw new Error('broken') } } }), { mode: 'off' })
    expect((await ask()).status).toBe(500)
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('broken') })])
  })

  test.each(['check', 'report'])('says that ctx.render of other middleware is not compared, in mode %s', async (mode) => {
    appOf(() => {}, { mode, ctxRender: false })
    expect(output.warnings.mock.calls).toEqual([['The option "ctxRender" is false, so ctx.render of Koa is not compared', { code: 'BUFFERED_RENDER_NOT_COMPARED' }]])
  })
})

describe.each([['Express', (handler, options) => {
  const app = express().set('views', views).set('view engine', 'ejs')
  const middleware = bufferedRender({ compress: false, ...options })
  app.use(middleware).get('/', (req, res) => handler(res))
  app.use((error, req, res, next) => res.status(500).send(error.code ?? error.message))
  return { ask: () => exchange(app), renderer: middleware.renderer }
}], ['Koa', (handler, own) => {
  const middleware = bufferedRender({ ...options, ...own })
  const { ask } = koaApp(everyKoa.at(-1).Koa, (ctx, next) => next().catch((error) => {
    ctx.status = 500
    ctx.body = error.code ?? error.message
  }), middleware, (ctx) => handler(ctx))
  return { ask, renderer: middleware.renderer }
}]])('renderStream in %s', (_, createApp) => {
  const bodyOf = async ({ ask }) => (await ask()).body.toString()
  const page = (host) => host.renderStream('page', { name: wait(1, 'Zoë') })

  test.each(['check', 'report'])('is compared once its promises are there, in mode %s', async (mode) => {
    const app = createApp(page, { mode })
    expect(await bodyOf(app)).toBe('<p>Zoë</p>')
    expect(app.renderer.stats().checks).toEqual({ page: counts({ same: 1 }) })
  })

  test.each([['check', 'BUFFERED_RENDER_DIFFERENCE'], ['report', '<li>1</li>']])('shows a difference in mode %s', async (mode, body) => {
    const app = createApp((host) => host.renderStream('list', { list: wait(1, [1]) }), { mode })
    const { load } = TemplateLoader.prototype
    jest.spyOn(TemplateLoader.prototype, 'load').mockImplementation(function (...args) {
      const template = load.apply(this, args)
      return new Template(template.filename, (out, locals) => { out.text += 'broken' }, { asyncChunks: true })
    })
    expect(await bodyOf(app)).toBe(body)
    expect(app.renderer.stats().differences).toBe(1)
  })

  test.each([
    ['a promise in a local', 'nested', () => ({ user: { name: wait(1, 'Zoë') }, load: () => 'x' }), 'Zoë|x'],
    ['a promise that a local returns', 'nested', () => ({ user: { name: 'Zoë' }, load: () => wait(1, 'x') }), 'Zoë|x'],
    ['a stream', 'page', () => ({ name: Readable.from(['a', 'b']) }), '<p>ab</p>'],
    ['a page with a stream', 'raw', () => ({ name: html`<b>${Readable.from(['a', 'b'])}</b>` }), '<b>ab</b>'],
    ['a page with a page with a stream', 'raw', () => ({ name: html`<b>${Promise.resolve(html`${Readable.from(['a', 'b'])}`)}</b>` }), '<b>ab</b>']
  ])('cannot be compared with %s, and is streamed', async (_, view, localsOf, body) => {
    const app = createApp((host) => host.renderStream(view, localsOf()), { mode: 'check' })
    expect(await bodyOf(app)).toBe(body)
    expect(app.renderer.stats().checks[view]).toMatchObject({ same: 0, differs: 0, sameError: 0, notCompared: 1 })
    expect(output.warnings).toHaveBeenCalledTimes(1)
  })

  test('counts a view that the engine renders for us as left to it', async () => {
    const app = createApp(page, { mode: 'check', engineOptions: { outputFunctionName: 'echo' } })
    expect(await bodyOf(app)).toBe('<p>Zoë</p>')
    expect(app.renderer.stats()).toMatchObject({ engine: { 'is compiled with the option outputFunctionName': 1 }, checks: { page: { same: 0, byEngine: 1 } } })
  })

  test.each([
    ['ends with the error of a promise that rejects', 'check', () => Promise.reject(new Error('rejected')), /^rejected$/],
    ['in mode off, awaits the promises and renders by the engine', 'off', () => wait(1, 'Zoë'), /^<p>Zoë<\/p>$/],
    ['in mode off, refuses a stream', 'off', () => Readable.from(['a']), /^Local "name" of view "page" is a stream/]
  ])('%s', async (_, mode, name, expected) => {
    expect(await bodyOf(createApp((host) => host.renderStream('page', { name: name() }), { mode }))).toMatch(expected)
  })

  test('refuses text that a promise gives where it is printed unescaped, as in mode on', async () => {
    const bodies = ['on', 'check'].map((mode) => bodyOf(createApp((host) => host.renderStream('raw', { name: wait(1, '<b>') }), { mode })))
    const [on, check] = await Promise.all(bodies)
    expect(on).toMatch(/printed unescaped/)
    expect(check).toBe(on)
  })

  test('gets the first page of the engine, if that does not repeat it', async () => {
    const app = createApp((host) => host.renderStream('shift', { list: [1, 2, 3, 4] }), { mode: 'check' })
    expect(await bodyOf(app)).toBe('1')
    expect(app.renderer.stats().checks.shift.notCompared).toBe(1)
  })

  test('in mode off, uses the options of the library', async () => {
    const more = viewFolder({ 'page.eta': '<b><%= it.name %></b>' })
    expect(await bodyOf(createApp(page, { mode: 'off', views: more.file('.'), extension: 'eta' }))).toBe('<b>Zoë</b>')
  })
})
