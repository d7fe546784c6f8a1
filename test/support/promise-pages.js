'use strict'

// Renders pages in all languages with promises and similar values among the locals, with the middleware
// and without, and prints the results as JSON. It is a process of its own in order to count all
// unhandled rejections.

const { once } = require('node:events')
const http = require('node:http')
const { Readable } = require('node:stream')
const { setImmediate: turn } = require('node:timers/promises')
const ejs = require('ejs')
const { Eta } = require('eta')
const Koa = require('koa')
const bufferedRender = require('../..')
const { leftToExpress } = require('./left-to-express')
const { expressVersions } = require('./frameworks')
const { languages, setUpApp } = require('./languages')
const { listen } = require('./listen')
const { printResult } = require('./print-result')
const { viewFolder } = require('./view-folder')

const { html } = bufferedRender

/** What templates do with a local, by their extension. */
const LANGUAGES = Object.fromEntries(languages.flatMap((language) => Object.entries(language.promised).map(([extension, views]) => {
  return [extension, { views, setUp: (app) => setUpApp(language, app), ...language.promises?.[extension] }]
})))

const sources = Object.entries(LANGUAGES).flatMap(([extension, { views }]) => Object.entries(views).map(([view, source]) => [`${extension}/${view}.${extension}`, source]))
const folder = viewFolder({
  ...Object.fromEntries(sources),
  'ejs/async.ejs': '<% try { %>[<%= await x %>]<% } catch { %>none<% } %><%= flash() %>',
  'eta/async.eta': '<% try { %>[<%= await it.x %>]<% } catch { %>none<% } %><%= it.flash() %>'
})
const inFolder = (extension) => folder.file(extension)

const sanitize = (value) => typeof value === 'string' ? value.replace(/<[^>]*>/g, '') : value
const censor = (value) => String(value).replace(/<[^>]*>/g, '')

/** Promises and what resembles them, made anew for each page; `seen` says what was done to it. */
const KINDS = {
  settled: () => Promise.resolve('<b>'),
  'rejected and handled elsewhere' () {
    const promise = Promise.reject(new Error('handled'))
    promise.catch(() => {})
    return promise
  },
  'rejected and never handled': () => Promise.reject(new Error('never handled')),
  'never settled': () => new Promise(() => {}),
  thenable: (seen) => ({ then (resolve) { seen.push('ran'); resolve('<b>') } }),
  query: (seen) => ({
    then (resolve) { seen.push('ran'); resolve(['<b>']) },
    async * [Symbol.asyncIterator] () { seen.push('read'); yield '<b>' }
  }),
  stream: (seen) => new Readable({ read () { seen.push('read') }, destroy () { seen.push('destroyed') } }),
  generator: (seen) => (async function * () { seen.push('read'); yield '<b>' })(),
  'partials by the same name': () => Promise.resolve({ x: 'partial' })
}

/** Whose locals have it. */
const PLACES = ['call', 'response', 'app']

const renderers = []
const rejections = []
process.on('unhandledRejection', ({ message }) => rejections.push(message))

/** The result of a call, with the unhandled rejections. */
async function outcomeOf (seen, make) {
  let result
  try {
    result = await make()
  } catch (error) {
    result = `${error.name}: ${error.message}`
  }
  for (let i = 0; i < 4; i++) await turn()
  return { result, seen: seen.splice(0), rejections: rejections.splice(0) }
}

async function answerOf (app) {
  const { port, close } = await listen(app)
  const [res] = await once(http.get({ port, agent: false }), 'response')
  const body = Buffer.concat(await res.toArray()).toString()
  close()
  return { status: res.statusCode, type: res.headers['content-type'], body }
}

function createApp (express, extension) {
  const app = express().set('views', inFolder(extension)).set('view engine', extension).set('env', 'test')
  const options = { compress: false, ...LANGUAGES[extension].setUp(app, { censor, sanitize }) }
  const pages = bufferedRender(options)
  renderers.push(pages.renderer)
  return { app, engines: options.engines, pages }
}

