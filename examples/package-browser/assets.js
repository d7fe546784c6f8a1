'use strict'

const fs = require('node:fs')
const path = require('node:path')

/**
 * The files of the site that are not pages, by the path they are asked for.
 * With Express that is the work of `express.static`.
 */
const assets = new Map([
  ['/style.css', { type: 'text/css; charset=utf-8', bytes: read('style.css') }],
  ['/icon.svg', { type: 'image/svg+xml', bytes: read('icon.svg') }]
])

function read (name) {
  return fs.readFileSync(path.join(__dirname, 'public', name))
}

module.exports = { assets }
