'use strict'

module.exports = require('./matchers')
