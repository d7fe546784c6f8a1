'use strict'

const { load } = require('../load')

module.exports = load(__dirname).map(({ group, ...each }) => ({ throws: false, ...each }))
