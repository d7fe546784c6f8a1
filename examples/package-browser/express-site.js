'use strict'

const express = require('express')
const { describeFailure } = require('./failure')
const { publicFolder } = require('./folders')
const { NotFound } = require('./not-found')
const packages = require('./packages')

/**
 * The site for an Express app with any template engine. It renders the views
 * `list`, `package` and `error`.
 */
const site = express.Router()

site.use(express.static(publicFolder))

site.use((req, res, next) => {
  res.locals.count = packages.count
  next()
})

site.get('/', (req, res) => {
  res.render('list', { title: 'Packages', ...packages.list(req.query) })
})

site.get('/packages/*name', async (req, res) => {
  const pkg = await packages.find(req.params.name.join('/'))
  res.render('package', { title: pkg.name, pkg })
})

site.use(() => {
  throw new NotFound()
})

site.use((error, req, res, next) => {
  // If a part of the page has been sent, Express closes the connection.
  if (res.headersSent) return next(error)
  const failure = describeFailure(error)
  res.status(failure.status).render('error', failure)
})

module.exports = { site }
