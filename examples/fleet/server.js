'use strict'

const { listen } = require('package-browser/listen')
const app = require('./app')

listen(app)
