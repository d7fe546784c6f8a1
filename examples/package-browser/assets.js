'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { publicFolder } = require('./folders')

/**
 * The static files of the site, by their URL paths.
 * In Express, `express.static` serves them.
 */
const assets = new Map([
  ['/style.css', { type: 'text/css; charset=utf-8', bytes: read('style.css') }],
  ['/icon.svg', { type: 'image/svg+xml', bytes: read('icon.svg') }]
])

function read (name) {
  return fs.readFileSync(path.join(publicFolder, name))
}

module.exports = { assets }
