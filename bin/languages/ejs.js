'use strict'

const { byEngine, explain } = require('../../lib/dialects/ejs')

module.exports = { byEngine, explain }
