'use strict'

/**
 * The stock Eta of every supported major version.
 *
 * @type {{ version: string, package: typeof import('eta') }[]}
 */
module.exports = [
  { version: '3', package: require('eta3') },
  { version: '4', package: require('eta') }
]
