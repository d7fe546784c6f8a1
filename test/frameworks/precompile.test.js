'use strict'

const fs = require('node:fs')
const ejs = require('ejs')
const expressHandlebars = require('express-handlebars')
const hbs = require('hbs')
const bufferedRender = require('../..')
const { exchange } = require('../support/exchange')
const { everyExpress, expressVersions } = require('../support/frameworks')
const { expressEngines, filesOf, languages } = require('../support/languages')
const { listenTo } = require('../support/listen-to')
const { prose } = require('../support/prose')
const { viewFolder } = require('../support/view-folder')

/** Long enough for fragments. */
const LONG = prose(600).replaceAll('\n', ' ')
const locals = { title: '<Zoë & "Co">' }

const VIEWS = {
  'index.ejs': `<h1><%= title %></h1>${LONG}<%- include('parts/item') %>`,
  'parts/item.ejs': `<i><%= title %></i>${LONG}`,
  'broken.ejs': '<% if ( %>'
}

const folderOf = (views = VIEWS) => viewFolder(views)

/**
 * @param {Function} express the version of the framework
 * @param {object} setup
 * @param {object} setup.folder of the views
 * @param {string} [setup.extension] the view engine
 * @param {boolean} [setup.cache] the view cache
 * @param {(app: object) => void} [setup.use] further settings
 * @param {(app: object) => Function} [pages] creates our middleware
 * @returns {object} an app that renders the view `index`
 */
function appOf (express, { folder, extension = 'ejs', cache = true, use }, pages) {
  const app = express()
  app.set('env', 'test')
  app.set('views', folder.file('.'))
  app.set('view engine', extension)
  app.set('view cache', cache)
  use?.(app)
  if (pages) app.use(pages(app))
  app.get('/', (req, res) => res.render('index', { ...locals }))
  return app
}

/** An app with our middleware, which knows it by the option `app`. */
function knownApp (express, setup, options) {
  let pages
  const app = appOf(express, setup, (app) => (pages = bufferedRender({ app, compress: false, ...options })))
  return { app, precompile: (...args) => pages.renderer.precompile(...args) }
}

/** @returns {Promise<{ body: string, compiled: string[] }>} the page, and the static text that is compiled for it */
async function ask (app, path) {
  const compiled = listenTo('buffered-render:static-text')
  const body = (await exchange(app, { path })).body.toString()
  return { body, compiled: compiled.map(({ text }) => text) }
}

