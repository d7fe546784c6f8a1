'use strict'

const { createRenderer, html } = require('buffered-render')
const { createCounter } = require('../counters')
const tagged = require('../views/shared/tags/tagged')
const { prebuild, prebuildGzip } = require('./prebuilt')
const { viewOf } = require('./views')

/**
 * Plain `node:http`, which the README of ghtml uses and ours has for a page without
 * a framework; that of `@kitajs/html` leaves the choice. Theirs have no entity tag.
 */
const variants = {
  'http-ghtml': (page) => renderPages(page, viewOf(require('../views/shared/tags/ghtml'), page), sendString),
  'http-kitajs': (page) => renderPages(page, viewOf(require('../views/shared/tags/kitajs'), page), sendString),
  'http-html' (page) {
    const renderer = createRenderer()
    return renderPages(page, viewOf(tagged(html), page), (req, res, rendered) => renderer.send(req, res, rendered))
  },
  'http-prebuilt': async (page) => sendPages(await prebuild(page)),
  'http-prebuilt-gzip': async (page) => sendPages(await prebuildGzip(page))
}

function renderPages (page, view, send) {
  const { data } = page
  const next = createCounter(page)
  return (req, res) => send(req, res, view(data(numberIn(req) ?? next())))
}

function sendPages (prebuilt) {
  return (req, res) => {
    const { body, headers } = prebuilt(numberIn(req))
    res.writeHead(200, headers).end(body)
  }
}

function sendString (req, res, page) {
  res.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page)
}

function numberIn ({ url }) {
  return url === '/' ? undefined : Number(url.slice(1))
}

/** @type {Record<string, import('../variants').Variant>} */
module.exports = variants
