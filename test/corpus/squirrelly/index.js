'use strict'

const { load } = require('../load')

module.exports = load(__dirname).map(({ group, page, files = {}, locals = () => ({}), ...each }) => ({
  ...each,
  files: { 'page.sqrl': page, ...files },
  locals: [locals].flat()
}))
