'use strict'

const SLAB_BYTES = 256 * 1024

/**
 * Where pages are assembled.
 *
 * @typedef {object} Memory
 * @property {(length: number) => Buffer} take
 * @property {(res: import('node:http').ServerResponse, page: Buffer) => void} end sends a page that
 *   was assembled in what `take` gave
 * @property {number} [reused] how many pages were assembled where others had been before
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

/**
 * Memory in sizes of powers of two, kept for the next page of its size. It never
 * holds more than was on its way at a time.
 */
class Pool {
  constructor () {
    this.reused = 0
    /** @type {ArrayBuffer[][]} by the exponent of their size */
    this.free = Array.from({ length: 32 }, () => [])
  }

  take (length) {
    const exponent = exponentOf(length)
    const free = this.free[exponent].pop()
    if (free !== undefined) this.reused++
    return Buffer.from(free ?? new ArrayBuffer(2 ** exponent), 0, length)
  }

  end (res, page) {
    const { socket } = res.req
    // The response has finished when its last write has called back. One whose socket
    // was destroyed may say so, too, and keeps its memory.
    res.end(page, () => { if (!socket.destroyed) this.giveBack(page) })
  }

  giveBack ({ buffer }) {
    this.free[exponentOf(buffer.byteLength)].push(buffer)
  }
}

/**
 * The mistake that is to be found: memory that is given back in the next turn of
 * the event loop, when most pages have been sent, and not when this one has.
 */
class EarlyPool extends Pool {
  end (res, page) {
    res.end(page)
    setImmediate(() => this.giveBack(page))
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

function exponentOf (length) {
  return 32 - Math.clz32(length - 1)
}

/** @type {Record<string, new () => Memory>} */
module.exports = { allocUnsafe: Fresh, pool: Pool, slabs: Slabs, 'early pool': EarlyPool }
