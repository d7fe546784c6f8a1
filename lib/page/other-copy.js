'use strict'

const { version } = require('../../package.json')
const { isOfClassWith } = require('./brand')
const { withCode } = require('../util/errors')

/** The property of pages, and of responses that accept them, in each copy of the package: its version. */
const VERSION = Symbol.for('buffered-render.version')

/** @throws {TypeError} if the value is a page of another copy of the package, which would print as text */
function refuseOtherCopy (value) {
  if (typeof value !== 'object' || value === null || !isOfClassWith(VERSION, value)) return
  throw withCode('BUFFERED_RENDER_TWO_COPIES', new TypeError(`A page of buffered-render ${value[VERSION]} ` +
    `was passed to buffered-render ${version}, because two copies of the package are loaded. ` +
    'Install one copy: npm ls buffered-render'))
}

module.exports = { VERSION, refuseOtherCopy, version }
