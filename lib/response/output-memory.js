'use strict'

const { OutgoingMessage } = require('node:http')
const { Socket } = require('node:net')

/** Below this many bytes Node cuts Buffers from a pool of its own; above, a page would hold too much. */
const LEAST_LENT = 4 * 1024
const MOST_LENT = 4 * 1024 * 1024

/** What is kept for the next pages, in bytes. */
const MOST_KEPT = 16 * 1024 * 1024

/** Node's own way to end a response and to write to a socket: neither keeps what it has sent. */
const { end } = OutgoingMessage.prototype
const { write } = Socket.prototype

/**
 * Memory that pages are assembled in, and that is used again once the socket is
 * done with it. A page that is sent once would else be garbage, of a kind that
 * the collector hears of late and that costs page faults to replace. CPU time of
 * a request against `Buffer.allocUnsafe`, medians of nine rounds (min–max), Node
 * 24, `npm run bench:memory`; slabs are pages cut from pieces of 256 KB:
 *
 *              used again        slabs
 *      10 KB   0.86 (0.61–1.02)  1.00 (0.66–1.11)
 *     100 KB   0.48 (0.44–0.53)  1.00 (0.93–1.21)
 */
class OutputMemory {
  constructor () {
    this.kept = 0
    /** @type {ArrayBuffer[][]} by the exponent of their size, a power of two */
    this.free = Array.from({ length: 32 }, () => [])
    this.take = this.take.bind(this)
  }

  /**
   * @param {number} length in bytes
   * @returns {Buffer} of this length, to be filled and given to `send`
   */
  take (length) {
    if (!isLent(length)) return Buffer.allocUnsafe(length)
    const exponent = exponentOf(length)
    const used = this.free[exponent].pop()
    if (used === undefined) return Buffer.from(new ArrayBuffer(2 ** exponent), 0, length)
    this.kept -= used.byteLength
    return Buffer.from(used, 0, length)
  }

  /**
   * Ends a response, and takes the memory back when all of it has been handed
   * to the operating system. A response whose client has gone says that it has
   * finished too, maybe before the writing has ended: its memory is left to the
   * garbage collector.
   *
   * @param {Buffer} body that `take` gave and that nobody else holds
   */
  send (res, body) {
    const { socket } = res
    if (!isLent(body.length) || !OutputMemory.isSafe(res)) return res.end(body)
    res.end(body, () => { if (!socket.destroyed) this.takeBack(body) })
  }

  /** @param {Buffer} body that `take` gave and that nobody holds any more */
  takeBack ({ buffer, length }) {
    if (!isLent(length)) return
    if (this.kept + buffer.byteLength > MOST_KEPT) return
    this.kept += buffer.byteLength
    this.free[exponentOf(buffer.byteLength)].push(buffer)
  }

  /**
   * @returns {boolean} whether its body goes to the operating system and to
   *   nobody else: middleware that wraps `res.end` may keep what it is given, and
   *   so may a socket that is none
   */
  static isSafe ({ end: own, socket }) {
    return own === end && socket?.write === write && socket instanceof Socket
  }
}

function isLent (length) {
  return length > LEAST_LENT && length <= MOST_LENT
}

/** @returns {number} of the smallest power of two that is no less */
function exponentOf (length) {
  return 32 - Math.clz32(length - 1)
}

module.exports = { OutputMemory }
