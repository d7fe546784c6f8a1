'use strict'

const { AsyncChunk } = require('../../page/async-chunk')
const { writePage } = require('../shared/output')

/** Writes a page to a splicer, in place of Liquid's emitter. */
class SplicingEmitter {
  constructor (out, liquidRenderer) {
    this.out = out
    this.liquidRenderer = liquidRenderer
  }

  write (html) {
    if (typeof html === 'string') this.out.text += html
    else if (!writePage(this.out, html)) this.out.text += this.liquidRenderer.internals.stringify(html)
  }

  /** Reports that the render is about to wait. Tags of the app may read the page so far: then nothing is sent yet. */
  ready () {
    if (!this.liquidRenderer.hasAppTags()) this.out.ready()
  }

  /**
   * @param {Error & { originalError?: unknown }} error Liquid's, of a value that was waited for
   * @returns {Promise<import('../../page/splicer').Substitute>} the page in its place
   * @throws the error, if there is no substitute
   */
  substituteFor (error) {
    if (this.liquidRenderer.hasAppTags()) throw error
    return this.out.substituteFor(error, error.originalError)
  }

  /** The page so far, for tags that read it. @throws {TypeError} if a part of it is still pending */
  get buffer () {
    const { chunks, filename, text } = this.out
    if (chunks.some((chunk) => chunk instanceof AsyncChunk)) {
      throw new TypeError(`${filename ?? 'A page'}: a tag of the app reads the page, ` +
        'which has a pending stream or async iterable; read that before the render')
    }
    return chunks.map((chunk) => chunk.text ?? chunk).join('') + text
  }

  set buffer (text) {
    this.out.chunks.length = 0
    this.out.text = this.liquidRenderer.internals.stringify(text)
  }
}

module.exports = { SplicingEmitter }
