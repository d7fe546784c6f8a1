'use strict'

const { load } = require('../load')

module.exports = load(__dirname).map(({ group, page, ...each }) => ({ ...each, source: page }))
