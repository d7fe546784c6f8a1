'use strict'

const { ServerResponse } = require('node:http')
const compression = require('compression')
const express = require('express')
const session = require('express-session')
const bufferedRender = require('buffered-render')
const { createCounter } = require('../counters')
const { prebuild, prebuildGzip } = require('./prebuilt')
const { viewFolders } = require('./views')

/** `res.render` as it comes, and behind the middleware. */
const renderers = {
  stock: (page) => renderPages(createApp(page), page),
  'stock-compression': (page) => renderPages(createApp(page).use(compression()), page),
  'buffered-render': (page) => renderPages(createApp(page).use(bufferedRender()), page),
  unheld: (page) => renderPages(createApp(page).use(bufferedRender({ holdWrites: false })), page)
}

/** The same in an app that is traced, or has sessions. */
const apps = {
  'stock-traced': (page) => renderPages(trace(createApp(page)), page),
  traced: (page) => renderPages(trace(createApp(page)).use(bufferedRender()), page),
  'stock-session': (page) => renderPages(createApp(page).use(sessions()), page),
  session: (page) => renderPages(createApp(page).use(sessions(), bufferedRender()), page)
}

/** Patches what tracers patch, in the way of `shimmer`. */
function trace (app) {
  for (const [holder, names] of [[ServerResponse.prototype, ['writeHead', 'end']], [express.response, ['render']]]) {
    for (const name of names) {
      const own = holder[name]
      holder[name] = function () { return own.apply(this, arguments) }
    }
  }
  return app
}

/** Nobody has a session here: that of the package itself, in memory, warns of being used in production. */
class NoSessions extends session.Store {
  get (id, callback) { callback() }
}

function sessions () {
  return session({ secret: 'benchmark', resave: false, saveUninitialized: false, store: new NoSessions() })
}

/** The limits: an Express that has nothing left to render, encode or hash. */
const limits = {
  prebuilt: async (page) => sendPages(express(), await prebuild(page), sendBody),
  'prebuilt-compression': async (page) => sendPages(express().use(compression()), await prebuild(page), sendBody),
  'prebuilt-fresh': async (page) => sendPages(express(), await prebuild(page), sendUnlessFresh),
  'prebuilt-gzip': async (page) => sendPages(express(), await prebuildGzip(page), sendBody)
}

function createApp (page) {
  return express().set('views', viewFolders(page, 'ejs')).set('view engine', 'ejs')
}

function renderPages (app, page) {
  const { view, data } = page
  const next = createCounter(page)
  app.get('/', (req, res) => res.render(view, data(next())))
  app.get('/:n', (req, res) => res.render(view, data(Number(req.params.n))))
  return app
}

function sendPages (app, prebuilt, send) {
  app.get('/', (req, res) => send(req, res, prebuilt()))
  app.get('/:n', (req, res) => send(req, res, prebuilt(Number(req.params.n))))
  return app
}

function sendBody (req, res, { body, headers }) {
  for (const name in headers) res.setHeader(name, headers[name])
  res.end(body)
}

function sendUnlessFresh (req, res, page) {
  res.setHeader('ETag', page.headers.ETag)
  if (!req.fresh) return sendBody(req, res, page)
  res.statusCode = 304
  res.end()
}

/** @type {Record<string, import('../variants').Variant>} */
module.exports = { ...renderers, ...apps, ...limits }
