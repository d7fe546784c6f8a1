'use strict'

const fs = require('node:fs/promises')
const path = require('node:path')
const ejs = require('ejs')
const entityTag = require('etag')
const conditional = require('koa-conditional-get')
const bufferedRender = require('../..')
const { everyExpress, everyKoa } = require('../../test/support/frameworks')
const { listen } = require('../../test/support/listen')
const { viewFolder } = require('../../test/support/view-folder')

const { html } = bufferedRender
const L = '<p class="static">静态 text, as long as a fragment</p>\n'.repeat(40)
const VIEWS = {
  'page.ejs': `${L}<% for (let i = 0; i < n; i++) { %><b title="<%= i %>"><%= text %></b><% } %>${L}`,
  'small.ejs': '<p><%= text %></p>',
  'empty.ejs': '<% /* nothing */ %>',
  'failing.ejs': '<p><%= text.missing.name %></p>'
}

/** What an app does, by the path of the URL. */
const WAYS = {
  ...Object.fromEntries(['page', 'small', 'empty', 'failing', 'missing'].map((view) => [view, ({ render }, locals) => render(view, locals)])),
  async late ({ render }, locals) {
    await new Promise(setImmediate)
    return render('page', locals)
  },
  tag: ({ send, page }, { n, text }) => send(page(html`${html.raw(L)}<i>${Array(n).fill(text)}</i>${html.raw(L)}`)),
  text: ({ send }, { text }) => send(`${L}${text}`),
  bytes: ({ send }, { text }) => send(Buffer.from(text)),
  json: ({ send }, locals) => send(locals)
}

/** The ways of `WAYS` that send a page. */
const PAGES = new Set(['page', 'small', 'empty', 'late', 'tag'])

/** Options of the middleware. A strong tag depends on the coding, so it is compared without codings. */
const OPTIONS = [{}, { compress: 'static' }, { compress: false }, { memo: false }, { etag: 'strong', compress: false }, { etag: false }]

/** Says what the app does for a URL: the way, and in the query the locals, the status and the headers that it sets. `X-Page` marks pages. */
function planOf (url) {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const { n = 3, text = '<&>', status = 200, ...headers } = Object.fromEntries(searchParams)
  const name = pathname.slice(1)
  const way = Object.hasOwn(WAYS, name) ? WAYS[name] : undefined
  return { way, locals: { n: Number(n), text }, status: Number(status), headers: { ...headers, ...(PAGES.has(name) && { 'X-Page': name }) } }
}

function expressApp (express, views, { etag = 'weak' }, ours) {
  const app = express().set('views', views).set('view engine', 'ejs').set('view cache', true).set('etag', etag)
  if (ours) app.use(ours)
  app.use((req, res, next) => {
    const { way, locals, status, headers } = planOf(req.url)
    if (way === undefined) return next()
    // A view that is not found is left to Express: whatever is sent instead counts as a page.
    res.status(status).set(way === WAYS.missing ? { ...headers, 'X-Page': 'missing' } : headers)
    return way({ render: (view, locals) => res.render(view, locals), send: (body) => res.send(body), page: ours ? (page) => page : String }, locals)
  })
  app.use((error, req, res, next) => res.status(500).send(`${error.name}: ${error.message}`))
  return app
}

function koaApp (Koa, views, { etag = 'weak' }, ours) {
  const app = new Koa()
  app.use(async (ctx, next) => {
    // Without the message: that for a missing view is ours.
    await next().catch((error) => Object.assign(ctx, { status: 500, body: error.name }))
  })
  app.use(conditional())
  // `koa-etag` leaves out errors and empty pages, which Express tags, as ours does.
  app.use(async (ctx, next) => {
    await next()
    if (etag && (typeof ctx.body === 'string' || Buffer.isBuffer(ctx.body)) && !ctx.response.get('ETag')) ctx.etag = entityTag(ctx.body, { weak: etag === 'weak' })
  })
  const send = (ctx, body) => {
    if (typeof body === 'string' && !ctx.response.get('Content-Type')) ctx.type = 'html'
    ctx.body = body
  }
  app.use(ours ?? ((ctx, next) => {
    // As `koa-views`: once the view is found, whatever type the app has set, and whether or not the view throws.
    ctx.render = async (view, locals) => {
      const file = path.join(views, `${view}.ejs`)
      await fs.access(file)
      ctx.type = 'text/html'
      ctx.body = await ejs.renderFile(file, locals, { cache: true })
    }
    return next()
  }))
  app.use(async (ctx) => {
    const { way, locals, status, headers } = planOf(ctx.url)
    if (way === undefined) return
    ctx.status = status
    ctx.set(headers)
    await way({ render: ctx.render, send: (body) => send(ctx, body), page: ours ? (page) => page : String }, locals)
  })
  // To Koa, a client that leaves is an error.
  return app.on('error', () => {}).callback()
}

const FRAMEWORKS = Object.fromEntries([
  ...everyExpress.map(({ version, express }) => [`Express ${version}`, (...args) => expressApp(express, ...args)]),
  ...everyKoa.map(({ version, Koa }) => [`Koa ${version}`, (...args) => koaApp(Koa, ...args)])
])

const serversCache = new Map()
const folder = viewFolder(VIEWS)

/**
 * @param {string} framework
 * @param {object} options
 * @returns {Promise<{ stock: number, ours: number }>} ports of the app without the middleware and with it
 */
async function portsOf (framework, options) {
  const key = `${framework} ${JSON.stringify(options)}`
  if (!serversCache.has(key)) {
    const views = folder.file('')
    const ours = bufferedRender({ cache: true, ...options, ...(framework.startsWith('Koa') && { views, extension: 'ejs' }) })
    const [stock, own] = await Promise.all([undefined, ours].map((middleware) => listen(FRAMEWORKS[framework](views, options, middleware))))
    serversCache.set(key, { stock: stock.port, ours: own.port })
  }
  return serversCache.get(key)
}

module.exports = { FRAMEWORKS: Object.keys(FRAMEWORKS), OPTIONS, WAYS: Object.keys(WAYS), portsOf }
