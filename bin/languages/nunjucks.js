'use strict'

const { byEngine, explain } = require('../../lib/dialects/nunjucks')

module.exports = { byEngine, explain }
