'use strict'

// Answers requests of an app whose functions are replaced, with Express or Koa alone or with the library:
//
//   node test/invariants/calls/child.js alone|ours /tmp/folder-of-views
//
// Each message is a case, see calls.test.js; the answer is what clients got, and how often the replaced functions were called.

const http = require('node:http')
const net = require('node:net')
const path = require('node:path')
const zlib = require('node:zlib')
const { everything } = require('../../support/level')
const { ENGINES, STACKS } = require('./stacks')

const [side, folder] = process.argv.slice(2)
const ROOT = path.join(__dirname, '../../..')

/** Modules that are loaded anew for a case: the engine always, the rest if functions of Node are replaced before they load. */
const ENGINE = /node_modules\/(?:ejs|eta|hbs|handlebars|express-handlebars|liquidjs|nunjucks|pug(?:-[^/]+)?)\//
const FRAMEWORK = /node_modules\/(?:express4?|router|send|koa2?|delegates)\//

const NODE = { ServerResponse: http.ServerResponse.prototype, OutgoingMessage: http.OutgoingMessage.prototype }

/** What no app replaces: what all of JavaScript and Node is made of. */
const SHARED = new Set([
  Object, Function, Array, Map, Set, Promise, RegExp, String, Buffer, Date, Error, require('node:events'), require('node:stream').Stream, require('node:stream').Readable,
  http.IncomingMessage
].flatMap((each) => [each, each.prototype]).concat(process, globalThis, http, require('node:fs'), path, Object.values(NODE)))

/** How a function changes a text, a body or a status that passes it. */
function changed (value) {
  if (typeof value === 'string') {
    return value.replace(/MARKER/g, 'REKRAM').replace(/VALUE/g, 'EULAV').replace(/^text\/html/, 'text/plain').replace(/^(W\/)?"[^"]*"$/, '"changed"')
      .replace('/v1', '/v2').replace(/^(\.\/)?(page|other|part|layout)(\.\w+)?$/, '$1x$2$3')
  }
  if (Buffer.isBuffer(value)) return value.includes('MARKER') ? Buffer.from(changed(value.toString('latin1')), 'latin1') : value
  return value
}

function withProperties (wrapper, original) {
  for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(original))) {
    if (!['length', 'name', 'arguments', 'caller'].includes(key)) Object.defineProperty(wrapper, key, descriptor)
  }
  return wrapper
}

function changedResult (result, depth = 0) {
  if (typeof result === 'function' && depth < 2) {
    return withProperties(function (...args) {
      return changedResult(new.target ? Reflect.construct(result, args) : result.apply(this, args), depth + 1)
    }, result)
  }
  return typeof result?.then === 'function' ? result.then((value) => changedResult(value, depth + 1)) : changed(result)
}

/** Replaces a function by one that does what the case says, and counts. */
function wrapped (original, { kind }, run, at) {
  return withProperties(function (...args) {
    run.calls[at]++
    const last = args.at(-1)
    if (kind === 'throws' && run.requests === 2) throw new Error('replaced')
    if (kind === 'changes arguments') args = args.map(changed)
    if (kind === 'changes the result' && typeof last === 'function') {
      args[args.length - 1] = withProperties(function (...results) { return last.apply(this, results.map(changed)) }, last)
    }
    const result = new.target ? Reflect.construct(original, args, new.target) : original.apply(this, args)
    return kind === 'changes the result' ? changedResult(result) : result
  }, original)
}

const isOf = (holder, key) => key === '__proto__' ? Object.getPrototypeOf(holder) : holder?.[key]
const holderOf = (roots, slot) => slot.slice(1, -1).reduce(isOf, roots[slot[0]])
const keyOf = (slot) => slot.at(-1).replace(/^[gs]et /, '')

/** @returns {(() => void) | undefined} puts the function back; `undefined` if there is none */
function replace (roots, slot, change, run, at) {
  const holder = holderOf(roots, slot)
  const descriptor = holder && Object.getOwnPropertyDescriptor(holder, keyOf(slot))
  if (!descriptor?.configurable) return undefined
  const [, accessor] = /^([gs]et) /.exec(slot.at(-1)) ?? []
  const own = accessor ? descriptor[accessor] : descriptor.value
  Object.defineProperty(holder, keyOf(slot), { ...descriptor, [accessor ?? 'value']: wrapped(own, change, run, at) })
  return () => Object.defineProperty(holder, keyOf(slot), descriptor)
}

