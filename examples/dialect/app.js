'use strict'

const path = require('node:path')
const express = require('express')
const Squirrelly = require('squirrelly')
const bufferedRender = require('buffered-render')
const { counted } = require('package-browser/counted')
const { site } = require('package-browser/express-site')
const squirrelly = require('./squirrelly')

Squirrelly.filters.define('counted', counted)

const app = express()

app.engine('sqrl', Squirrelly.renderFile)
app.set('views', path.join(__dirname, 'views'))
app.set('view engine', 'sqrl')
app.locals.stack = 'Express and Squirrelly'

// Registers the dialect for views with the extension .sqrl. Without this line, pages stay the same, byte for byte.
app.use(bufferedRender({ engines: { sqrl: squirrelly } }))
app.use(site)

module.exports = app
