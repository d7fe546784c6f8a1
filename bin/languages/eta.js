'use strict'

const { byEngine, explain } = require('../../lib/dialects/eta')

module.exports = { byEngine, explain }
