'use strict'

// A child process, see `serve.js`, that renders one of the pages for Express and
// writes its responses in one of these ways.

const express = require('express')
const { createRenderer } = require('buffered-render')
const { createCounter } = require('../counters')
const { EJS_VIEWS, ejsPages } = require('../pages')
const serve = require('../serve')

/** The time at which a response is sent, and whether its socket holds it. */
const WAYS = {
  'at once': { holdWrites: false, send: (step) => step() },
  held: { holdWrites: true, send: (step) => step() },
  'shared turn': { holdWrites: false, send: atEndOfTurn }
}

/** A small page after work of the app, in milliseconds of CPU time. */
const WORK = { page: 'fortunes', milliseconds: 10 }

const [name, way] = process.argv.slice(2)
const { holdWrites, send } = WAYS[way]
const { view, data } = ejsPages[name === 'work' ? WORK.page : name]
const renderer = createRenderer({ ...EJS_VIEWS, holdWrites })
const { responder } = renderer
const next = createCounter({})
let steps = []

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

/**
 * Sends responses as up to version 0.1: all responses of a turn of the event loop with one
 * `setImmediate`, which exposed the async context of one request to the others.
 */
function atEndOfTurn (step) {
  if (steps.length === 0) setImmediate(endTurn)
  steps.push(step)
}

function endTurn () {
  const due = steps
  steps = []
  for (const step of due) step()
}

serve(express().get('/', render))
