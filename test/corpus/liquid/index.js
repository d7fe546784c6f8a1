'use strict'

const { load } = require('../load')

module.exports = load(__dirname).map(({ group, ...each }) => ({ files: {}, options: {}, setUp () {}, locals: () => ({}), throws: false, ...each }))
