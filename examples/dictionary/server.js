'use strict'

const { listen } = require('package-browser/listen')
const { app, renderer } = require('./app')
const { printVisits } = require('./visits')

async function start () {
  // Makes the dictionary, so that the first page has the link to it.
  await renderer.precompile()
  listen(printVisits(app))
}

start()
