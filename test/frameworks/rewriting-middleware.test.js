'use strict'

const http = require('node:http')
const compression = require('compression')
const livereload = require('connect-livereload')
const session = require('express-session')
const helmet = require('helmet')
const morgan = require('morgan')
const bufferedRender = require('../..')
const { isSpliced, textOf } = require('../support/decode')
const { exchangeAll } = require('../support/exchange')
const { everyExpress } = require('../support/frameworks')
const { everything } = require('../support/level')
const { caching, intercepting, onHeaders, onLateEnd, replacing } = require('../support/patching-middleware')
const { putBack, replace } = require('../support/replaced')
const { SCRIPT, inject, rewriteByHand } = require('../support/rewrite-by-hand')
const { MADE_TAG } = require('../support/side-by-side')
const { viewFolder } = require('../support/view-folder')
const { literal } = require('../support/literal')

const { html } = bufferedRender
const rows = '<td>static</td>\n    '.repeat(150)
const folder = viewFolder({
  'page.ejs': `<!DOCTYPE html>\n<html>\n  <body>\n    <p class="name"><%= name %></p>\n    ${rows}</body>\n</html>\n`
})

const name = '<Zoë> & 世界'

const sessions = () => session({ secret: 'secret', resave: false, saveUninitialized: true, genid: () => 'the-session' })

/** Ends that give another function what they get, with text behind a page, as tutorials add it. */
const BEHIND = 'call, with its parameters'
const CHANGING_ENDS = {
  [BEHIND]: (end) => function (chunk, encoding) { return end.call(this, ...changed(this, [chunk, encoding])) },
  'apply, with changed arguments': (end) => function (...args) { return end.apply(this, changed(this, args)) },
  'call, with changed arguments': (end) => function (...args) { return end.call(this, ...changed(this, args)) },
  'properties of arguments': (end) => function () { const { 0: chunk, 1: encoding } = arguments; return end.apply(this, changed(this, [chunk, encoding])) },
  'properties of a rest parameter': (end) => function (...{ 0: chunk, 1: encoding }) { return end.apply(this, changed(this, [chunk, encoding])) },
  'a parameter given anew': (end) => function (...args) { args = changed(this, args); return end.apply(this, args) },
  'a helper of arguments': (end) => function () { return endChanged(end, this, arguments) },
  'a helper of a rest parameter': (end) => function (...args) { return endChanged(end, this, args) },
  'a function with another name': (end) => function (...args) { const append = (...all) => end.apply(this, changed(this, all)); return append(...args) }
}
function changed (res, [chunk, ...args]) {
  if (!(chunk?.length > 0)) return [chunk, ...args]
  const text = inject(String(chunk))
  if (!res.headersSent) res.setHeader('Content-Length', Buffer.byteLength(text))
  return [text, ...args]
}
function endChanged (end, res, args) {
  return end.apply(res, changed(res, args))
}

const appending = replacing('end', CHANGING_ENDS[BEHIND])

/** Logs bodies as express-winston does: gives the response its `end` back, ends it and reads the chunk. */
const loggingBodies = (log) => replacing('end', (end, res) => (chunk, encoding) => {
  res.end = end
  res.end(chunk, encoding)
  if (chunk) log.push(String(chunk))
})

const seen = () => onHeaders(function () { this.setHeader('X-Seen', `${this.statusCode} ${this.getHeader('Content-Type')}`) })
const headersLater = () => onLateEnd(async (req, res) => {
  await new Promise(setImmediate)
  res.set('X-Later', 'yes')
})

