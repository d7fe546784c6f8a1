'use strict'

const { load } = require('../load')

module.exports = load(__dirname).map(({ group, name, page, partials, locals = () => ({}), options = {}, throws = false }) => ({
  name: `${group}: ${name}`,
  sources: { page, ...partials },
  options,
  throws,
  locals: [locals].flat()
}))
