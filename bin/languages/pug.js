'use strict'

const { byEngine, explain } = require('../../lib/dialects/pug')

module.exports = { byEngine, explain }
