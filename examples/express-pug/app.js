'use strict'

const path = require('node:path')
const express = require('express')
const bufferedRender = require('buffered-render')
const { site } = require('package-browser/express-site')

const app = express()

app.set('views', path.join(__dirname, 'views'))
app.set('view engine', 'pug')
app.locals.stack = 'Express and Pug'

// The only line to add. Without it, pages stay the same, byte for byte.
app.use(bufferedRender())
app.use(site)

module.exports = app
