'use strict'

// A child process, see `serve.js`, that answers `/<n>` with the page of this
// number, of so many kilobytes, assembled in one kind of memory. It tells as
// well how many pages were assembled in memory that was used before.

const express = require('express')
const serve = require('../serve')
const { NumberedPage, memories } = require('./memories')

const [kilobytes, name] = process.argv.slice(2)
const page = new NumberedPage(Number(kilobytes))
const memory = new memories[name]()
let requests = 0

function send (res, n) {
  const body = page.write(memory.take(page.byteLength), n)
  res.setHeader('Content-Type', 'text/html; charset=utf-8')
  res.setHeader('Content-Length', body.length)
  memory.end(res, body)
}

const app = express()
app.get('/', (req, res) => send(res, ++requests))
app.get('/:n', (req, res) => send(res, Number(req.params.n)))
serve(app, () => ({ reused: memory.reused ?? 0 }))
