'use strict'

const bufferedRender = require('buffered-render')
const { listen } = require('./listen')
const { shop } = require('./shop')

listen(shop(bufferedRender()))
