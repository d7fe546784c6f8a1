'use strict'

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

  /**
   * @param {Buffer} chunk
   */
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

module.exports = { CoalescingWriter }
