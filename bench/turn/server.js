'use strict'

// A child process, see `serve.js`, that renders one of the pages for Express and
// writes its responses in one of these ways.

const express = require('express')
const { createRenderer } = require('buffered-render')
const { createCounter } = require('../counters')
const { PAGES, VIEWS } = require('../pages/rendered')
const serve = require('../serve')
const { atEndOfTurn } = require('./shared-turn')

/** When a response is sent, and whether its socket holds it. */
const WAYS = {
  'at once': { holdWrites: false, send: (step) => step() },
  held: { holdWrites: true, send: (step) => step() },
  'shared turn': { holdWrites: false, send: atEndOfTurn }
}

/** A small page behind work of the app's own, in milliseconds of CPU time. */
const WORK = { page: 'fortunes', milliseconds: 10 }

const [name, way] = process.argv.slice(2)
const { holdWrites, send } = WAYS[way]
const { view, data } = PAGES[name === 'work' ? WORK.page : name]
const renderer = createRenderer({ ...VIEWS, holdWrites })
const { responder } = renderer
const next = createCounter({})

function render (req, res) {
  if (name === 'work') work(WORK.milliseconds)
  const rendered = renderer.page(view, data(next()))
  const representation = responder.represent(req, res, rendered, 'weak')
  send(() => responder.send(req, res, representation))
}

function work (milliseconds) {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

serve(express().get('/', render))
