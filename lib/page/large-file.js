'use strict'

const { createHash } = require('node:crypto')
const fs = require('node:fs')
const { lstat, open } = require('node:fs/promises')
const { Deflated, LOW_LEVEL } = require('./deflated')

/** A file of so many bytes or more is large. */
const LARGE = 1024 * 1024

/**
 * How many bytes are read at once; as many are held for a reader who stands still. Milliseconds of
 * CPU time of a server that sends a file of 200 MB, by their number in KB, Node 24, two cores:
 *
 *       16     64    128    256    512   1024
 *      622    135    164    122     80     94
 */
const PART_BYTES = 256 * 1024

/**
 * How a file is opened: not where there is a link by now, and without waiting for who writes
 * to a pipe. Not every platform has all of these.
 */
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants
const READING = O_RDONLY | O_NOFOLLOW | O_NONBLOCK

/** A file as a part of a page, which is read when the page is sent: it is not to be in memory as a whole. */
class LargeFile {
  /** @param {string} file an absolute path without links */
  constructor (file, { size, mtimeMs, ino }) {
    this.file = file
    this.byteLength = size
    this.mtimeMs = mtimeMs
    this.ino = ino
    /**
     * Stands for the bytes in an identity. It differs between two files of this machine; on
     * another machine it differs as well, and so does the validator of a page with the file.
     */
    this.digest = createHash('sha256').update(`${file} ${size} ${mtimeMs} ${ino}`).digest('base64url')
  }

  /** @throws {Error} if it is not the file that it was, or is gone */
  async check () {
    this.expectSame(await lstat(this.file))
  }

  /**
   * Reads it bit by bit.
   *
   * @yields {FilePart}
   * @throws {Error} if it is not the file that it was, or its length changes meanwhile
   */
  async * read () {
    const handle = await open(this.file, READING)
    try {
      this.expectSame(await handle.stat())
      let total = 0
      for (let part = await readPart(handle); part.byteLength > 0; part = await readPart(handle)) {
        total += part.byteLength
        // With its last bytes the page may be whole: they are to be the last of the file.
        if (total === this.byteLength) total += (await readPart(handle)).byteLength
        if (total > this.byteLength) break
        yield part
      }
      if (total !== this.byteLength) throw this.changed(total)
    } finally {
      await handle.close()
    }
  }

  /** All of it, for those who want the page in one piece. @type {Buffer} */
  get bytes () {
    const descriptor = fs.openSync(this.file, READING)
    try {
      this.expectSame(fs.fstatSync(descriptor))
      const bytes = fs.readFileSync(descriptor)
      if (bytes.length !== this.byteLength) throw this.changed(bytes.length)
      return bytes
    } finally {
      fs.closeSync(descriptor)
    }
  }

  /** @type {string} */
  get text () {
    return this.bytes.toString()
  }

  /** @throws {Error} if they are not those of this file */
  expectSame (stats) {
    if (!stats.isFile()) throw new Error(`"${this.file}" is no file any more, it was one when its page was made`)
    if (stats.size !== this.byteLength) throw this.changed(stats.size)
    if (stats.mtimeMs !== this.mtimeMs || stats.ino !== this.ino) throw new Error(`File "${this.file}" is another one, or was written to, since its page was made`)
  }

  /** @param {number} length in bytes */
  changed (length) {
    return new Error(`File "${this.file}" has ${length < this.byteLength ? length : `more than ${this.byteLength}`} bytes, it had ${this.byteLength} when its page was made`)
  }
}

/** Some bytes of a file that is being sent. */
class FilePart {
  /** @param {Buffer} bytes */
  constructor (bytes) {
    this.bytes = bytes
    this.byteLength = bytes.length
    this._deflated = undefined
  }

  /** @type {Deflated} */
  get deflated () {
    this._deflated ??= new Deflated(this.bytes, LOW_LEVEL)
    return this._deflated
  }
}

/** @returns {Promise<FilePart>} what comes next, nothing at the end */
async function readPart (handle) {
  // New memory for each part: whoever sees it written to a socket, such as a tracer, may keep it.
  const memory = Buffer.allocUnsafeSlow(PART_BYTES)
  const { bytesRead } = await handle.read(memory, 0, PART_BYTES)
  return new FilePart(memory.subarray(0, bytesRead))
}

module.exports = { LARGE, LargeFile }
