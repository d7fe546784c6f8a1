'use strict'

const { AsyncChunk } = require('../../page/async-chunk')
const { Rendered } = require('../../page/rendered')

/** How many renders a page keeps the fragments of: its body, its blocks, the latest includes. */
const MOST = 32

/** Shorter text, in UTF-16 units, holds no fragment: these are no shorter than 256 bytes. */
const SHORTEST = 256 / 3

/**
 * What the templates of one page know together: which strings are renders.
 *
 * Template code gets includes, blocks and bodies as the strings that they are in Eta. Whenever such a string is
 * put on the page, what it was made of is put there instead: the bytes are the same, whichever way the string has taken.
 */
class Page {
  /**
   * @param {import('../../page/splicer').Splicer} out what the page is written into
   */
  constructor ({ isStreaming, view }) {
    // As of a splicer: those of its parts take them.
    this.isStreaming = isStreaming
    this.view = view
    /** @type {string[]} */
    this.texts = []
    /** @type {Rendered[]} */
    this.renders = []
    this.next = 0
  }

  /**
   * @param {import('../../page/rendered').Chunk[]} chunks
   * @returns {string} their text
   * @throws {TypeError} if some of it is not there yet
   */
  textOf (chunks) {
    if (chunks.length === 0) return ''
    if (chunks.length === 1 && typeof chunks[0] === 'string') return chunks[0]
    if (chunks.some((chunk) => chunk instanceof AsyncChunk)) throw new TypeError(`${this.view ?? 'A page'}: what is printed in a layout, an include or a block becomes a string, and is not there yet; await it before`)

    const rendered = new Rendered(chunks)
    const text = rendered.toString()
    this.texts[this.next] = text
    this.renders[this.next] = rendered
    this.next = (this.next + 1) % MOST
    return text
  }

  /**
   * @param {string} text
   * @returns {Rendered | undefined} a render whose text it is
   */
  find (text) {
    const { texts } = this
    if (text.length < SHORTEST) return
    for (let i = 0; i < texts.length; i++) {
      if (texts[i].length === text.length && texts[i] === text) return this.renders[i]
    }
  }
}

module.exports = { Page }