/** What may want the text of pages: ours leaves it unencoded. */
const rewriting = [
  { name: 'connect-livereload', make: () => livereload(), changes: true },
  { name: 'connect-livereload that asks for no coding', make: () => livereload({ disableCompression: true }), changes: true },
  { name: 'express-interceptor', make: () => intercepting((res) => /html/.test(res.get('Content-Type')), inject), changes: true },
  { name: 'a hand-written rewriter', make: () => rewriteByHand, changes: true },
  { name: 'apicache', make: () => caching() },
  ...Object.entries({
    ...Object.fromEntries(Object.entries(CHANGING_ENDS).map(([name, wrap]) => [`that appends text, by ${name},`, wrap])),
    'without parameters': (end) => function () { return end.apply(this, arguments) },
    'that passes its arguments on': (end) => function () { return Reflect.apply(end, this, arguments) },
    'that passes a rest parameter on': (end, res) => (...args) => end.apply(res, args)
  }).map(([name, wrap]) => ({ name: `an end ${name}`, make: () => replacing('end', wrap), changes: name.includes('appends'), reason: 'end' })),
  { name: 'an end that logs bodies', make: loggingBodies, reason: 'end' },
  { name: 'late headers of express-mung', make: headersLater, reason: 'end' },
  { name: 'an end that appends text, below a session', make: () => [sessions(), appending], changes: true, reason: 'end' },
  { name: 'compression and an end that logs bodies', make: (log) => [compression(), loggingBodies(log)], encodes: true, reason: 'end' },
  { name: 'compression and a rewriter', make: () => [compression(), rewriteByHand], changes: true, encodes: true },
  { name: 'compression', make: () => compression(), encodes: true, reason: 'compression' },
  {
    name: 'compression with a filter',
    make: (log) => compression({
      threshold: 0,
      filter (req, res) {
        log.push([req.method, req.url, res.getHeader('Content-Type')])
        return req.url !== '/unwanted' && compression.filter(req, res)
      }
    }),
    encodes: true,
    reason: 'compression'
  }
]

/** Middleware that passes bodies on: pages are encoded by us. */
const others = [
  { name: 'express-session', make: sessions },
  { name: 'morgan', make: (log) => morgan(':method :url :status :res[content-type]', { stream: { write: (line) => log.push(line) } }) },
  { name: 'helmet', make: () => helmet() },
  { name: 'on-headers', make: seen },
  { name: 'all of them', make: () => [morgan('tiny', { stream: { write () {} } }), helmet(), seen(), sessions()] }
]

const places = [
  { place: 'before ours', arrange: (other, pages) => [other, pages] },
  { place: 'after ours', arrange: (other, pages) => [pages, other] }
]

const ways = [
  { way: 'a view', send: (res) => res.render('page', { name }) },
  { way: 'html`…`', send: (res, page) => res.send(page(html(literal(['<!DOCTYPE html>\n<html>\n  <body>\n    <p class="name">', `</p>\n    ${rows}</body>\n</html>\n`]), name))) }
]

/**
 * @param {Function} express
 * @param {object} how
 * @param {object[]} how.middleware
 * @param {(res: object, page: (rendered: object) => unknown) => unknown} how.send
 * @param {(rendered: object) => unknown} [how.page] what is sent for html`…`
 * @returns {object} the app
 */
function appOf (express, { middleware, send, page = (rendered) => rendered }) {
  const app = express().set('views', folder.file('.')).set('view engine', 'ejs').set('env', 'test')
  for (const each of middleware.flat()) app.use(each)
  app.all('/untouched', (req, res, next) => {
    res.set('Cache-Control', 'private, no-transform')
    next()
  })
  app.all(/.*/, (req, res) => { send(res, page) })
  return app
}

/**
 * One client after the other, and each again: what a cache keeps of an answer to one is not for all.
 *
 * @param {string} [path]
 */
const visits = (path) => ['gzip', undefined, undefined, 'gzip'].flatMap((coding) => ['GET', 'HEAD'].map((method) => (
  { path, method, headers: { accept: 'text/html', ...(coding && { 'accept-encoding': coding }) } }
)))

/** The part of an unencoded response that must be the same as that of Express alone. */
function comparable (answer) {
  const { status, headers: { etag, 'content-length': length, 'cache-control': cacheControl, ...headers } } = answer
  return {
    status,
    headers: { ...headers, etag: etag?.replace(MADE_TAG, '"…"'), cacheControl: cacheControl?.replace(/\d+/, 'n') },
    length: headers['content-encoding'] ? undefined : length,
    text: answer.body.length > 0 ? textOf(answer) : ''
  }
}

