'use strict'

const express = require('express')
const bufferedRender = require('buffered-render')
const { site } = require('package-browser/express-site')
const { viewsFolder } = require('package-browser/folders')

const app = express()

app.set('views', viewsFolder)
app.set('view engine', 'ejs')
app.locals.stack = 'Express and EJS'

// The only line to add. Without it, pages stay the same, byte for byte.
app.use(bufferedRender())
app.use(site)

module.exports = app
