'use strict'

// Sends pages of cached fragments with keys that all differ to itself, as they are and by gzip. Gets the number of keys, and
// answers with its memory. The first argument is the size of the cache.

const http = require('node:http')
const { once } = require('node:events')
const { createRenderer, html } = require('buffered-render')

const FRAGMENTS = 50
const CLIENTS = 8

const renderer = createRenderer({ cache: true, memo: false, fragments: { size: process.argv[2] } })
const filling = 'It is long enough to be compressed ahead of a request. '.repeat(12)
const card = renderer.cached('card', { ttl: 3_600_000 }, (id) => html`<article id="${id}">${filling}${id}</article>`)

const server = http.createServer((req, res) => {
  const first = Number(req.url.slice(1))
  const cards = Array.from({ length: FRAGMENTS }, (_, i) => card(first + i))
  renderer.send(req, res, html`<!doctype html><main>${cards}</main>`)
})

process.on('message', async (keys) => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  await request(keys)
  const { bytes, entries, evictions } = renderer.stats().fragments
  process.send({ rss: process.memoryUsage.rss(), bytes, entries, evictions })
})

/** Requests pages with so many keys. */
async function request (count) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CLIENTS })
  let next = 0
  const client = async () => {
    while (next < count) {
      const path = `/${next}`
      next += FRAGMENTS
      for (const headers of [{}, { 'Accept-Encoding': 'gzip' }]) await get({ agent, path, headers })
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  agent.destroy()
}

async function get (how) {
  const [response] = await once(http.get({ host: '127.0.0.1', port: server.address().port, ...how }), 'response')
  if (response.statusCode !== 200) throw new Error(`Status ${response.statusCode}`)
  response.resume()
  await once(response, 'end')
}
