'use strict'

const bufferedRender = require('buffered-render')
const ejs = require('ejs')
const { listen } = require('./listen')
const { shop } = require('./shop')

// Nothing is looked for in node_modules.
listen(shop(bufferedRender({ engines: { ejs } })))
