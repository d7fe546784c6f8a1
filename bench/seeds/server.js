'use strict'

// A child process, see `serve.js`, that sends a text as a string or as a Buffer, or writes
// a page, coalesced in a buffer of a given size.

const serve = require('../serve')
const { CoalescingWriter, createText, pageChunks } = require('./data')

const LISTENERS = {
  string: (script, kilobytes) => send(createText(script, Number(kilobytes))),
  Buffer: (script, kilobytes) => send(Buffer.from(createText(script, Number(kilobytes)))),
  page: (size) => write(pageChunks(), Number(size))
}

function send (body) {
  return (req, res) => res.end(body)
}

function write (chunks, size) {
  return (req, res) => {
    const writer = new CoalescingWriter((bytes) => res.write(bytes), size)
    for (const chunk of chunks) writer.take(chunk)
    writer.flush()
    res.end()
  }
}

const [what, ...args] = process.argv.slice(2)
serve(LISTENERS[what](...args))