/** The page of an app after its files were changed: only what is compiled already gives the original page. */
async function askAfterChange (app, folder) {
  for (const { parentPath, path, name } of fs.readdirSync(folder.file('.'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())) {
    fs.writeFileSync(`${parentPath ?? path}/${name}`, 'changed')
  }
  return ask(app)
}

describe.each(everyExpress)('Express $version', ({ express }) => {
  test('the first request compiles nothing, and its page is that of Express', async () => {
    const folder = folderOf()
    const { body } = await ask(appOf(express, { folder }))
    const { app, precompile } = knownApp(express, { folder })
    const { compiled, errors } = await precompile()
    expect(compiled).toBe(2)
    expect(errors.map(({ view, file }) => [view, file])).toEqual([['broken', folder.file('broken.ejs')]])
    expect(body).toContain('&lt;Zo')
    expect(await askAfterChange(app, folder)).toEqual({ body, compiled: [] })
  })

  test('the settings of the app apply', async () => {
    const folder = folderOf({ 'index.html': `<h1><%= title %></h1>${LONG}` })
    const second = folderOf({ 'index.html': 'hidden', 'only.html': LONG })
    const use = (app) => {
      app.engine('html', ejs.renderFile)
      app.set('views', [folder.file('.'), second.file('.')])
    }
    const setup = { folder, extension: 'html', use }
    const { body } = await ask(appOf(express, setup))
    ejs.clearCache()
    const views = []
    const { app, precompile } = knownApp(express, setup)
    expect(await precompile({ onProgress: ({ view }) => views.push(view) })).toMatchObject({ compiled: 2, errors: [], fallbacks: [] })
    expect(views).toEqual(['index', 'only'])
    expect(await askAfterChange(app, folder)).toEqual({ body, compiled: [] })
  })

  test('a view that is not found gives the error of Express', async () => {
    const folder = folderOf()
    const { app, precompile } = knownApp(express, { folder })
    const { errors: [{ view, error }] } = await precompile(['none'])
    let expected
    appOf(express, { folder }).render('none', (error) => { expected = error })
    expect(view).toBe('none')
    expect(error.message).toBe(expected.message)
    expect((await ask(app)).body).toContain('&lt;Zo')
  })

  test('views without a dialect are left to Express', async () => {
    const folder = folderOf({ 'index.txt': 'Hello' })
    const use = (app) => app.engine('txt', (file, locals, callback) => callback(null, 'text'))
    const { precompile } = knownApp(express, { folder, use })
    const reason = 'has an engine without a dialect'
    expect(await precompile()).toMatchObject({ compiled: 0, errors: [], fallbacks: [{ view: 'index.txt', reason }] })
  })
})

describe.each(expressVersions)('the app, Express $version', ({ express }) => {
  test('it is learnt from the first request', async () => {
    const folder = folderOf({ ...VIEWS, 'first.ejs': LONG })
    let pages
    const app = appOf(express, { folder }, () => (pages = bufferedRender({ compress: false })))
    app.get('/first', (req, res) => res.render('first'))
    await exchange(app, { path: '/first' })
    await pages.renderer.precompile()
    expect((await askAfterChange(app, folder)).compiled).toEqual([])
  })

  test('its first request warns if views were compiled without it', async () => {
    const folder = folderOf()
    let pages
    const app = appOf(express, { folder }, () => (pages = bufferedRender({ views: folder.file('.'), extension: 'ejs' })))
    await pages.renderer.precompile()
    const emitWarning = jest.spyOn(process, 'emitWarning').mockReturnValue()
    await ask(app)
    await ask(app)
    const ours = emitWarning.mock.calls.filter(([, { code }]) => code === 'BUFFERED_RENDER_APP')
    expect(ours).toHaveLength(1)
    expect(ours[0][0]).toMatch(/res\.render compiles its views again\. Pass the app: bufferedRender\(\{ app \}\)$/)
  })

  test('the views of a mounted app are not compiled', async () => {
    const [outer, inner] = [folderOf(), folderOf({ 'index.ejs': LONG })]
    const { app, precompile } = knownApp(express, { folder: outer })
    app.use('/inner', appOf(express, { folder: inner }))
    const views = []
    await precompile({ onProgress: ({ view }) => views.push(view) })
    expect(views).toEqual(['broken', 'index', 'parts/item'])
    expect((await ask(app)).compiled).toEqual([])
    expect((await ask(app, '/inner/')).compiled).toEqual([LONG])
  })

  test('without a view cache, the next request uses a changed file', async () => {
    const folder = folderOf()
    const { app, precompile } = knownApp(express, { folder, cache: false })
    await precompile()
    expect((await ask(app)).compiled).toEqual([])
    expect((await askAfterChange(app, folder)).body).toBe('changed')
  })
})

describe.each(expressVersions)('languages, Express $version', ({ express }) => {
  afterEach(() => { hbs.cache = {} })

  async function expectCompiled ({ views, extension, use }, render) {
    const folder = folderOf(views)
    const body = await render(folder)
    hbs.cache = {}
    const { app, precompile } = knownApp(express, { folder, extension, use })
    expect(await precompile()).toMatchObject({ compiled: Object.keys(views).length, errors: [] })
    expect(await askAfterChange(app, folder)).toEqual({ body, compiled: [] })
    expect(body).toContain(LONG)
  }

  // Partials of Handlebars are registered by the app, and Nunjucks brings a View class of its own.
  const others = languages.filter(({ name }) => !['ejs', 'handlebars'].includes(name))
  test.each(others)('$name: the first request compiles nothing', async (language) => {
    const use = language.name === 'nunjucks' ? expressEngines.nunjucks.setUp : undefined
    const { page, ...parts } = language.laidOut(LONG, `<h1>${language.print('title')}</h1>${LONG}`, LONG)
    const views = filesOf(language, { index: page, ...parts })
    await expectCompiled({ ...language, views, use }, (folder) => language.create(folder.file('.')).render('index', { ...locals }))
  })

  test('express-handlebars: the first request compiles nothing', async () => {
    const content = `<h1>{{title}}</h1>${LONG}`
    const views = { 'index.handlebars': `${content}{{> part}}`, 'layouts/main.handlebars': `<!doctype html>${LONG}{{{body}}}`, 'partials/part.handlebars': content }
    const setup = { views, extension: 'handlebars', use: (app) => app.engine('handlebars', expressHandlebars.engine()) }
    await expectCompiled(setup, async (folder) => (await ask(appOf(express, { ...setup, folder }))).body)
  })
})