/** As `comparable`, without the headers of the encoding. */
function decoded (answer) {
  const { status, text, headers: { 'content-encoding': coding, 'transfer-encoding': transfer, vary, ...headers } } = comparable(answer)
  return { status, text, headers }
}

const isEncodedUnasked = (request, { headers }) => headers['content-encoding'] !== undefined && request.headers['accept-encoding'] === undefined

/** The tests for one package in all places. */
function casesOf (packages) {
  return packages.flatMap((each) => ways.flatMap((way) => places.map((place) => ({ ...each, ...way, ...place }))))
}

/** Both sides' answers to the same visits. */
async function beside (express, { make, send, arrange, options }, requests) {
  const logs = { alone: [], ours: [] }
  const middleware = bufferedRender(options)
  const appAlone = appOf(express, { middleware: [make(logs.alone)], send, page: String })
  const oursApp = appOf(express, { middleware: arrange(make(logs.ours), middleware), send })
  return { alone: await exchangeAll(appAlone, requests), ours: await exchangeAll(oursApp, requests), logs, renderer: middleware.renderer }
}

describe.each(everyExpress)('Express $version', ({ express, version }) => {
  const isNewest = version === everyExpress.at(-1).version
  /** What is about the middlewares more than about Express. */
  const chosen = (cases) => everything || isNewest ? cases : cases.filter(({ way }) => way === 'a view')

  test.each(chosen(casesOf(rewriting)))('sends $way like Express alone with $name $place', async ({ make, send, arrange, changes, encodes, reason: expected = 'write' }) => {
    const requests = [...visits('/'), ...visits('/unwanted')]
    const { alone, ours, logs, renderer } = await beside(express, { make, send, arrange }, requests)

    expect(ours.map(comparable)).toEqual(alone.map(comparable))
    expect(ours.filter((answer, i) => isEncodedUnasked(requests[i], answer))).toEqual([])
    expect(logs.ours).toEqual(logs.alone)
    if (changes) expect(textOf(ours[0])).toMatch(/<script src=.*<\/script><\/body>/)
    if (encodes) expect(ours[0].headers['content-encoding']).toBe('gzip')
    const { templates: { hits, misses }, unencoded } = renderer.stats()
    if (send === ways[0].send) expect(hits + misses).toBeGreaterThan(0)
    expect(Object.keys(unencoded).filter((reason) => reason !== expected)).toEqual([])
  })

  test.each(chosen(casesOf(others)))('encodes $way with $name $place', async ({ make, send, arrange }) => {
    const requests = visits('/')
    const { alone, ours, logs, renderer } = await beside(express, { make, send, arrange }, requests)

    expect(ours.map(decoded)).toEqual(alone.map(decoded))
    expect(ours.filter((answer, i) => isEncodedUnasked(requests[i], answer))).toEqual([])
    expect(logs.ours).toEqual(logs.alone)
    expect([ours[0], ours[6]].map(isSpliced)).toEqual([true, true])
    expect(renderer.stats().unencoded).toEqual({})
  })
  describe('with compress: true', () => {
    const orders = [
      { order: 'compression, ours', arrange: (ours) => [compression(), ours] },
      { order: 'ours, compression', arrange: (ours) => [ours, compression()] },
      { order: 'compression, ours, morgan and a session', arrange: (ours) => [compression(), ours, morgan('tiny', { stream: { write () {} } }), sessions()] }
    ]

    test.each(orders)('encodes pages once: $order', async ({ arrange }) => {
      for (const { send } of ways) {
        const requests = visits()
        const alone = await exchangeAll(appOf(express, { middleware: [], send, page: String }), requests)
        const middleware = bufferedRender({ compress: true })
        const ours = await exchangeAll(appOf(express, { middleware: arrange(middleware), send }), requests)

        expect(ours.map(decoded).map(({ status, text }) => ({ status, text }))).toEqual(alone.map(({ status, body }) => ({ status, text: String(body) })))
        expect(ours.map(isSpliced)).toEqual(requests.map(({ method, headers }) => method === 'GET' && 'accept-encoding' in headers))
        expect(ours.filter((answer, i) => isEncodedUnasked(requests[i], answer))).toEqual([])
        expect(middleware.renderer.stats().unencoded).toEqual({})
      }
    })

    // Of the app's decision nothing is known to those that want text.
    test.each(rewriting.filter(({ reason }) => reason === undefined))('passes text to $name', async ({ make, changes }) => {
      for (const { way, send } of ways) {
        const requests = visits()
        const { alone, ours } = await beside(express, { make, send, arrange: places[0].arrange, options: { compress: true } }, requests)
        expect({ way, answers: ours.map(decoded).map(({ text }) => text) }).toEqual({ way, answers: alone.map(decoded).map(({ text }) => text) })
        expect(ours.filter((answer, i) => isEncodedUnasked(requests[i], answer))).toEqual([])
        if (changes) expect(textOf(ours[0])).toMatch(/<\/script><\/body>/)
      }
    })
  })

  test.each(rewriting.filter(({ changes }) => changes))('lets $name change streamed pages', async ({ make, reason = 'write' }) => {
    const requests = visits()
    for (const { arrange } of places) {
      const middleware = bufferedRender()
      const rendered = await exchangeAll(appOf(express, { middleware: [make([])], send: ways[0].send }), requests)
      const streamed = await exchangeAll(appOf(express, {
        middleware: arrange(make([]), middleware),
        send: (res) => res.renderStream('page', { name })
      }), requests)
      expect(streamed.map(({ headers, body }) => body.length > 0 && textOf({ headers, body }))).toEqual(rendered.map(({ headers, body }) => body.length > 0 && textOf({ headers, body })))
      expect(streamed.filter((answer, i) => isEncodedUnasked(requests[i], answer))).toEqual([])
      expect(middleware.renderer.stats().unencoded).toEqual({ [reason]: requests.length })
    }
  })

  describe('a patch on a prototype of all responses', () => {
    const holders = [
      { of: 'app.response', holderOf: (app) => app.response },
      { of: 'express.response', holderOf: (app) => Object.getPrototypeOf(app.response) },
      { of: 'ServerResponse', holderOf: () => http.ServerResponse.prototype, isTracer: true }
    ]
    const own = { write: http.ServerResponse.prototype.write, end: http.OutgoingMessage.prototype.end }
    const change = (chunk) => chunk && inject(String(chunk))
    const rewriters = {
      write (chunk, ...args) { return own.write.call(this, change(chunk), ...args) },
      end (chunk, ...args) {
        if (!this.headersSent) this.removeHeader('Content-Length')
        return own.end.call(this, change(chunk), ...args)
      }
    }
    const tracers = {
      write (...args) { return own.write.apply(this, args) },
      end (...args) { return own.end.apply(this, args) }
    }

    test.each(holders)('gives the same page as Express alone: $of', async ({ holderOf, isTracer }) => {
      const requests = visits().slice(0, 4)
      const middleware = bufferedRender()
      const answers = []
      for (const app of [[], [middleware]].map((middleware) => appOf(express, { middleware, send: ways[0].send }))) {
        for (const [name, method] of Object.entries(isTracer ? tracers : rewriters)) replace(holderOf(app), name, () => method)
        answers.push(await exchangeAll(app, requests))
        putBack()
      }
      const [alone, ours] = answers
      expect(ours.map(decoded).map(({ text }) => text)).toEqual(alone.map(decoded).map(({ text }) => text))
      expect(ours[0].headers['content-encoding']).toBeUndefined()
      expect(textOf(ours[0]).includes(SCRIPT)).toBe(!isTracer)
      expect(middleware.renderer.stats().unencoded).toEqual({ write: 4 })
    })
  })
})
