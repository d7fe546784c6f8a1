'use strict'

const { load } = require('../load')

module.exports = load(__dirname).map(({ group, page, files = {}, locals = () => ({}), ...each }) => ({
  engines: ['3', '4'],
  throws: false,
  ...each,
  files: { 'page.eta': page, ...files },
  locals: [locals].flat()
}))
