'use strict'

module.exports = { f: (...args) => JSON.stringify(args) }
