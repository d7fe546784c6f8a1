'use strict'

/** Every supported major of the frameworks. */
module.exports = {
  expressVersions: [
    { version: '4', express: require('express4') },
    { version: '5', express: require('express') }
  ],
  koaVersions: [
    { version: '2', Koa: require('koa2') },
    { version: '3', Koa: require('koa') }
  ]
}
