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
  needsDictionary: false,
  dependsOnText: false,
  suffix: '-gzip',
  encoderOf: (rendered, options) => new (loaded().GzipMember)(rendered, options),
  later: undefined,
  streamEncoderOf: (options) => new (loaded().GzipStream)(options),
  encodeOnce: (bytes) => encodeOnce(bytes)
}

module.exports = { gzip }
