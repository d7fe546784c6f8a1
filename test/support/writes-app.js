'use strict'

// node writes-app.js <framework> <alone|ours> <folder>: uses all features with each language, and prints a line for each write to an object
// of the app, the framework, the engines or Node.

const http = require('node:http')
const path = require('node:path')
const { expressEngines, languages, setUpApp } = require('./languages')
const { everything } = require('./level')
const { listen } = require('./listen')
const { printResult } = require('./print-result')
const { changesSince, snapshot } = require('./snapshot')

const [framework, side, folder] = process.argv.slice(2)
const isOurs = side === 'ours'
const Framework = require({ express4: 'express4', express5: 'express', koa2: 'koa2', koa3: 'koa' }[framework])

/** The library's own functions, what the test uses to ask, and parsers, which hold what they have parsed last. */
const passedOver = new WeakSet([process, module, require.cache, require.main, http.globalAgent, require('handlebars').Parser, require('hbs').handlebars.Parser])
const take = (roots) => snapshot(roots, (object) => passedOver.has(object))

// Node makes some globals when they are first read.
Reflect.ownKeys(globalThis).forEach((name) => globalThis[name])

// Before the library is loaded.
const engines = languages.map(({ package: name }) => [name, require(name)])
const packages = [...engines, ...['express-handlebars', 'hbs', 'node:http', 'node:http2', 'node:net', 'node:stream'].map((name) => [name, require(name)])]
const loaded = take({ [framework]: Framework, ...Object.fromEntries(packages), globalThis })
const bufferedRender = isOurs ? require('../..') : undefined

/** What has been written, as lines. @type {Set<string>} */
const writes = new Set()
const add = (changes) => changes.forEach((change) => writes.add(change))

/** Adds the own properties of an object of one request. */
function trackRequest (objects) {
  for (const [name, object] of Object.entries(objects)) add(Reflect.ownKeys(object).map((key) => `${name}.${String(key)}`))
}

/** Makes middleware of ours, or of the same name without it. @returns {Function & { renderer?: object }} */
function pages (options) {
  const middleware = isOurs ? bufferedRender(options) : (...args) => args.at(-1)()
  passedOver.add(middleware)
  return middleware
}

function ask (server, url, headers) {
  return new Promise((resolve, reject) => {
    http.get({ port: server.address().port, host: '127.0.0.1', path: url, headers, agent: false }, (res) => resolve(res.toArray())).on('error', reject)
  })
}

/** Asks an app for all paths, and adds what has been written to the objects. */
async function use (objects, listener, urls, prepare = () => {}) {
  const server = http.createServer(listener)
  const { close } = await listen(server)
  const before = take(objects)
  const ofServer = snapshot({ server }, (object) => object !== server)
  await prepare()
  for (const headers of [{}, { 'Accept-Encoding': 'gzip' }, { 'Accept-Encoding': 'gzip, dcz', 'Available-Dictionary': ':AAAA:' }]) {
    for (const url of urls) await ask(server, url, headers)
  }
  add([...changesSince(before), ...changesSince(ofServer)])
  close()
}

const locals = () => ({ name: '<Zoë>', list: ['a', 'b'], raw: '<b>', title: 't', x: 1 })

/** A view fails that reads it. */
const failing = () => ({ ...locals(), list: { [Symbol.iterator] () { throw new Error('no list') }, get length () { throw new Error('no list') } } })

/** @returns {() => Promise<Record<string, unknown>>} gives the pages that are not of a view */
function otherPages ({ renderer }) {
  if (!isOurs) return async () => ({ html: '<p>html</p>', fragment: '<p>fragment</p>' })
  const { fragment, html } = bufferedRender
  const cached = renderer.cached('fragment', { ttl: 1000 }, () => html`<p>fragment</p>`)
  return async () => ({
    html: html`<p>${'html'}</p>`,
    fragment: html`${await cached()}${await fragment.file(path.join(folder, 'file.html'), { roots: folder })}`
  })
}

