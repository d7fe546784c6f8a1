'use strict'

const { byEngine, explain } = require('../../lib/dialects/liquid')

module.exports = { byEngine, explain }
