'use strict'

const { Eta } = require('eta')
const { listen } = require('./listen')
const { shop } = require('./shop')

const eta = new Eta({ views: 'views' })

listen(shop(async (req, res, view, locals) => {
  res.setHeader('Content-Type', 'text/html; charset=utf-8')
  res.end(eta.render(view, locals))
}))
