'use strict'

const { engine } = require('express-handlebars')

const euros = (cents) => `${(cents / 100).toFixed(2)} €`

module.exports = (app) => {
  app.engine('handlebars', engine({ helpers: { euros } }))
  app.set('view engine', 'handlebars')
}
