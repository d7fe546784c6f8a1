'use strict'

module.exports = { shout: (text) => text.toUpperCase() }
