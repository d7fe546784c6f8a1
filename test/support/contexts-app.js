'use strict'

// A child process that answers many requests at once, each in a context of its own, by every
// framework, with our middleware and without. It prints as JSON how often something was called in the
// context of its own request and how often in another.
//
//   node contexts-app.js AsyncLocalStorage

const http = require('node:http')
const net = require('node:net')
const path = require('node:path')
const { setImmediate } = require('node:timers/promises')
const ejs = require('ejs')
const morgan = require('morgan')
const bufferedRender = require('../..')
const { CONTEXTS } = require('./contexts')
const { everyExpress, everyKoa } = require('./frameworks')
const { everything } = require('./level')
const { listen } = require('./listen')
const { printResult } = require('./print-result')
const { ENGINES, setUp } = require('./timing')

const { html } = bufferedRender
const views = path.join(__dirname, 'timing-views')
const REQUESTS = 100
const PIPELINED = 20

/** Fewer than the requests, so that connections are used again. */
const CONNECTIONS = 25

const [kind] = process.argv.slice(2)
const context = CONTEXTS[kind]()

/** How often something was called in the request's own context, or in another. @type {Record<string, { own: number, others: number }>} */
let calls = {}

/** @returns {(where: string) => void} notes a call for a request */
function noteFor (req) {
  return (where) => {
    calls[where] ??= { own: 0, others: 0 }
    calls[where][context.current() === req.url ? 'own' : 'others']++
  }
}

/** What libraries do to a response before anyone else sees it. */
function watch (req, res) {
  const note = noteFor(req)
  for (const method of ['writeHead', 'end']) {
    const behind = res[method]
    res[method] = function () {
      note(method)
      return behind.apply(this, arguments)
    }
  }
  for (const event of ['finish', 'close']) res.on(event, () => note(event))
}

/** Waits for none to three turns, other requests for other numbers of them. */
async function wait ({ url }) {
  for (let turns = Number(url.split('/')[2]) % 4; turns > 0; turns--) await setImmediate()
}

/** Returns a value after a turn of the event loop. */
const delayed = async (value) => {
  await setImmediate()
  return value
}

const log = morgan((tokens, req) => { noteFor(req)('morgan') })
const failing = { name: { toString () { throw new Error('on purpose') } } }

/** What an Express app does, with ours or alone. */
const EXPRESS = {
  view: ({ req, res }) => res.render('page', { name: req.url }),
  callback: ({ req, res, note }) => res.render('page', { name: req.url }, (error, page) => {
    note('callback')
    res.send(error ? 'failed' : page)
  }),
  failing: ({ res }) => res.render('page', failing),
  missing: ({ res }) => res.render('missing')
}
const EXPRESS_OURS = {
  page: ({ req, res }) => res.send(html`<p>${req.url}</p>`),
  promised: ({ req, res }) => res.send(html`<p>${delayed(req.url)}</p>`),
  rejecting: ({ res }) => res.send(html`<p>${Promise.reject(new Error('on purpose'))}</p>`),
  streamed: ({ req, res }) => res.renderStream(html`<p>${delayed(req.url)}</p>`)
}

function expressApp (express, engine, side) {
  const app = express().set('view cache', true).set('views', views).set('env', 'test')
  setUp(app, engine)
  app.use((req, res, next) => context.run(req.url, next))
  app.use((req, res, next) => {
    watch(req, res)
    next()
  })
  app.use(log)
  if (side === 'ours') app.use(bufferedRender({ compress: false }))
  app.get('/:what/:number', async (req, res) => {
    await wait(req)
    const { what } = req.params
    const act = EXPRESS[what] ?? EXPRESS_OURS[what]
    act({ req, res, note: noteFor(req) })
  })
  app.use((error, req, res, next) => {
    noteFor(req)('error handler')
    res.status(500).render('page', { name: error.message })
  })
  return app
}

/** What a Koa app does. */
const KOA = {
  alone: {
    async view (ctx) { ctx.body = await ejs.renderFile(path.join(views, 'page.ejs'), { name: ctx.url }) },
    failing () { throw new Error('on purpose') }
  },
  ours: {
    view: (ctx) => ctx.render('page', { name: ctx.url }),
    failing: (ctx) => ctx.render('page', failing),
    page (ctx) { ctx.body = html`<p>${ctx.url}</p>` },
    promised (ctx) { ctx.body = html`<p>${delayed(ctx.url)}</p>` },
    streamed: (ctx) => ctx.renderStream(html`<p>${delayed(ctx.url)}</p>`)
  }
}

