'use strict'

const { versionsToTest } = require('./level')

/**
 * The EJS package of each major version to test.
 *
 * @type {{ version: string, engine: import('ejs') }[]}
 */
module.exports = versionsToTest([
  ['3', 'ejs3'], ['4', 'ejs4'], ['5', 'ejs5'], ['6', 'ejs6'], ['7', 'ejs']
]).map(([version, name]) => ({ version, engine: require(name) }))
