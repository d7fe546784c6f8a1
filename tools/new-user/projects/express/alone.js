'use strict'

const { listen } = require('./listen')
const { shop } = require('./shop')

listen(shop())
