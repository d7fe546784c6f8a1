'use strict'

const { complete } = require('./dialect')

const dialects = [
  require('./ejs'),
  require('./eta'),
  require('./handlebars'),
  require('./liquid'),
  require('./mustache'),
  require('./nunjucks'),
  require('./pug')
].map(complete)

/**
 * @param {string} extension including the dot
 * @returns {import('./dialect').Dialect | undefined}
 */
function byExtension (extension) {
  return dialects.find(({ extensions }) => extensions.includes(extension))
}

/** @returns {import('./dialect').Dialect | undefined} */
function byName (name) {
  return dialects.find((dialect) => dialect.name === name)
}

module.exports = { dialects, byExtension, byName }
