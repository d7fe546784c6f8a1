'use strict'

const { byEngine, explain } = require('../../lib/dialects/mustache')

module.exports = { byEngine, explain }
