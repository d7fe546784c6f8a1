'use strict'

const path = require('node:path')
const express = require('express')
const { engine } = require('express-handlebars')
const bufferedRender = require('buffered-render')
const { counted } = require('package-browser/counted')
const { site } = require('package-browser/express-site')

const app = express()

app.engine('handlebars', engine({ helpers: { counted } }))
app.set('views', path.join(__dirname, 'views'))
app.set('view engine', 'handlebars')
app.locals.stack = 'Express and Handlebars'

// The only line to add. Without it, pages stay the same, byte for byte.
app.use(bufferedRender())
app.use(site)

module.exports = app
