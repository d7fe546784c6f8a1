'use strict'

const { create } = require('express-handlebars')
const hbs = require('hbs')
const bufferedRender = require('../..')
const { exchange } = require('../support/exchange')
const { everyExpress } = require('../support/frameworks')
const { viewFolder } = require('../support/view-folder')

const LONG = 'static text '.repeat(40)

const folder = viewFolder({
  'layouts/main.html': `<html>${LONG}{{{body}}}</html>`,
  'layout.html': `<html>${LONG}{{{body}}}</html>`,
  'partials/row.html': `<li>${LONG}{{this}}</li>`,
  'page.html': `<ul>${LONG}{{#each list}}{{> row}}{{/each}}</ul>`
})
afterAll(() => folder.remove())

/** What gives the function of each package, whose instance keeps compiled templates that the dialect takes, too. */
const ENGINES = {
  'express-handlebars': () => create({ extname: '.html', partialsDir: folder.file('partials'), layoutsDir: folder.file('layouts') }).engine,
  hbs () {
    const instance = hbs.create()
    instance.registerPartial('row', `<li>${LONG}{{this}}</li>`)
    return instance.__express
  }
}

const cases = everyExpress.flatMap(({ version, express }) => Object.entries(ENGINES).flatMap(([name, engine]) => (
  [true, false].flatMap((isCached) => ['check', 'report'].map((mode) => ({ version, express, name, engine, isCached, mode })))
)))

test.each(cases)('$mode compares pages of ours with $name in Express $version, view cache $isCached', async ({ express, engine, isCached, mode }) => {
  const open = (middleware) => {
    const app = express().set('views', folder.file('.')).set('view engine', 'html').set('view cache', isCached).engine('html', engine())
    if (middleware) app.use(middleware)
    return app.get('/', (req, res) => res.render('page', { list: ['<a>', 'b'] }))
  }
  const middleware = bufferedRender({ compress: false, mode })
  const [stock, ours] = [open(), open(middleware)]
  for (let turn = 0; turn < 4; turn++) {
    const expected = await exchange(stock, { path: '/' })
    expect(expected.status).toBe(200)
    expect((await exchange(ours, { path: '/' })).body).toEqual(expected.body)
  }
  const { engine: left, checks } = middleware.renderer.stats()
  // A page that the engine renders for us would be compared with itself.
  expect(left).toEqual({})
  expect(checks).toMatchObject({ page: { same: 4 } })
})

test.each(everyExpress.flatMap((each) => ['off', 'check', 'report'].map((mode) => ({ ...each, mode }))))('hbs calls back in mode $mode when it does alone, in Express $version', async ({ express, mode }) => {
  const logOf = async (middleware) => {
    const log = []
    const app = express().set('views', folder.file('.')).set('view engine', 'html').set('view cache', true).engine('html', ENGINES.hbs())
    if (middleware) app.use(middleware)
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
  expect(await logOf(bufferedRender({ compress: false, mode }))).toEqual(await logOf())
})
