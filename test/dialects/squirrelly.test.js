'use strict'

const { dialectSuite } = require('./suite')

dialectSuite('squirrelly')
