'use strict'

// A child process, see `serve.js`, that writes a page, put together into a
// buffer of so many bytes.

const serve = require('../serve')
const { pageChunks } = require('./chunks')
const { CoalescingWriter } = require('./coalescing-writer')

const size = Number(process.argv[2])
const chunks = pageChunks()

serve((req, res) => {
  const writer = new CoalescingWriter((bytes) => res.write(bytes), size)
  for (const chunk of chunks) writer.take(chunk)
  writer.flush()
  res.end()
})
