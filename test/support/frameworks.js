'use strict'

const { versionsToTest } = require('./level')

/** Every supported major of the frameworks. */
const everyExpress = [
  { version: '4', express: require('express4') },
  { version: '5', express: require('express') }
]
const everyKoa = [
  { version: '2', Koa: require('koa2') },
  { version: '3', Koa: require('koa') }
]

/**
 * What is the same in every version is tested with `expressVersions` and `koaVersions`; with
 * every one of them, what a version has code of its own for, and test/frameworks/versions.test.js.
 */
module.exports = {
  everyExpress,
  everyKoa,
  expressVersions: versionsToTest(everyExpress),
  koaVersions: versionsToTest(everyKoa)
}
