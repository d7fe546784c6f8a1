'use strict'

const fs = require('node:fs')

/** Reads a template without its byte order mark, as packages that read files for Mustache do. */
function read (filename) {
  return fs.readFileSync(filename, 'utf8').replace(/^\uFEFF/, '')
}

module.exports = { read }
