'use strict'

// A process with a copy of the library in production, which has loaded all of it. Then something happens to the process, and it answers
// by Express and by Koa on connections that were open before. It prints the pages, and the files that were loaded meanwhile.
//
// Arguments: the folder of the copy, and 'removed' or 'descriptors'.

const { once } = require('node:events')
const fs = require('node:fs')
const http = require('node:http')
const net = require('node:net')
const path = require('node:path')
const express = require('express')
const Koa = require('koa')
const { loadedAhead } = require('../../bench/cold/loaded-ahead')
const { printResult } = require('./print-result')

const [folder, event] = process.argv.slice(2)
const bufferedRender = require(path.join(folder, 'lib'))
const { html } = bufferedRender

const long = 'static text '.repeat(100)

/** What happens to the process. */
const EVENTS = {
  removed: () => fs.rmSync(folder, { recursive: true }),
  descriptors () {
    try {
      for (;;) fs.openSync(__filename)
    } catch (error) {
      if (error.code !== 'EMFILE') throw error
    }
  }
}

async function expressApp () {
  const app = express()
  app.set('views', path.join(folder, 'views')).set('view engine', 'ejs')
  const middleware = bufferedRender({ app })
  const { renderer } = middleware
  const cached = renderer.cached('part', { ttl: 10_000 }, async () => html`<p>${long}</p>`)
  app.use(middleware)
  app.get('/view', (req, res) => res.render('page', { name: 'Zoë' }))
  app.get('/html', async (req, res) => res.send(html`<p>${'Zoë'}</p>${await cached()}`))
  app.get('/streamed', (req, res) => res.renderStream(html`<p>${Promise.resolve('Zoë')}</p>`))
  await renderer.precompile()
  return app
}

function koaApp () {
  const app = new Koa()
  app.use(bufferedRender())
  app.use((ctx) => { ctx.body = html`<p>${'Zoë'}</p>` })
  return app.callback()
}

/** @returns {Promise<() => Promise<string>>} opens a connection; the function sends a request, and gives the body */
async function connect (listener, url) {
  const server = http.createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = net.connect(server.address().port, '127.0.0.1')
  await once(server, 'connection')
  return async () => {
    const agent = new http.Agent()
    agent.createConnection = () => socket
    const [response] = await once(http.get({ agent, path: url }), 'response')
    return (await response.toArray()).join('')
  }
}

async function main () {
  const app = await expressApp()
  const requests = [...['/view', '/html', '/streamed'].map((url) => connect(app, url)), connect(koaApp(), '/')]
  const connections = await Promise.all(requests)
  await loadedAhead()

  const before = new Set(Object.keys(require.cache))
  EVENTS[event]()
  const pages = []
  for (const request of connections) pages.push(await request())
  const late = Object.keys(require.cache).filter((file) => file.startsWith(folder) && !before.has(file))
  return { pages, late }
}

printResult(main)
