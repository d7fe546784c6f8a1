'use strict'

const { AsyncChunk } = require('../../page/async-chunk')
const { writePage } = require('../shared/output')

/** Writes a page to a splicer, in place of Liquid's own emitter. */
class SplicingEmitter {
  /**
   * @param {import('../../page/splicer').Splicer} out
   * @param {import('./liquid-renderer').LiquidRenderer} liquidRenderer
   */
  constructor (out, liquidRenderer) {
    this.out = out
    this.liquidRenderer = liquidRenderer
    this.before = ''
    this.joined = 0
  }

  write (html) {
    if (typeof html === 'string') this.out.text += html
    else if (!writePage(this.out, html)) this.out.text += this.liquidRenderer.internals.stringify(html)
  }

  /** Reports that the render is about to wait. With tags of the app, which may read the page so far, nothing is sent yet. */
  ready () {
    if (!this.liquidRenderer.hasAppTags()) this.out.ready()
  }

  /**
   * @param {Error & { originalError?: unknown }} error Liquid's, of a value that was waited for
   * @returns {Promise<import('../../page/splicer').Fallback>} the page in its place
   * @throws the error, if there is no fallback
   */
  fallbackFor (error) {
    if (this.liquidRenderer.hasAppTags()) throw error
    return this.out.fallbackFor(error, error.originalError)
  }

  /**
   * The page so far, for tags that read it. They may do so often, so the text of chunks is joined once.
   *
   * @throws {TypeError} if a part of it is still pending
   */
  get buffer () {
    const { chunks, text, view } = this.out
    for (; this.joined < chunks.length; this.joined++) {
      const chunk = chunks[this.joined]
      if (chunk instanceof AsyncChunk) throw new TypeError(`${view ?? 'A page'}: a tag of the app reads the page, which has a pending stream or async iterable; read that before the render`)
      this.before += typeof chunk === 'string' ? chunk : chunk.text
    }
    return this.before + text
  }

  set buffer (text) {
    const { out } = this
    out.chunks.length = 0
    out.text = this.liquidRenderer.internals.stringify(text)
    this.before = ''
    this.joined = 0
  }
}

module.exports = { SplicingEmitter }
