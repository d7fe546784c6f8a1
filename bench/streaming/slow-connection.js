'use strict'

const net = require('node:net')
const { Duplex } = require('node:stream')

/** Bytes that a reader takes at a time; milliseconds that it rests after each. */
const SIP = 4 * 1024
const REST = 5

/**
 * @param {string} path of a socket in the file system
 * @returns {Duplex} a connection of a client that reads in sips
 */
function connectSlowly (path) {
  const buffer = Buffer.allocUnsafe(SIP)
  let rest
  const connection = new Duplex({
    readableHighWaterMark: 1,
    read () {
      rest = setTimeout(() => socket.resume(), REST)
    },
    write: (chunk, encoding, callback) => socket.write(chunk, callback),
    final: (callback) => socket.end(callback),
    destroy (error, callback) {
      clearTimeout(rest)
      socket.destroy()
      callback(error)
    }
  })
  const callback = (length) => {
    connection.push(Buffer.from(buffer.subarray(0, length)))
    return false
  }
  const socket = net.connect({ path, onread: { buffer, callback } })
  socket.on('error', (error) => connection.destroy(error))
  socket.on('end', () => connection.push(null))
  return connection
}

module.exports = { connectSlowly }
