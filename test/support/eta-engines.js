'use strict'

const { versionsToTest } = require('./level')

/**
 * The Eta package of each major version to test.
 *
 * @type {{ version: string, engine: typeof import('eta') }[]}
 */
module.exports = versionsToTest([['3', 'eta3'], ['4', 'eta']]).map(([version, name]) => ({ version, engine: require(name) }))
