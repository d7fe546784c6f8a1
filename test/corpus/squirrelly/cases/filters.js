'use strict'

const { fails } = require('../failing')

module.exports = {
  fails,
  typed: (value) => `[${typeof value} ${value}]`,
  toObject: (value) => ({ valueOf: () => `v${value}`, toString: () => 'no' })
}
