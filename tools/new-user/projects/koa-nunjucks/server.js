'use strict'

const bufferedRender = require('buffered-render')
const env = require('./engine')
const { listen } = require('./listen')
const { shop } = require('./shop')

listen(shop(bufferedRender({ extension: 'njk', engines: { njk: env } })))
