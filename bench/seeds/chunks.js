'use strict'

/** Messages, as seed 004 sends them: a frame's header and 50 bytes, two writes each. */
const MESSAGES = 100_000
const MESSAGE_BYTES = 50
const HEADER = Buffer.from([0x82, MESSAGE_BYTES])

/** A page is so many short chunks before a long one, and as many behind it. */
const SHORT_CHUNKS = 100
const SHORT_BYTES = 50
const LONG_BYTES = 20 * 1024

/**
 * @returns {Buffer[]} what is written for all messages
 */
function messageChunks () {
  return Array.from({ length: MESSAGES }, (_, n) => [HEADER, Buffer.alloc(MESSAGE_BYTES, `hello ${n} `)]).flat()
}

/**
 * @returns {Buffer[]} what is written for a page
 */
function pageChunks () {
  const short = Array.from({ length: 2 * SHORT_CHUNKS }, (_, n) => Buffer.alloc(SHORT_BYTES, `<li>${n}</li>`))
  const long = Buffer.alloc(LONG_BYTES, '<p>The tide table</p>')
  return [...short.slice(0, SHORT_CHUNKS), long, ...short.slice(SHORT_CHUNKS)]
}

module.exports = { MESSAGES, messageChunks, pageChunks }
