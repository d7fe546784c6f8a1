'use strict'

const { byEngine, explain } = require('../../lib/dialects/handlebars')

module.exports = { byEngine, explain }