/** @returns {string[][]} the paths of all functions that can be replaced, to a depth of two objects */
function functionsOf (roots) {
  const slots = []
  const seen = new Set(SHARED)
  const walk = (holder, at, depth) => {
    if (seen.has(holder) && at.length > 1) return
    seen.add(holder)
    for (const key of Object.getOwnPropertyNames(holder)) {
      const { configurable, get, set, value } = Object.getOwnPropertyDescriptor(holder, key)
      if (!configurable || /^(?:app|constructor|prototype|caller|arguments|middleware|router|_router|stack|compose)$|^_events/.test(key)) continue
      if (typeof value === 'function') slots.push([...at, key])
      if (get) slots.push([...at, `get ${key}`])
      if (set) slots.push([...at, `set ${key}`])
      if (Object(value) !== value || depth === 0 || Buffer.isBuffer(value)) continue
      walk(value, [...at, key], depth - 1)
      if (typeof value === 'function' && value.prototype) walk(value.prototype, [...at, key, 'prototype'], depth - 1)
    }
    const prototype = Object.getPrototypeOf(holder)
    if (prototype !== null && !seen.has(prototype)) walk(prototype, [...at, '__proto__'], depth)
  }
  for (const [name, root] of Object.entries(roots)) walk(root, [name], NODE[name] ? 0 : 1)
  return slots
}

function forget (isAll) {
  for (const file of Object.keys(require.cache)) {
    if (ENGINE.test(file) || (isAll && (FRAMEWORK.test(file) || file.startsWith(path.join(ROOT, 'lib'))))) delete require.cache[file]
  }
}

/** An app of Express, its roots, and what makes it answer. */
function expressApp (framework, engine, { views, cache }) {
  const express = require(framework)
  const app = express().set('views', views).set('env', 'production').set('view cache', cache)
  const { extension = engine, roots, options } = ENGINES[engine](app, { views, cache })
  app.set('view engine', extension)
  const use = (middleware) => app.use((req, res, next) => { middleware(res); next() })
  const finish = (locals) => {
    app.get('/:name', (req, res) => res.render(req.params.name, locals()))
    app.use((error, req, res, next) => {
      if (res.headersSent) return res.destroy()
      for (const name of res.getHeaderNames()) res.removeHeader(name)
      res.statusCode = 500
      res.end(`failed: ${String(error?.message).split('\n')[0]}`)
    })
    return app
  }
  const all = { req: app.request, res: app.response, View: app.get('view').prototype, settings: app.settings, engines: app.engines, app, ...roots, ...NODE }
  return { app, use, finish, roots: all, pages: (library) => library(options) }
}

/** An app of Koa. Alone, it renders as koa-views and @koa/ejs do. */
function koaApp (framework, { views, cache }) {
  const app = new (require(framework))()
  app.silent = true
  app.use(async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      Object.assign(ctx, { status: 500, type: 'text', body: `failed: ${error.message.split('\n')[0]}` })
    }
  })
  const ejs = require('ejs')
  const use = (middleware) => app.use((ctx, next) => { middleware(ctx.res); return next() })
  const finish = (locals) => {
    app.use(async (ctx) => {
      const name = ctx.path.slice(1)
      if (ctx.render) return ctx.render(name, locals())
      ctx.type = 'text/html'
      ctx.body = await ejs.renderFile(path.join(views, `${name}.ejs`), locals(), { cache, views: [views] })
    })
    return app.callback()
  }
  return { app, use, finish, roots: { request: app.request, response: app.response, context: app.context, app, ...NODE }, pages: (library) => library({ views, extension: 'ejs', cache }) }
}

/** Locals in which a replaced function finds something to change. */
const locals = () => ({ value: 'VALUE <1> & "', list: ['a', 'VALUE'] })

/** @returns {Promise<object>} what the requests of a case have given */
async function answer ({ stack, slots = [], time, kind, cache, isListed }) {
  const { framework, engine } = STACKS[stack]
  forget(time === 'before' && slots.some(([root]) => NODE[root]))
  const run = { calls: slots.map(() => 0), requests: 0, crash: undefined }
  current = run
  const restores = []
  const views = path.join(folder, framework.startsWith('koa') ? 'ejs' : { 'express-handlebars': 'hbs' }[engine] ?? engine, 'v1')
  const built = framework.startsWith('koa') ? koaApp(framework, { views, cache }) : expressApp(framework, engine, { views, cache })
  const { app, finish, pages, roots, use } = built
  const apply = () => {
    for (const [i, slot] of slots.entries()) {
      const restore = replace(roots, slot, { kind }, run, i)
      if (restore) restores.push(restore)
    }
  }
  const restore = () => { for (const each of restores.splice(0).reverse()) each() }
  const own = (res) => {
    for (const [i, slot] of slots.entries()) if (typeof res[keyOf(slot)] === 'function') res[keyOf(slot)] = wrapped(res[keyOf(slot)], { kind }, run, i)
  }
  let server
  try {
    if (time === 'before') apply()
    use(() => { run.requests++ })
    if (time === 'on the response above') use(own)
    if (side === 'ours') app.use(pages(require(ROOT)))
    if (time === 'on the response') use(own)
    if (time === 'at every other request') use(() => { restore(); if (run.requests % 2 === 0) apply() })
    const listener = finish(locals)
    if (time === 'after') apply()
    server = http.createServer(listener)
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
    if (isListed) return { functions: functionsOf(roots) }
    if (time === 'after three requests') {
      for (const name of ['page', 'page', 'other']) await ask(server, name, false)
      run.requests = 0
      apply()
    }
    const answers = []
    for (const [isGzip, name] of REQUESTS) {
      answers.push(await ask(server, name, isGzip))
      if (answers.at(-1) === NO_ANSWER) break
    }
    return { answers, calls: run.calls, crash: run.crash }
  } finally {
    restore()
    server?.close()
    server?.closeAllConnections()
  }
}

