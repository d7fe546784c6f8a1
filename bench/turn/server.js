'use strict'

// A child process, see `serve.js`, that renders one of the pages for Express and
// writes its responses in one of these ways.

const express = require('express')
const { createRenderer } = require('buffered-render')
const { atEndOfTurn } = require('../../lib/response/turn')
const { createCounter } = require('../counters')
const { PAGES, VIEWS } = require('../pages/rendered')
const serve = require('../serve')

const VALIDATION = { etag: 'weak' }

/** When a response is written. */
const WAYS = {
  'at once': (res, send) => send(),
  'end of turn': atEndOfTurn
}

const [name, way] = process.argv.slice(2)
const { view, data } = PAGES[name]
const renderer = createRenderer(VIEWS)
const next = createCounter({})

function render (req, res) {
  const rendered = renderer.page(view, data(next()))
  finish(req, res, renderer.responder.represent(req, res, rendered, VALIDATION))
}

// It stands apart so as not to hold what the page was made of until the end of the turn.
function finish (req, res, representation) {
  WAYS[way](res, () => res.end(renderer.responder.prepare(req, res, representation, VALIDATION)))
}

serve(express().get('/', render))
