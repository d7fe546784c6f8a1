'use strict'

module.exports = { list: ['a', 'b'] }
