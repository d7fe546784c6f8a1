'use strict'

module.exports = require('./tree')
