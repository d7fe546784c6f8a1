'use strict'

const { NODES_END, NODES_WRITE } = require('../util/natives')

/**
 * The body of a page whose long static fragments are not copied is a list of Buffers. Node gives them to the system with one call.
 *
 * @typedef {Buffer | Buffer[] | '' | undefined} Body
 */

/** Ends a response, whose `Content-Length` is set. One whose `write` or `end` is not Node's own gets its body by one `end`. */
function writeBody (res, body) {
  if (body === undefined) return res.end()
  if (!Array.isArray(body)) return res.end(body)
  if (res.write !== NODES_WRITE || res.end !== NODES_END) return res.end(Buffer.concat(body))

  const last = body.length - 1
  for (let i = 0; i < last; i++) res.write(body[i])
  res.end(body[last])
}

/** Removes the headers of a body whose head could not be written: an error page has another body. */
function removeBodyHeaders (res, isEncoded) {
  if (res.headersSent) return
  res.removeHeader('Content-Length')
  if (isEncoded) res.removeHeader('Content-Encoding')
}

function joined (body) {
  return Array.isArray(body) ? Buffer.concat(body) : body
}

/** @returns {number} in bytes */
function lengthOf (body) {
  return Array.isArray(body) ? body.reduce((sum, { length }) => sum + length, 0) : body?.length ?? 0
}

module.exports = { joined, lengthOf, removeBodyHeaders, writeBody }
