'use strict'

const { OutputMemory } = require('../../lib/response/output-memory')
const { renderPages } = require('../pages')

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

/** Characters of a page's number, padded; parts of static text, with a number before each and behind the last. */
const NUMBER_BYTES = 10
const PARTS = 8

/**
 * A page that is a static fragment but for its number. That is at many places
 * of it and at its end, so that memory which is written to before all of it was
 * sent shows, wherever the sending had come to.
 */
class NumberedPage {
  /** @param {number} kilobytes that it has, or just below */
  constructor (kilobytes) {
    const numberBytes = (PARTS + 1) * NUMBER_BYTES
    const length = Math.floor((kilobytes * 1024 - numberBytes) / PARTS)
    const [article] = renderPages('article', 1)
    this.fragment = Buffer.alloc(length, article.toBuffer())
    this.byteLength = PARTS * length + numberBytes
  }

  /**
   * Assembles a page.
   *
   * @param {Buffer} memory of its length
   * @param {number} n its number
   * @returns {Buffer} the memory
   */
  write (memory, n) {
    const number = String(n).padStart(NUMBER_BYTES)
    let offset = memory.latin1Write(number, 0)
    for (let i = 0; i < PARTS; i++) {
      memory.set(this.fragment, offset)
      offset += this.fragment.length
      offset += memory.latin1Write(number, offset)
    }
    return memory
  }
}

/** @type {Record<string, new () => Memory>} */
const memories = { allocUnsafe: Fresh, pool: Pool, slabs: Slabs, 'early pool': EarlyPool }

module.exports = { NumberedPage, memories }
