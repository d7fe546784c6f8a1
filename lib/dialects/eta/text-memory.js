'use strict'

const { AsyncChunk } = require('../../page/async-chunk')
const { Rendered } = require('../../page/rendered')

/** The number of recent renders whose fragments are kept for a page: its body, its blocks and includes. */
const MAX_RENDERS = 32

/** The minimum length, in UTF-16 units, of text that contains a fragment: a fragment has at least 256 bytes. */
const MIN_LENGTH = 256 / 3

/**
 * Maps the strings that the templates of one page have rendered to their Rendered.
 *
 * As in Eta, template code receives includes, blocks and bodies as strings. When it prints such a string, the dialect
 * splices the Rendered with the same text, so the bytes are the same.
 */
class TextMemory {
  constructor ({ isStreaming, filename, streamingRender }) {
    // The properties that a splicer of a part takes from its outer one.
    this.isStreaming = isStreaming
    this.filename = filename
    this.streamingRender = streamingRender
    /** @type {{ text: string, rendered: Rendered }[]} */
    this.renders = []
    this.next = 0
  }

  /** Returns the text of chunks, which it keeps for `find`. @throws {TypeError} if one of them is an async chunk */
  textOf (chunks) {
    if (chunks.length === 0) return ''
    if (chunks.length === 1 && typeof chunks[0] === 'string') return chunks[0]
    if (chunks.some((chunk) => chunk instanceof AsyncChunk)) {
      const place = 'in a layout, an include or a block, which Eta converts to a string'
      throw new TypeError(`${this.filename ?? 'A page'}: a promise, stream or async iterable is printed ${place}; ` +
        'await the value before printing it')
    }

    const rendered = new Rendered(chunks)
    const text = rendered.toString()
    this.renders[this.next] = { text, rendered }
    this.next = (this.next + 1) % MAX_RENDERS
    return text
  }

  find (text) {
    return text.length < MIN_LENGTH ? undefined : this.renders.find((each) => each.text === text)?.rendered
  }
}

module.exports = { TextMemory }
