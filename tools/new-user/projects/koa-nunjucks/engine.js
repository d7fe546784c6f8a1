'use strict'

const nunjucks = require('nunjucks')

const env = nunjucks.configure('views')
env.addFilter('euros', (cents) => `${(cents / 100).toFixed(2)} €`)

module.exports = env
