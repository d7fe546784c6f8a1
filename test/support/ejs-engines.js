'use strict'

/**
 * The stock EJS of every supported major version.
 *
 * @type {{ version: string, engine: import('ejs') }[]}
 */
module.exports = [
  { version: '3', engine: require('ejs3') },
  { version: '4', engine: require('ejs4') },
  { version: '5', engine: require('ejs5') },
  { version: '6', engine: require('ejs6') },
  { version: '7', engine: require('ejs') }
]
