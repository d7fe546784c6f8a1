'use strict'

const path = require('node:path')
const express = require('express')
const bufferedRender = require('buffered-render')
const sources = require('./sources')
const dashboard = require('./views/dashboard')
const unavailable = require('./views/unavailable')

const app = express()

app.use(bufferedRender())
app.use(express.static(path.join(__dirname, 'public')))

app.get('/', (req, res) => {
  // Nothing is awaited here: the page starts immediately, and its data follow.
  res.renderStream(dashboard(sources), { onError: replace })
})

/** The fallback of a panel whose data are not available. */
function replace (error) {
  console.error(error.message)
  return unavailable()
}

module.exports = app
