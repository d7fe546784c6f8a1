'use strict'

module.exports = { braced: (value) => `{${value}}` }