/** @param {{ name: string, extension: string, setUp: (app: object) => object | undefined }} language */
async function useExpress ({ name, extension, setUp }, cache) {
  const app = Framework()
  const sub = Framework()
  const views = path.join(folder, name)
  const others = path.join(folder, 'others', name)
  for (const [each, root] of [[app, views], [sub, others]]) each.set('views', root).set('view cache', cache).set('view engine', extension)
  const options = setUp(app)
  setUp(sub)
  const given = { all: locals(), failing: failing() }

  const page = `page.${extension}`
  const middleware = pages({ ...options, app, dictionary: { views: [page] }, serverClasses: true })
  const beside = pages({ ...options, app, views: others, extension })
  const pagesOf = otherPages(middleware)
  app.use((req, res, next) => {
    res.once('close', () => trackRequest({ req, res, socket: req.socket, 'res.locals': res.locals }))
    next()
  })
  app.use(middleware)
  app.use('/others', beside)
  app.use('/sub', sub)
  app.use('/wrapped', (req, res, next) => {
    const { send } = res
    res.send = function (body) { return send.call(this, body) }
    next()
  })
  sub.get('/', (req, res) => res.render('page', given.all))
  app.get('/others/:view', (req, res) => isOurs ? res.render(req.params.view, given.all) : res.send('other'))
  app.get(['/page', '/wrapped'], (req, res) => res.render(page, given.all))
  app.get('/named', (req, res) => res.render('page', given.all))
  app.get('/callback', (req, res, next) => res.render(page, given.all, (error, text) => error ? next(error) : res.send(text)))
  app.get('/app', (req, res, next) => app.render(page, given.all, (error, text) => error ? next(error) : res.send(text)))
  app.get('/stream', (req, res) => isOurs ? res.renderStream(page, given.all) : res.render(page, given.all))
  app.get('/missing', (req, res) => res.render(`missing.${extension}`, given.all))
  app.get('/failing', (req, res) => res.render(page, given.failing))
  app.get(['/html', '/fragment'], async (req, res) => res.send((await pagesOf())[req.path.slice(1)]))
  app.use((error, req, res, next) => res.status(500).send(error.message))

  const urls = ['/others/page', `/others/only.${extension}`, '/page', '/named', '/sub', '/wrapped', '/callback', '/app', '/stream', '/missing', '/failing', '/html', '/fragment']
  await use({ app, sub, locals: given }, app, urls, async () => {
    await middleware.renderer?.precompile()
    await beside.renderer?.precompile()
    await middleware.renderer?.render(page, locals())
  })
}

/** Uses an app that has replaced `res.render`. */
async function usePatchedExpress () {
  const app = Framework()
  app.set('views', path.join(folder, 'ejs')).set('view engine', 'ejs')
  const { render } = app.response
  app.response.render = function (...args) { return render.apply(this, args) }
  app.use(pages()).get('/', (req, res) => res.render('page', locals()))
  await use({ patched: app }, app, ['/'])
}

async function useKoa ({ name, extension, create }) {
  const app = new Framework()
  const views = path.join(folder, name)
  const { instance = name, render } = create(views, true)
  const given = { all: locals(), failing: failing() }
  const middleware = pages({ views, extension, engines: { [extension]: instance }, dictionary: { views: ['page'] } })
  const pagesOf = otherPages(middleware)
  const routes = {
    '/page': async (ctx) => { isOurs ? await ctx.render('page', given.all) : ctx.body = await render('page', given.all) },
    '/stream': async (ctx) => { isOurs ? await ctx.renderStream('page', given.all) : ctx.body = await render('page', given.all) },
    '/failing': async (ctx) => { isOurs ? await ctx.render('page', given.failing) : ctx.body = await render('page', given.failing) },
    '/missing': async (ctx) => { isOurs ? await ctx.render('missing') : ctx.throw(500) },
    '/html': async (ctx) => { ctx.body = (await pagesOf()).html },
    '/fragment': async (ctx) => { ctx.body = (await pagesOf()).fragment }
  }
  app.silent = true
  app.use((ctx, next) => {
    const { req, res, request, response } = ctx
    res.once('close', () => trackRequest({ req, res, socket: req.socket, ctx, 'ctx.state': ctx.state, 'ctx.request': request, 'ctx.response': response }))
    return next()
  })
  app.use(middleware)
  app.use((ctx) => routes[ctx.path](ctx))
  await use({ app, locals: given, instance }, app.callback(), Object.keys(routes), () => middleware.renderer?.precompile())
}

async function run () {
  if (framework.startsWith('koa')) {
    for (const language of languages) await useKoa(language)
  } else {
    const packaged = Object.entries(expressEngines).filter(([name]) => !languages.some((language) => language.name === name))
    const rows = [
      ...languages.map((language) => ({ ...language, setUp: (app) => setUpApp(language, app) })),
      ...packaged.map(([name, { extension, setUp }]) => ({ name, extension, setUp: (app) => { setUp(app) } })),
      // Its instance is within the reach of the app.
      {
        name: 'express-handlebars',
        extension: 'handlebars',
        setUp (app) {
          const instance = require('express-handlebars').create({ defaultLayout: false })
          app.engine('handlebars', instance.engine).set('instance', instance)
        }
      }
    ]
    for (const row of rows) {
      for (const cache of everything ? [true, false] : [true]) await useExpress(row, cache)
    }
    await usePatchedExpress()
  }
  add(changesSince(loaded))
  return [...writes].sort()
}

printResult(run)
