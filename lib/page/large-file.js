'use strict'

const { createHash } = require('node:crypto')
const fs = require('node:fs')
const { brand } = require('./brand')
const { LOW_LEVEL, deflate } = require('./deflated')

/** Files of this many bytes or more are large. */
const LARGE = 1024 * 1024

/**
 * The number of bytes read at once, which is also what a stalled client keeps in memory. CPU time of
 * a server that sends a file of 200 MB, in milliseconds by KB read at once, Node 24, two cores:
 *
 *       16     64    128    256    512   1024
 *      622    135    164    122     80     94
 */
const PART_BYTES = 256 * 1024

/** The flags, where the platform has them: a link that has replaced a file is an error, and a pipe does not block. */
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants
const READ_FLAGS = O_RDONLY | O_NOFOLLOW | O_NONBLOCK

/** A chunk of a page that is read from its file while the page is sent, and is never in memory as a whole. */
class LargeFile {
  /** @param {string} file an absolute path without links */
  constructor (file, { size, mtimeMs, ino }) {
    this.file = file
    this.byteLength = size
    this.mtimeMs = mtimeMs
    this.ino = ino
    /** Represents the bytes in a composition. Each server has a different digest, and so a different validator. */
    this.digest = createHash('sha256').update(`${file} ${size} ${mtimeMs} ${ino}`).digest('base64url')
  }

  /** @throws {Error} if the file has changed or been deleted */
  async check () {
    this.expectSame(await fs.promises.lstat(this.file))
  }

  /** Reads the file in parts. @yields {FilePart} @throws {Error} if it has changed, or changes its length meanwhile */
  async * read () {
    const handle = await fs.promises.open(this.file, READ_FLAGS)
    try {
      this.expectSame(await handle.stat())
      let total = 0
      for (let part = await readPart(handle); part.byteLength > 0; part = await readPart(handle)) {
        total += part.byteLength
        // These bytes may complete the response, so check for the end of the file before yielding them.
        if (total === this.byteLength) total += (await readPart(handle)).byteLength
        if (total > this.byteLength) break
        yield part
      }
      if (total !== this.byteLength) throw this.changed(total)
    } finally {
      await handle.close()
    }
  }

  /** The whole file, for a page as one buffer or string. @type {Buffer} */
  get bytes () {
    const descriptor = fs.openSync(this.file, READ_FLAGS)
    try {
      this.expectSame(fs.fstatSync(descriptor))
      const bytes = fs.readFileSync(descriptor, { __proto__: null })
      if (bytes.length !== this.byteLength) throw this.changed(bytes.length)
      return bytes
    } finally {
      fs.closeSync(descriptor)
    }
  }

  get text () {
    return this.bytes.toString()
  }

  expectSame (stats) {
    if (!stats.isFile()) {
      throw new Error(`"${this.file}" is no longer a regular file, as it was when the page was rendered`)
    }
    if (stats.size !== this.byteLength) throw this.changed(stats.size)
    if (stats.mtimeMs !== this.mtimeMs || stats.ino !== this.ino) {
      throw new Error(`File "${this.file}" was replaced or modified after the page was rendered`)
    }
  }

  changed (length) {
    const found = length < this.byteLength ? length : `more than ${this.byteLength}`
    return new Error(`File "${this.file}" has ${found} bytes; it had ${this.byteLength} when the page was rendered`)
  }
}

class FilePart {
  constructor (bytes) {
    this.bytes = bytes
    this.byteLength = bytes.length
    this._deflated = undefined
  }

  get deflated () {
    this._deflated ??= deflate(this.bytes, LOW_LEVEL)
    return this._deflated
  }
}

/** @returns {Promise<FilePart>} the next part, which is empty at the end */
async function readPart (handle) {
  // Each part has new memory: tracers may keep buffers that are written to a socket.
  const memory = Buffer.allocUnsafeSlow(PART_BYTES)
  const { bytesRead } = await handle.read(memory, 0, PART_BYTES)
  return new FilePart(memory.subarray(0, bytesRead))
}

brand(LargeFile)

module.exports = { LARGE, LargeFile }
