'use strict'

const { promisify } = require('node:util')
const zlib = require('node:zlib')

const encodeOnce = promisify(zlib.gzip)

/** Loaded for the first client that accepts gzip. */
let code
const loaded = () => (code ??= require('./gzip'))

/** RFC 1952. Fragments are spliced; without `deflatesText`, text is stored between them. @type {import('..').Coding} */
const gzip = {
  name: 'gzip',
  isNegotiated: true,
  dependsOnText: false,
  suffix: '-gzip',
  encoderOf: (rendered, how) => new (loaded().GzipMember)(rendered, how),
  later: undefined,
  streamEncoderOf: (how) => new (loaded().GzipStream)(how),
  encodeOnce: (bytes) => encodeOnce(bytes)
}

module.exports = { gzip }
