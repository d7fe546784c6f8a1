'use strict'

const path = require('node:path')
const express = require('express')
const { createClient } = require('redis')
const bufferedRender = require('buffered-render')
const { site } = require('package-browser/express-site')
const { viewsFolder } = require('package-browser/folders')
const packages = require('package-browser/packages')
const { COUNTERS, countsOf } = require('./counters')
const { defineFragments } = require('./fragments')
const { version } = require('./package.json')

const REDIS = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379'

/** The ports of all processes. */
const ports = (process.env.FLEET ?? process.env.PORT ?? '3000').split(',')

const client = createClient({ url: REDIS, socket: { reconnectStrategy: 250 } })
client.once('error', ({ message }) => console.error(`No Redis at ${REDIS} yet: each process loads its own fragments. ${message}`))

const app = express()

app.set('views', [path.join(__dirname, 'views'), viewsFolder])
app.set('view engine', 'ejs')
app.locals.stack = 'Express, EJS and Redis'
app.locals.count = packages.count

// The version names the deploy: processes of another version share no fragments with this one.
const store = bufferedRender.redisStore(client, { prefix: 'package-browser:' })
const pages = bufferedRender({ app, fragments: { store, version } })
const { renderer } = pages
const fragments = defineFragments(renderer)

app.use(pages)
app.use(express.static(path.join(__dirname, 'public')))

app.get('/', async (req, res) => {
  const { packages: found, ...list } = packages.list(req.query)
  // A search may have any text, so its list is not kept. Its cards are, as those of the other lists.
  const content = list.q ? { cards: await fragments.cards(found) } : { listing: await fragments.list(Number(req.query.page ?? 1)) }
  res.render('list', { title: 'Packages', ...list, ...content })
})

app.get('/packages/*name', async (req, res) => {
  const name = req.params.name.join('/')
  res.render('package', { title: name, name, article: await fragments.article(name) })
})

app.get('/fleet', (req, res) => {
  res.render('fleet', { title: 'Fragments of the fleet', ports, host: req.hostname, own: process.env.PORT, COUNTERS, counts: countsOf(renderer.stats()) })
})

// Server-sent events with the counters of this process. The pages of the other process read them, too.
app.get('/stats', (req, res) => {
  res.set({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'Access-Control-Allow-Origin': '*' })
  const send = () => res.write(`data: ${JSON.stringify(countsOf(renderer.stats()))}\n\n`)
  const timer = setInterval(send, 500)
  res.once('close', () => clearInterval(timer))
  send()
})

app.post('/invalidate', refuseOtherSites, express.urlencoded({ extended: false }), async (req, res) => {
  const { name } = req.body ?? {}
  await renderer.invalidate(name ? `package:${name}` : 'packages')
  res.redirect(303, name ? `/packages/${encodeURI(name)}` : '/fleet')
})

app.use(site)

/** Forms of other sites must not invalidate anything. Browsers name the origin of a request in this header. */
function refuseOtherSites (req, res, next) {
  const from = req.get('Sec-Fetch-Site') ?? 'none'
  if (from !== 'same-origin' && from !== 'none') return res.sendStatus(403)
  next()
}

module.exports = { app, renderer }
