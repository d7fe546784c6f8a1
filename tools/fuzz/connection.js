'use strict'

const net = require('node:net')

/** Milliseconds without a byte after which a client gives up. */
const PATIENCE = 10_000

/**
 * Sends bytes over a connection of its own, and reads until the server closes it or the client leaves.
 *
 * @param {number} port
 * @param {Buffer[]} pieces each is written in a turn of its own
 * @param {object} [leaving] when the client leaves: after it has written or read so many bytes
 * @param {number} [leaving.written]
 * @param {number} [leaving.read]
 * @param {'destroy' | 'resetAndDestroy' | 'end'} [leaving.how] method of the socket; `end` closes one direction
 * @returns {Promise<Buffer>} what has been read
 * @throws {Error} if the server neither answers nor closes the connection
 */
function converse (port, pieces, { written = Infinity, read = Infinity, how } = {}) {
  return new Promise((resolve, reject) => {
    const queue = [...pieces]
    let received = Buffer.alloc(0)
    const socket = net.connect({ port, host: '127.0.0.1', noDelay: true }, write)
    function write () {
      const piece = queue.shift()
      if (piece === undefined || !socket.writable) return
      const left = written - socket.bytesWritten
      if (left <= piece.length) socket.write(piece.subarray(0, left), () => socket[how]())
      else socket.write(piece, () => setImmediate(write))
    }
    socket.on('data', (data) => {
      received = Buffer.concat([received, data])
      if (received.length >= read) socket[how]()
    })
    // The server may close the connection while the client still writes.
    socket.on('error', (error) => { if (!['ECONNRESET', 'EPIPE'].includes(error.code)) reject(error) })
    socket.setTimeout(PATIENCE, () => {
      reject(new Error(`No byte and no end of the connection within ${PATIENCE / 1000} s, after ${JSON.stringify(received.toString('latin1'))}`))
      socket.destroy()
    })
    socket.on('close', () => resolve(received))
  })
}

module.exports = { converse }
