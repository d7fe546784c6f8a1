'use strict'

const { versionsToTest } = require('./level')

/**
 * The EJS package of each major version to test; `npm run test:engines` installs others.
 *
 * @type {{ version: string, engine: import('ejs') }[]}
 */
module.exports = versionsToTest([
  ['3', 'ejs3'], ['6', 'ejs6'], ['7', 'ejs']
]).map(([version, name]) => ({ version, engine: require(name) }))
