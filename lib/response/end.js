'use strict'

const { Socket } = require('node:net')
const { nodesSocketWrite } = require('../util/natives')
const { isHttp2 } = require('./disconnect')

/**
 * A body of at most this many bytes is ended as a string, as Express ends text of less than 1,000 characters. From Node
 * 24 on, that is one write; before, Node adds an empty one. A slow client keeps these bytes in the heap. CPU time of a
 * request with a Buffer, divided by that with a string: for a page of EJS in Express 5, medians of 20 to 30 pairs,
 *
 *                1 KB          2 KB          4 KB    10 KB
 *     Node 24    1.07 to 1.12  0.91 to 1.14  1.06    0.95
 *     Node 22    0.99          1.05          0.98
 *     Node 20    0.96 to 1.02  1.00          1.02
 *
 * and for 1 KB of a server without Express, 1.06 and 1.01 on Node 24 and 26, 1.08 on both with TLS
 * (docs/decisions.md).
 */
const ONE_WRITE = parseInt(process.versions.node) >= 24 ? 1024 : -1

/**
 * Ends a response, which has a `Content-Length`. Several Buffers reach the system in one call, uncopied. A `write` or
 * `end` that is not Node's gets the body as one Buffer of its own: fragments and the memo are shared.
 */
function end (res, body, reader) {
  if (body === undefined) return res.end()
  if (body.length === 0) return res.end('')
  if (reader !== undefined) return res.end(Buffer.concat(body))
  if (body.length === 1) return endWhole(res, body[0])

  const last = body.length - 1
  for (let i = 0; i < last; i++) res.write(body[i])
  res.end(body[last])
}

/** Node writes its head and a string as one, a head and a Buffer as two. In latin1, each character is one byte. */
function endWhole (res, bytes) {
  if (bytes.length <= ONE_WRITE && hasNodesSocket(res)) res.end(bytes.latin1Slice(), 'latin1')
  else res.end(bytes)
}

/** @returns {boolean} whether the socket is Node's: that of a package for AWS Lambda ignores the encoding */
function hasNodesSocket (res) {
  return !isHttp2(res) && res.socket instanceof Socket && res.socket.write === nodesSocketWrite
}

module.exports = { end }
