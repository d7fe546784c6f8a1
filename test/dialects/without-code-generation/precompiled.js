'use strict'

// Prints the page of a precompiled template from an Express app with the middleware, and from one without.

const express = require('express')
const nunjucks = require('nunjucks')
const bufferedRender = require('../../..')
const { listen } = require('../../support/listen')

globalThis.window = {}
require(process.argv[2])

async function page (middlewares) {
  const app = express().set('view engine', 'njk')
  new nunjucks.Environment(new nunjucks.PrecompiledLoader(window.nunjucksPrecompiled), { autoescape: true }).express(app)
  app.use(...middlewares, (req, res) => res.render('page', { name: '<Zoë>' }))
  const res = await fetch((await listen(app)).url)
  return [res.status, await res.text()]
}

Promise.all([page([]), page([bufferedRender()])]).then((pages) => process.stdout.write(JSON.stringify(pages), () => process.exit()))
