'use strict'

const fs = require('node:fs')
const { create } = require('express-handlebars')
const handlebars = require('handlebars')
const hbs = require('hbs')
const bufferedRender = require('../..')
const { StaticFragment } = require('../../lib/page/static-fragment')
const { exchange } = require('../support/exchange')
const { everyExpress } = require('../support/frameworks')
const { recordOutput } = require('../support/recorded-output')
const { viewFolder } = require('../support/view-folder')

const LONG = 'static text '.repeat(40)

const folder = viewFolder({
  'layouts/main.html': `<html>${LONG}{{{body}}}</html>`,
  'layout.html': `<html>${LONG}{{{body}}}</html>`,
  'partials/row.html': `<li>${LONG}{{this}}</li>`,
  'page.html': `<ul>${LONG}{{#each list}}{{> row}}{{/each}}</ul>`
})
recordOutput()

/** What gives an instance of each package, which keeps compiled templates that the dialect takes, too. */
const ENGINES = {
  'express-handlebars': () => create({ extname: '.html', partialsDir: folder.file('partials'), layoutsDir: folder.file('layouts') }),
  hbs () {
    const instance = hbs.create()
    instance.registerPartial('row', `<li>${LONG}{{this}}</li>`)
    return instance
  }
}

const cases = everyExpress.flatMap(({ version, express }) => Object.entries(ENGINES).flatMap(([name, engine]) => (
  [true, false].flatMap((isCached) => ['check', 'report'].map((mode) => ({ version, express, name, engine, isCached, mode })))
)))

/** An app with an engine for .html, whose page has the locals. */
function appOf (express, engine, { isCached = false, middleware, localsOf = () => ({ list: ['<a>', 'b'] }) }) {
  const app = express().set('views', folder.file('.')).set('view engine', 'html').set('view cache', isCached).engine('html', engine)
  if (middleware) app.use(middleware)
  return app.get('/', (req, res) => res.render('page', localsOf()))
}

/** Asks apps with an instance each, without the library and with it. @returns {Promise<object>} the statistics */
async function statsBeside ({ express, engine, isCached, mode }, times, localsOf) {
  const [other, own] = [engine(), engine()]
  const middleware = bufferedRender({ compress: false, mode, engines: { html: own } })
  const stock = appOf(express, other.engine ?? other.__express, { isCached, localsOf })
  const ours = appOf(express, own.engine ?? own.__express, { isCached, middleware, localsOf })
  for (let turn = 0; turn < times; turn++) {
    const expected = await exchange(stock)
    expect(expected.status).toBe(200)
    expect((await exchange(ours)).body).toEqual(expected.body)
  }
  return middleware.renderer.stats()
}

test.each(cases)('$mode compares pages of ours with $name in Express $version, view cache $isCached', async (each) => {
  const { engine: left, checks } = await statsBeside(each, 4)
  // A page that the engine renders for us would be compared with itself.
  expect(left).toEqual({})
  expect(checks).toMatchObject({ page: { same: 4 } })
})

// Express 4 keeps the prototype of the locals, which `JSON.parse` lets a client choose.
test.each(cases)('$mode of $name reads inherited locals as Express $version alone, view cache $isCached', async (each) => {
  const { checks } = await statsBeside(each, 1, () => JSON.parse('{ "list": ["a"], "__proto__": { "layout": false } }'))
  expect(checks).toMatchObject({ page: { same: 1 } })
})

test.each(everyExpress.flatMap((each) => ['off', 'check', 'report'].map((mode) => ({ ...each, mode }))))('hbs calls back in mode $mode when it does alone, in Express $version', async ({ express, mode }) => {
  const logOf = async (mode) => {
    const log = []
    const instance = ENGINES.hbs()
    const app = express().set('views', folder.file('.')).set('view engine', 'html').set('view cache', true).engine('html', instance.__express)
    if (mode) app.use(bufferedRender({ compress: false, mode, engines: { html: instance } }))
    // The first render reads files.
    await exchange(app.get('/', (req, res) => res.render('page', { list: [] })))
    await exchange(app.get('/log', (req, res) => {
      process.nextTick(() => log.push('tick before'))
      res.render('page', { list: [] }, (error, text) => {
        log.push(error ?? 'page')
        setImmediate(() => res.end())
      })
      log.push('after')
      Promise.resolve().then(() => log.push('microtask'))
    }), { path: '/log' })
    return log
  }
  expect(await logOf(mode)).toEqual(await logOf())
})

describe.each(everyExpress)('partials of Handlebars itself, in Express $version', ({ express }) => {
  /** An app whose engine is a function of its own, which registers its partials once, or at each render. */
  function createApp (everyTime) {
    const engine = handlebars.create()
    const register = () => engine.registerPartial('row', fs.readFileSync(folder.file('partials/row.html'), 'utf8'))
    const compile = (file) => engine.compile(fs.readFileSync(file, 'utf8'))
    register()
    const app = express().set('views', folder.file('.')).set('view engine', 'html')
    app.engine('html', (file, locals, done) => {
      if (everyTime) register()
      done(null, compile(file)(locals))
    })
    const modes = Object.fromEntries(['on', 'check'].map((mode) => [mode, bufferedRender({ engines: { html: engine }, compress: false, mode })]))
    for (const mode of ['on', 'check']) app.get(`/${mode}`, modes[mode], (req, res) => res.render('page', { list: ['<a>', 'b'] }))
    app.use((error, req, res, next) => res.status(500).send(error.code))
    return { ask: async (path) => (await exchange(app, { path })).body.toString(), checks: () => modes.check.renderer.stats().checks.page }
  }

  test.each(['check', 'report', 'off'])('with another source at each render, in mode %s', async (mode) => {
    const setUp = () => {
      const engine = handlebars.create()
      engine.registerPartial('row', `<li>${LONG}</li>`)
      let count = 0
      const render = (file, locals, done) => {
        engine.registerPartial('row', `<li>${LONG}${count++ % 3}{{this}}</li>`)
        done(null, engine.compile(fs.readFileSync(file, 'utf8'))(locals))
      }
      return { engine, render }
    }
    const { engine, render } = setUp()
    const middleware = bufferedRender({ engines: { html: engine }, compress: false, mode })
    const [stock, checked] = [appOf(express, setUp().render, {}), appOf(express, render, { middleware })]
    for (let turn = 0; turn < 5; turn++) expect((await exchange(checked)).body).toEqual((await exchange(stock)).body)
    if (mode !== 'off') expect(middleware.renderer.stats().checks.page).toMatchObject({ same: 5, differs: 0 })
  })

  test.each([[false, ['/check', '/check']], [true, ['/check', '/check']], [false, ['/on', '/check']]])('registered at each render: %s, %s', async (everyTime, paths) => {
    const right = createApp(everyTime)
    for (const path of paths) expect(await right.ask(path)).toContain(`<li>${LONG}&lt;a&gt;</li>`)
    expect(right.checks()).toMatchObject({ differs: 0, notCompared: 0 })

    jest.spyOn(process.stderr, 'write').mockReturnValue(true)
    const { from } = StaticFragment
    jest.spyOn(StaticFragment, 'from').mockImplementation((text) => from(text.replace('<li>static', '<li>broken')))
    const broken = createApp(everyTime)
    for (const path of paths) expect(await broken.ask(path)).toMatch(path === '/on' ? /<li>broken/ : /^BUFFERED_RENDER_DIFFERENCE$/)
  })
})
