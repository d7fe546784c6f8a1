'use strict'

const { OutputMemory } = require('../../lib/response/output-memory')

const SLAB_BYTES = 256 * 1024

/**
 * Where pages are assembled.
 *
 * @typedef {object} Memory
 * @property {(length: number) => Buffer} take
 * @property {(res: import('node:http').ServerResponse, page: Buffer) => void} end sends a page that
 *   was assembled in what `take` gave
 * @property {number} [reused] how many pages gave their memory back, for others
 */

/** Each page has its own. */
class Fresh {
  take (length) {
    return Buffer.allocUnsafe(length)
  }

  end (res, page) {
    res.end(page)
  }
}

/** What the library does. */
class Pool extends OutputMemory {
  constructor () {
    super()
    this.reused = 0
  }

  takeBack (page) {
    this.reused++
    super.takeBack(page)
  }

  end (res, page) {
    this.send(res, page)
  }
}

/**
 * The mistake that is to be found: memory that is given back in the next turn of
 * the event loop, when most pages have been sent, and not when this one has.
 */
class EarlyPool extends Pool {
  end (res, page) {
    res.end(page)
    setImmediate(() => this.takeBack(page))
  }
}

/** Pages are cut from larger pieces, which the garbage collector gets when all of their pages are gone. */
class Slabs {
  constructor () {
    this.startSlab()
  }

  take (length) {
    if (this.offset + length > SLAB_BYTES) this.startSlab()
    const start = this.offset
    this.offset += length
    return this.slab.subarray(start, this.offset)
  }

  startSlab () {
    this.slab = Buffer.allocUnsafeSlow(SLAB_BYTES)
    this.offset = 0
  }

  end (res, page) {
    res.end(page)
  }
}

/** @type {Record<string, new () => Memory>} */
module.exports = { allocUnsafe: Fresh, pool: Pool, slabs: Slabs, 'early pool': EarlyPool }
