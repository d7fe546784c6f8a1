'use strict'

// Run with --expose-gc and the variable REDIS: sends pages in all ways, each request with a context of its own, to clients that read and
// that leave, and counts the contexts that are alive afterwards.

const { AsyncLocalStorage } = require('node:async_hooks')
const { once } = require('node:events')
const http = require('node:http')
const { setTimeout: wait } = require('node:timers/promises')
const express = require('express')
const ioredis = require('ioredis')
const redis = require('redis')
const bufferedRender = require('../../..')
const { viewFolder } = require('../../support/view-folder')

const { fragment, html, redisStore } = bufferedRender
const folder = viewFolder({
  'page.ejs': `<p><%= await soon %></p><% for await (const each of rows) { %><i><%= each %></i><% } %>${'static '.repeat(100)}`,
  'plain.ejs': `<p><%= name %></p>${'static '.repeat(500)}`,
  'large.txt': 'x'.repeat(3e6),
  'small.txt': 'small'
}).file('.')
const contexts = new AsyncLocalStorage()
const refs = new Map()
async function * rows () { for (let i = 0; i < 3; i++) { await wait(1); yield i } }
async function * endless () { for (let i = 0; ; i++) { await wait(1); yield 'row '.repeat(20000) } }
const app = express().set('views', folder).set('view engine', 'ejs')
const pages = bufferedRender({ engineOptions: { async: true }, dictionary: { views: ['plain'] } })
app.use((req, res, next) => {
  const context = { url: req.url }
  if (!refs.has(req.path)) refs.set(req.path, [])
  refs.get(req.path).push(new WeakRef(context))
  contexts.run(context, next)
})
app.use(pages)
const stores = [redis.createClient({ url: process.env.REDIS }), new ioredis.Redis(process.env.REDIS, { lazyConnect: true })]
const cards = stores.map((client) => {
  const renderer = bufferedRender.createRenderer({ cache: true, fragments: { store: redisStore(client, { deadline: 5000 }), version: '1' } })
  return renderer.cached('card', { ttl: 60_000 }, async (id) => html`<b>${id}</b>`)
})
const routes = {
  view: (res) => res.renderStream('page', { soon: wait(1, 'soon'), rows: rows() }),
  tag: (res) => res.renderStream(html`<h1>${wait(1, 'later')}</h1>${rows()}`),
  failing: (res) => res.renderStream(html`<h1>${wait(1).then(() => { throw new Error('failed') })}</h1>`, { onError: () => html`sorry` }),
  aborted: (res) => res.renderStream('page', { soon: 'x', rows: endless() }),
  abortedTag: (res) => res.renderStream(html`${endless()}`),
  small: (res) => res.send(html`<p>${fragment.file('small.txt', { roots: folder })}</p>`),
  large: (res) => res.send(html`<p>${fragment.file('large.txt', { roots: folder })}</p>`),
  plain: (res) => res.render('plain', { name: 'a' }),
  redis: async (res) => res.send(await html`${cards[0](1)}`),
  ioredis: async (res) => res.send(await html`${cards[1](1)}`)
}
for (const [name, route] of Object.entries(routes)) app.get(`/${name}`, (req, res, next) => { Promise.resolve(route(res)).catch(next) })
const get = async (port, url, isAborted) => {
  const req = http.get({ port, host: '127.0.0.1', path: url, agent: false, headers: { 'accept-encoding': 'gzip, zstd, dcz', 'sec-fetch-dest': 'document' } })
  const [res] = await once(req, 'response')
  if (isAborted) {
    await wait(20)
    req.on('error', () => {}).destroy()
    return {}
  }
  await res.toArray()
  if (res.statusCode !== 200) throw new Error(`${url}: ${res.statusCode}`)
  return res.headers
}
;(async () => {
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  for (let i = 0; i < 5; i++) for (const name of Object.keys(routes)) await get(port, `/${name}`, name.startsWith('aborted'))
  const offer = (await get(port, '/plain')).link
  for (let i = 0; i < 3; i++) await get(port, /<([^>]+)>/.exec(offer)[1])
  // Node's own date of responses is kept for a second, by a timer that a request has set.
  await wait(1200)
  for (let i = 0; i < 10; i++) { await wait(30); global.gc() }
  const alive = [...refs].flatMap(([url, all]) => all.flatMap((ref, i) => ref.deref() ? [`${url} ${i}`] : []))
  console.log(JSON.stringify({ alive, ways: refs.size }))
  process.exit()
})()
