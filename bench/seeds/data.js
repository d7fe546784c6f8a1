'use strict'

// The bytes that the servers of the seeds send, and how they write them.

const { get } = require('../answer')

/** Characters of the texts: the letter of the seeds, and a character of three bytes in UTF-8. */
const CHARACTERS = { ASCII: 'a', Chinese: '字' }

const SCRIPTS = Object.keys(CHARACTERS)

/**
 * @param {string} script one of `SCRIPTS`
 * @returns {string} text of this length in UTF-8
 */
function createText (script, kilobytes) {
  const bytes = 1024 * kilobytes
  const length = Buffer.byteLength(CHARACTERS[script])
  return CHARACTERS[script].repeat(bytes / length) + 'a'.repeat(bytes % length)
}

/**
 * @param {string} title of the server
 * @throws {Error} if it sends wrong bytes
 */
async function verify (port, expected, title) {
  const { body } = await get(port, '/', {})
  if (body.equals(expected)) return
  throw new Error(`${title}: the body of ${body.length} bytes differs from the expected body of ${expected.length} bytes`)
}

/** Messages as in seed 004: a frame header and 50 bytes, two writes each. */
const MESSAGES = 100_000
const MESSAGE_BYTES = 50
const HEADER = Buffer.from([0x82, MESSAGE_BYTES])

/** Number of short chunks before the long chunk of a page, and after it. */
const SHORT_CHUNKS = 100
const SHORT_BYTES = 50
const LONG_BYTES = 20 * 1024

/** @returns {Buffer[]} writes of all messages */
function messageChunks () {
  return Array.from({ length: MESSAGES }, (_, n) => [HEADER, Buffer.alloc(MESSAGE_BYTES, `hello ${n} `)]).flat()
}

/** @returns {Buffer[]} writes of a page */
function pageChunks () {
  const short = Array.from({ length: 2 * SHORT_CHUNKS }, (_, n) => Buffer.alloc(SHORT_BYTES, `<li>${n}</li>`))
  const long = Buffer.alloc(LONG_BYTES, '<p>The tide table</p>')
  return [...short.slice(0, SHORT_CHUNKS), long, ...short.slice(SHORT_CHUNKS)]
}

/**
 * Coalesces small writes, as seed 004 does with Go's bufio.Writer: they are copied
 * to a buffer, which is written when the next chunk does not fit. A chunk as large
 * as the buffer is written directly.
 */
class CoalescingWriter {
  /**
   * @param {(bytes: Buffer) => void} write may keep the bytes
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

    // The previous buffer may still wait to be sent.
    if (this.length === 0) this.buffer = Buffer.allocUnsafe(this.size)
    this.length += chunk.copy(this.buffer, this.length)
  }

  /** Writes the rest; must be called at the end. */
  flush () {
    if (this.length === 0) return
    this.write(this.buffer.subarray(0, this.length))
    this.length = 0
  }
}

module.exports = { CoalescingWriter, MESSAGES, SCRIPTS, createText, messageChunks, pageChunks, verify }
