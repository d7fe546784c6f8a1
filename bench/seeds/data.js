'use strict'

// What the servers of the seeds send, and how they write it.

const { get } = require('../answer')

/** What a text is made of: the letter of the seeds, and one that takes three bytes in UTF-8. */
const CHARACTERS = { ASCII: 'a', Chinese: '字' }

const SCRIPTS = Object.keys(CHARACTERS)

/**
 * @param {string} script one of `SCRIPTS`
 * @returns {string} of exactly so many bytes in UTF-8
 */
function createText (script, kilobytes) {
  const bytes = 1024 * kilobytes
  const length = Buffer.byteLength(CHARACTERS[script])
  return CHARACTERS[script].repeat(bytes / length) + 'a'.repeat(bytes % length)
}

/**
 * @param {string} title of the server
 * @throws {Error} if it sends other bytes
 */
async function verify (port, expected, title) {
  const { body } = await get(port, '/', {})
  if (body.equals(expected)) return
  throw new Error(`${title}: a body of ${body.length} bytes is not the one of ${expected.length} bytes that is expected`)
}

/** Messages, as seed 004 sends them: a frame's header and 50 bytes, two writes each. */
const MESSAGES = 100_000
const MESSAGE_BYTES = 50
const HEADER = Buffer.from([0x82, MESSAGE_BYTES])

/** A page is so many short chunks before a long one, and as many behind it. */
const SHORT_CHUNKS = 100
const SHORT_BYTES = 50
const LONG_BYTES = 20 * 1024

/** @returns {Buffer[]} what is written for all messages */
function messageChunks () {
  return Array.from({ length: MESSAGES }, (_, n) => [HEADER, Buffer.alloc(MESSAGE_BYTES, `hello ${n} `)]).flat()
}

/** @returns {Buffer[]} what is written for a page */
function pageChunks () {
  const short = Array.from({ length: 2 * SHORT_CHUNKS }, (_, n) => Buffer.alloc(SHORT_BYTES, `<li>${n}</li>`))
  const long = Buffer.alloc(LONG_BYTES, '<p>The tide table</p>')
  return [...short.slice(0, SHORT_CHUNKS), long, ...short.slice(SHORT_CHUNKS)]
}

/**
 * Puts small writes together, as seed 004 does with Go's bufio.Writer: they are
 * copied to a buffer, which is written when the next one does not fit. A chunk
 * as large as the buffer goes straight through.
 */
class CoalescingWriter {
  /**
   * @param {(bytes: Buffer) => void} write may keep what it gets
   * @param {number} size of the buffer in bytes
   */
  constructor (write, size) {
    this.write = write
    this.size = size
    this.length = 0
  }

  take (chunk) {
    if (this.length + chunk.length > this.size) this.flush()
    if (chunk.length >= this.size) return this.write(chunk)

    // One that was written may still wait to be sent.
    if (this.length === 0) this.buffer = Buffer.allocUnsafe(this.size)
    this.length += chunk.copy(this.buffer, this.length)
  }

  /** Writes what is left: to be called at the end. */
  flush () {
    if (this.length === 0) return
    this.write(this.buffer.subarray(0, this.length))
    this.length = 0
  }
}

module.exports = { CoalescingWriter, MESSAGES, SCRIPTS, createText, messageChunks, pageChunks, verify }
