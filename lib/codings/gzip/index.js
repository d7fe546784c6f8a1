'use strict'

const { promisify } = require('node:util')
const zlib = require('node:zlib')
const { GzipMember, GzipStream } = require('./gzip')

const encodeOnce = promisify(zlib.gzip)

/** RFC 1952. Static fragments are spliced; with `deflatesText` false, text is stored between them. @type {import('..').Coding} */
const gzip = {
  name: 'gzip',
  isNegotiated: true,
  dependsOnText: false,
  suffix: '-gzip',
  encoderOf: (rendered, how) => new GzipMember(rendered, how),
  later: undefined,
  streamEncoderOf: (how) => new GzipStream(how),
  encodeOnce: (bytes) => encodeOnce(bytes)
}

module.exports = { gzip }