function appOf (express, extension, { isOurs, place, kind, view, seen }) {
  const { app, pages } = createApp(express, extension)
  if (isOurs) app.use(pages)
  app.get('/', (req, res) => {
    const value = KINDS[kind](seen)
    // express-handlebars takes these from the locals for itself.
    const given = kind.startsWith('partials') ? { x: 'a', partials: value } : { x: value }
    if (place === 'app') Object.assign(app.locals, given)
    if (place === 'response') Object.assign(res.locals, given)
    const functions = { sanitize, view () { return censor(this.x) }, lambda: () => (text, render) => censor(render(text)), flash: () => { seen.push('flash'); return 'f' } }
    res.render(view, { ...functions, ...(place === 'call' && given) })
  })
  app.use((error, req, res, next) => res.status(500).send(`${error.name}: ${error.message.split('\n').at(-1)}`))
  return app
}

async function pages () {
  const results = {}
  for (const { version, express } of expressVersions) {
    for (const [extension, { unending = [], handlesLate }] of Object.entries(LANGUAGES)) {
      for (const kind of Object.keys(KINDS)) {
        for (const view of unending.includes(kind) ? ['unused'] : ['printed', 'used', 'unused']) {
          for (const place of PLACES) {
            const side = (isOurs) => {
              const seen = []
              return outcomeOf(seen, () => answerOf(appOf(express, extension, { isOurs, place, kind, view, seen })))
            }
            const ours = await side(true)
            results[`Express ${version}, .${extension}, ${view}, ${kind}, of the ${place}`] = { alone: await side(false), ours, handlesLate }
          }
        }
      }
    }
  }
  return results
}

/** What asynchronous templates await themselves, by the engine and by a renderer. */
async function asyncPages () {
  const eta = new Eta({ views: inFolder('eta') })
  const alone = {
    ejs: (locals) => ejs.renderFile(folder.file('ejs/async.ejs'), locals, { async: true }),
    eta: (locals) => eta.renderAsync('./async', locals)
  }
  const results = {}
  for (const extension of Object.keys(alone)) {
    const renderer = bufferedRender.createRenderer({ views: inFolder(extension), extension, engineOptions: { async: true } })
    for (const kind of Object.keys(KINDS).filter((kind) => kind !== 'never settled')) {
      const side = (render) => {
        const seen = []
        return outcomeOf(seen, () => render({ x: KINDS[kind](seen), flash: () => { seen.push('flash'); return 'f' } }))
      }
      const ours = await side(async (locals) => String(await renderer.render('async', locals)))
      results[`asynchronous .${extension}, ${kind}`] = { alone: await side(alone[extension]), ours }
    }
  }
  return results
}

/** Pages that are streamed: none may cause an unhandled rejection. */
async function streamed () {
  const results = {}
  for (const extension of Object.keys(LANGUAGES)) {
    for (const view of ['printed', 'unused']) {
      for (const kind of ['rejected and never handled', 'settled']) {
        const seen = []
        const locals = () => ({ x: kind === 'settled' ? Promise.resolve(html`<b>`) : KINDS[kind](), other: KINDS['rejected and never handled'](), late: turn().then(() => { throw new Error('late') }), flash: () => 'f' })
        const shared = () => ({ shared: KINDS['rejected and never handled'](), sharedLate: turn().then(() => { throw new Error('late') }) })
        const { app, engines, pages } = createApp(expressVersions.at(-1).express, extension)
        app.use(pages)
        app.get('/', (req, res) => {
          Object.assign(res.locals, shared())
          res.renderStream(view, locals())
        })
        app.use((error, req, res, next) => res.status(500).send(error.message))
        const koa = new Koa().use(bufferedRender({ views: inFolder(extension), extension, engines, compress: false }))
        koa.silent = true
        koa.use((ctx) => {
          Object.assign(ctx.state, shared())
          return ctx.renderStream(view, locals())
        })
        results[`.${extension}, ${view}, ${kind}`] = await outcomeOf(seen, () => answerOf(app))
        results[`.${extension}, ${view}, ${kind}, Koa`] = await outcomeOf(seen, () => answerOf(koa.callback()))
      }
    }
  }
  return results
}

async function main () {
  const results = { beside: { ...await pages(), ...await asyncPages() }, streamed: await streamed() }
  results.fallThrough = renderers.reduce((sum, renderer) => sum + leftToExpress(renderer.stats()), 0)
  return results
}

printResult(main)
