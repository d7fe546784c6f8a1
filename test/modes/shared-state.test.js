'use strict'

const { create } = require('express-handlebars')
const hbs = require('hbs')
const nunjucks = require('nunjucks')
const bufferedRender = require('../..')
const { exchange } = require('../support/exchange')
const { everyExpress } = require('../support/frameworks')
const { viewFolder } = require('../support/view-folder')

const folder = viewFolder({
  'layouts/main.html': '<head>{{{block "scripts"}}}</head>{{{body}}}',
  'layout.html': '<head>{{{block "scripts"}}}</head>{{{body}}}',
  'page.html': '{{#extend "scripts"}}<script src="{{file}}"></script>{{/extend}}<p>{{later}}</p>' + 'The package itself renders short pages. '.repeat(40),
  'list.njk': '{{ list.length }}'
})

/** Blocks that a page leaves to its layout, as in the examples of hbs: all renders share them. */
function registerBlocks (handlebars) {
  const blocks = {}
  handlebars.registerHelper('extend', function (name, { fn }) {
    (blocks[name] ??= []).push(fn(this))
  })
  handlebars.registerHelper('block', (name) => {
    const block = blocks[name] ?? []
    blocks[name] = []
    return block.join('')
  })
}

const ENGINES = {
  'express-handlebars' () {
    const instance = create({ extname: '.html', layoutsDir: folder.file('layouts') })
    registerBlocks(instance.handlebars)
    return instance
  },
  'hbs with an asynchronous helper' () {
    const instance = hbs.create()
    registerBlocks(instance)
    instance.registerAsyncHelper('later', (context, done) => setImmediate(done, 'later'))
    return instance
  }
}

const modes = ['check', 'report']

describe.each(everyExpress)('Express $version', ({ express }) => {
  const cases = Object.entries(ENGINES).flatMap(([name, engine]) => (
    [true, false].flatMap((isCached) => modes.map((mode) => ({ name, engine, isCached, mode })))
  ))

  test.each(cases)('$mode: blocks of $name serve one render at a time, view cache $isCached', async (each) => {
    const { engine, isCached, mode } = each
    const open = (instance, middleware) => {
      const app = express().set('views', folder.file('.')).set('view engine', 'html').set('view cache', isCached)
      app.engine('html', instance.engine ?? instance.__express)
      if (middleware) app.use(middleware)
      return app.get('/', (req, res) => res.render('page', { file: 'page.js' }))
    }
    const own = engine()
    const middleware = bufferedRender({ compress: false, mode, engines: { html: own } })
    const [stock, ours] = [open(engine()), open(own, middleware)]
    for (let turn = 0; turn < 3; turn++) {
      const expected = await exchange(stock)
      expect(expected.body.toString()).toContain('<head><script src="page.js"></script></head>')
      expect((await exchange(ours)).body).toEqual(expected.body)
    }
    expect(middleware.renderer.stats().checks).toMatchObject({ page: { same: 3 } })
  })

  test.each(modes)('%s: what the app does to a list after the call is not on a page of Nunjucks', async (mode) => {
    const open = (middleware) => {
      const app = express().set('view engine', 'njk')
      nunjucks.configure(folder.file('.'), { express: app })
      if (middleware) app.use(middleware)
      return app.get('/', (req, res) => {
        const list = [1]
        res.render('list', { list })
        list.push(2)
      })
    }
    const middleware = bufferedRender({ compress: false, mode })
    expect((await exchange(open(middleware))).body).toEqual((await exchange(open())).body)
    expect(middleware.renderer.stats().checks).toMatchObject({ 'list.njk': { same: 1 } })
  })
})
