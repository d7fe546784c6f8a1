'use strict'

const { dialectSuite } = require('./suite')

dialectSuite('mustache')
