'use strict'

// A child process, see `serve.js`, that sends a text as a string or as a Buffer.

const { serve } = require('../serve')
const { createText } = require('./data')

const [type, script, kilobytes] = process.argv.slice(2)
const text = createText(script, Number(kilobytes))
const body = type === 'Buffer' ? Buffer.from(text) : text
serve((req, res) => res.end(body))
