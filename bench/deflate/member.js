'use strict'

const { GzipMember } = require('../../lib/response/gzip')

/**
 * Splices a gzip member of just these pieces, whatever the thresholds of the
 * library say.
 *
 * @param {(Buffer | { bytes: Buffer, deflated: import('../../lib/page/deflated').Deflated })[]} pieces
 *   bytes are stored
 */
function spliceMember (pieces) {
  const stored = pieces.filter((piece) => Buffer.isBuffer(piece))
  // A page whose text is encoded, as it is once its entity tag was made.
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
