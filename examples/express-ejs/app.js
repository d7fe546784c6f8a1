'use strict'

const path = require('node:path')
const express = require('express')
const bufferedRender = require('buffered-render')
const { describeFailure } = require('../package-browser/failure')
const { NotFound } = require('../package-browser/not-found')
const packages = require('../package-browser/packages')

const app = express()

app.set('views', path.join(__dirname, 'views'))
app.set('view engine', 'ejs')
app.locals.count = packages.count
app.locals.stack = 'Express and EJS'

app.use(express.static(path.join(__dirname, '../package-browser/public')))

// The one line to add. Without it, every page below is the same, byte for byte.
app.use(bufferedRender())

app.get('/', (req, res) => {
  res.render('layout', { view: 'list', title: 'Packages', ...packages.list(req.query) })
})

app.get('/packages/*name', async (req, res) => {
  const pkg = await packages.find(req.params.name.join('/'))
  res.render('layout', { view: 'package', title: pkg.name, pkg })
})

app.use(() => {
  throw new NotFound()
})

app.use((error, req, res, next) => {
  // Half a page cannot be taken back: Express then cuts the connection.
  if (res.headersSent) return next(error)
  const failure = describeFailure(error)
  res.status(failure.status).render('layout', { view: 'error', ...failure })
})

module.exports = app
