'use strict'

// A child process, see `serve.js`, that sends a text as a string or as a Buffer.

const serve = require('../serve')
const { createText } = require('./text')

const TYPES = {
  string: (text) => text,
  Buffer: (text) => Buffer.from(text)
}

const [type, script, kilobytes] = process.argv.slice(2)
const body = TYPES[type](createText(script, Number(kilobytes)))

serve((req, res) => res.end(body))
