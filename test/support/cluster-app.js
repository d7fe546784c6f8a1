'use strict'

// A cluster of one worker, which asks its app for two pages. Prints the pages, and for each request whether
// Node created it with the prototype of the app.

const cluster = require('node:cluster')
const { subscribe } = require('node:diagnostics_channel')
const express = require('express')
const bufferedRender = require('../..')

if (cluster.isPrimary) {
  cluster.fork().once('message', (answers) => {
    console.log(JSON.stringify(answers))
    process.exit()
  })
} else {
  const app = express().use(bufferedRender())
  app.get('/', (req, res) => res.send('<p>'))
  const usesApp = []
  subscribe('http.server.request.start', ({ request }) => usesApp.push(Object.getPrototypeOf(request) === app.request))
  const server = app.listen(0, '127.0.0.1', async () => {
    const ask = async () => (await fetch(`http://127.0.0.1:${server.address().port}`)).text()
    process.send({ pages: [await ask(), await ask()], usesApp })
  })
}