/** Each view twice: in `npm test`, the second of them once plain and once as gzip. */
const REQUESTS = [false, true].flatMap((isGzip) => ['page', 'page', 'other', ...everything ? ['other'] : []].map((name) => [isGzip, name]))

/** What stands for an answer that never comes. */
const NO_ANSWER = 'no answer'

/** Nothing happens any more once this process has had so many turns, a few milliseconds apart, with open sockets alone. */
const CALM_TURNS = 40
const TURN = 3
const CALM = new Set(['TCPSocketWrap', 'TCPServerWrap', 'PipeWrap'])

/** Calls back when nothing is left to do; the timer of this function is one of the timers. */
function whenCalm (callback) {
  let turns = 0
  const timer = setInterval(() => {
    const active = process.getActiveResourcesInfo().filter((type) => !CALM.has(type))
    turns = active.length > 1 ? 0 : turns + 1
    if (turns >= CALM_TURNS) callback()
  }, TURN)
  return timer
}

/** Sends a request by a socket, since the methods of clients may be replaced. */
function ask (server, name, isGzip) {
  return new Promise((resolve) => {
    const socket = net.connect(server.address().port, '127.0.0.1')
    const timer = whenCalm(() => { socket.destroy(); resolve(NO_ANSWER) })
    const parts = []
    socket.on('data', (part) => parts.push(part)).on('error', () => {}).on('close', () => {
      clearInterval(timer)
      resolve(comparable(Buffer.concat(parts), isGzip))
    })
    socket.write(`GET /${name} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${isGzip ? 'Accept-Encoding: gzip\r\n' : ''}\r\n`)
  })
}

/** The headers that docs/compression.md says to be others. */
const OTHER_HEADERS = new Set(['date', 'vary', 'connection', 'keep-alive', 'content-encoding'])

/** @returns {string} status, headers and decoded body. Of a tag, it is known whether a replaced function has made it */
function comparable (bytes, isGzip) {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return `${bytes.length} bytes`
  const [status, ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const headers = lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)])
  const value = (name) => headers.find(([key]) => key === name)?.[1]
  const body = value('transfer-encoding') === 'chunked' ? unchunked(bytes.subarray(end + 4)) : bytes.subarray(end + 4)
  const isEncoded = value('content-encoding') === 'gzip'
  const shown = headers
    .filter(([name]) => !OTHER_HEADERS.has(name) && !(isGzip && /^(?:content-length|transfer-encoding)$/.test(name)))
    // RFC 9110, section 8.8.3.3: a tag of the app is weak with an encoded page.
    .map(([name, text]) => name === 'etag' ? (text.includes('changed') ? 'etag of the app' : 'etag') : `${name}: ${text}`)
  let page
  try {
    page = isEncoded ? zlib.gunzipSync(body).toString() : body.toString()
  } catch {
    page = `${body.length} bytes that are no gzip`
  }
  return [status, ...shown.sort(), page].join('\n')
}

function unchunked (bytes) {
  const chunks = []
  for (let at = 0; ;) {
    const end = bytes.indexOf('\r\n', at)
    const length = parseInt(bytes.toString('latin1', at, end), 16)
    if (!(length > 0)) return Buffer.concat(chunks)
    chunks.push(bytes.subarray(end + 2, end + 2 + length))
    at = end + 4 + length
  }
}

let current
for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, (error) => { current.crash = String(error?.message) })
process.on('disconnect', () => process.exit())
process.on('message', async (message) => {
  try {
    process.send(await answer(message))
  } catch (error) {
    process.send({ failure: error.message })
  }
})
