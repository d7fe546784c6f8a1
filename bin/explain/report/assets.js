'use strict'

const { createHash } = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')

const style = read('style.css')
const script = read('script.js')

/** Content security policy: allows this style and this script, and no requests. */
const policy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; ` +
  "base-uri 'none'; form-action 'none'"

function read (name) {
  return fs.readFileSync(path.join(__dirname, name), 'utf8')
}

function hashOf (text) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

module.exports = { policy, script, style }
