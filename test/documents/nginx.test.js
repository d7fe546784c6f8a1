'use strict'

const http = require('node:http')
const { setTimeout } = require('node:timers/promises')
const express = require('express')
const request = require('supertest')
const bufferedRender = require('../..')
const { withSites } = require('../../bench/nginx')
const { freePort } = require('../support/free-port')
const { listen } = require('../support/listen')
const { describeWith } = require('../support/programs')
const { readDocument } = require('./markdown')

const { html } = bufferedRender
const { source } = readDocument('docs/production.md').fences.find(({ language }) => language === 'nginx')
const ROWS = 'A row of the table. '.repeat(200)

describeWith('the configuration of nginx in docs/production.md', ['nginx'], () => {
  let app, connections
  beforeEach(async () => {
    connections = 0
    app = await listen(http.createServer(appOf()).on('connection', () => connections++))
  })

  /** Runs nginx with the snippet, in front of the app. */
  const behindNginx = async (use) => {
    const port = await freePort()
    const sites = source.replace('127.0.0.1:3000', `127.0.0.1:${app.port}`).replace('listen 80;', `listen 127.0.0.1:${port};`)
    await withSites(sites, [port], () => use(`http://127.0.0.1:${port}`, app.url))
  }

  test.each(['identity', 'gzip'])('passes pages and validators unchanged: %s', (coding) => behindNginx(async (nginx, direct) => {
    const get = (address) => request(address).get('/').set('Accept-Encoding', coding)
    const expected = await get(direct)
    const { status, headers, text } = await get(nginx)
    expect({ status, text }).toEqual({ status: 200, text: expected.text })
    for (const name of ['etag', 'vary', 'content-encoding', 'content-length']) expect({ [name]: headers[name] }).toEqual({ [name]: expected.headers[name] })

    const again = await get(nginx).set('If-None-Match', headers.etag)
    expect(again.status).toBe(304)
  }))

  test('keeps connections to the app open, and names the client', () => behindNginx(async (nginx) => {
    const { text } = await request(nginx).get('/client').set('Host', 'shop.example')
    expect(text).toBe('<!doctype html>http://shop.example from 127.0.0.1')
    const before = connections
    for (let i = 0; i < 20; i++) await request(nginx).get('/')
    // One for each worker of nginx, at most.
    expect(connections - before).toBeLessThan(10)
  }))

  test('passes a streamed page in parts, with X-Accel-Buffering', () => behindNginx(async (nginx) => {
    const response = await fetch(`${nginx}/streamed`)
    const parts = []
    for await (const part of response.body) parts.push(Buffer.from(part).toString())
    expect(parts.length).toBeGreaterThan(1)
    expect(parts[0]).toBe('<!doctype html><h1>Tea</h1>')
    expect(parts.join('')).toBe('<!doctype html><h1>Tea</h1><p>Assam</p>')
  }))
})

function appOf () {
  const app = express()
  app.set('trust proxy', 'loopback')
  app.use(bufferedRender())
  app.get('/', (req, res) => res.send(html`<!doctype html><h1>Tea</h1><p>${ROWS}</p>`))
  app.get('/client', (req, res) => res.send(html`<!doctype html>${req.protocol}://${req.hostname} from ${req.ip}`))
  app.get('/streamed', (req, res) => {
    res.set('X-Accel-Buffering', 'no')
    res.renderStream(html`<!doctype html><h1>Tea</h1>${setTimeout(300, html`<p>Assam</p>`)}`)
  })
  return app
}
