'use strict'

const { GzipMember } = require('../../lib/response/gzip')

/**
 * Splices a gzip member from exactly these pieces, regardless of the thresholds of
 * the library.
 *
 * @param {(Buffer | { bytes: Buffer, deflated: import('../../lib/page/deflated').Deflated })[]} pieces
 *   Buffers are stored without compression
 */
function spliceMember (pieces) {
  const stored = pieces.filter((piece) => Buffer.isBuffer(piece))
  // A page whose text has been encoded for its entity tag.
  const page = {
    byteLength: pieces.reduce((sum, piece) => sum + (piece.bytes ?? piece).length, 0),
    chunks: pieces.map((piece) => Buffer.isBuffer(piece) ? '' : piece),
    text: {
      bytes: stored.length === 1 ? stored[0] : Buffer.concat(stored),
      lengths: stored.map(({ length }) => length)
    }
  }
  return new GzipMember(page, { deflatesText: false }).toBuffer()
}

module.exports = { spliceMember }