function koaApp (Koa, side) {
  const app = new Koa()
  app.on('error', (error, ctx) => error && noteFor(ctx.req)('error event'))
  app.use(async (ctx, next) => {
    watch(ctx.req, ctx.res)
    await next()
    noteFor(ctx.req)('after next()')
  })
  if (side === 'ours') app.use(bufferedRender({ compress: false, views, extension: 'ejs', cache: true }))
  app.use(async (ctx) => {
    await wait(ctx)
    await KOA[side][ctx.url.split('/')[1]](ctx)
  })
  // Koa responds outside of all middleware, so that tracers begin before it.
  const respond = app.callback()
  return (req, res) => context.run(req.url, () => { respond(req, res) })
}

/** What a server of node:http does. */
const HTTP = {
  alone: {
    async view (req, res) { res.end(await ejs.renderFile(path.join(views, 'page.ejs'), { name: req.url })) }
  },
  ours: {
    view: async (req, res, renderer) => renderer.send(req, res, await renderer.render('page', { name: req.url })),
    page: (req, res, renderer) => renderer.send(req, res, html`<p>${req.url}</p>`),
    promised: (req, res, renderer) => renderer.send(req, res, html`<p>${delayed(req.url)}</p>`),
    streamed: (req, res, renderer) => renderer.stream(req, res, html`<p>${delayed(req.url)}</p>`)
  }
}

function httpApp (side) {
  const renderer = bufferedRender.createRenderer({ compress: false, views, extension: 'ejs', cache: true })
  return (req, res) => context.run(req.url, async () => {
    watch(req, res)
    await wait(req)
    await HTTP[side][req.url.split('/')[1]](req, res, renderer)
    noteFor(req)('sent')
  })
}

/** What is tried in every context, and also by several requests in one packet. */
const FIRST = ['view', 'failing', 'page']

const ENGINES_TRIED = everything || kind === 'AsyncLocalStorage' ? ENGINES : ['ejs']

/** Every app, what it can do, and on which side. */
const APPS = [
  ...everyExpress.flatMap(({ version, express }) => ENGINES_TRIED.map((engine) => ({
    name: `Express ${version}, ${engine}`,
    create: (side) => expressApp(express, engine, side),
    whats: everything || engine === 'ejs'
      ? { alone: EXPRESS, ours: { ...EXPRESS, ...EXPRESS_OURS } }
      : { alone: { view: EXPRESS.view }, ours: { view: EXPRESS.view } }
  }))),
  ...everyKoa.map(({ version, Koa }) => ({ name: `Koa ${version}`, create: (side) => koaApp(Koa, side), whats: KOA })),
  { name: 'node:http', create: httpApp, whats: HTTP }
]

/** @returns {boolean} whether something is tried in this kind of context */
function isTried (what) {
  return everything || kind === 'AsyncLocalStorage' || FIRST.includes(what)
}

/** Asks for something a hundred times at once. */
async function askAtOnce (port, what) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  await Promise.all(Array.from({ length: REQUESTS }, (_, i) => new Promise((resolve, reject) => {
    http.get({ port, host: '127.0.0.1', path: `/${what}/${i}`, agent }, (res) => res.resume().on('close', resolve)).on('error', reject)
  })))
  agent.destroy()
}

/** Asks for something in one packet. */
function askPipelined (port, what) {
  return new Promise((resolve, reject) => {
    const requests = Array.from({ length: PIPELINED }, (_, i) =>
      `GET /${what}/${i} HTTP/1.1\r\nHost: a\r\n${i === PIPELINED - 1 ? 'Connection: close\r\n' : ''}\r\n`)
    const socket = net.connect(port, '127.0.0.1', () => socket.write(requests.join('')))
    socket.resume().on('close', resolve).on('error', reject)
  })
}

async function main () {
  const results = {}
  for (const { name, create, whats } of APPS) {
    for (const side of ['alone', 'ours']) {
      const { port, close } = await listen(create(side))
      for (const what of Object.keys(whats[side]).filter(isTried)) {
        for (const [how, ask] of Object.entries({ 'at once': askAtOnce, pipelined: askPipelined })) {
          if (how === 'pipelined' && !FIRST.includes(what)) continue
          calls = {}
          await ask(port, what)
          await setImmediate()
          results[`${name}, ${what}, ${how}`] ??= {}
          results[`${name}, ${what}, ${how}`][side] = calls
        }
      }
      close()
    }
  }
  return results
}

// Koa and Express print the errors, which are on purpose.
console.error = () => {}
printResult(main)
