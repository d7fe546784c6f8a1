'use strict'

const express = require('express')
const useEngine = require('./engine')
const teas = require('./teas.json')

/** @param {import('buffered-render').ExpressMiddleware} [pages] Express alone renders the shop without it */
function shop (pages) {
  const app = express()
  useEngine(app)
  if (pages !== undefined) {
    app.use(pages)
    app.get('/stats', (req, res) => res.json(pages.renderer.stats()))
  }

  app.get('/', (req, res) => res.render('index', { teas, search: req.query.search, year: new Date().getFullYear() }))
  app.get('/teas/:id', (req, res, next) => {
    const tea = teas.find(({ id }) => id === req.params.id)
    if (tea === undefined) return next()
    res.render('tea', { tea, year: new Date().getFullYear() })
  })
  app.use((req, res) => res.status(404).render('missing', { url: req.url, year: new Date().getFullYear() }))
  return app
}

module.exports = { shop }
