'use strict'

const { AsyncChunk } = require('../../page/async-chunk')
const { isPage } = require('../../page/pending-rendered')
const { Fallback, isAsyncValue } = require('../../page/splicer')

/** What Liquid writes a page into, in place of its own emitter. */
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
    else if (isPage(html)) this.out.splice(html)
    else if (html instanceof Fallback) this.out.splice(html.page)
    else if (this.out.isStreaming && isAsyncValue(html)) this.out.waitForPage(html)
    else this.out.text += this.liquidRenderer.internals.stringify(html)
  }

  /** Says that something is going to be waited for. */
  ready () {
    if (!this.liquidRenderer.hasOwnTags()) this.out.ready()
  }

  /**
   * @param {Error & { originalError?: unknown }} error of what was waited for, as Liquid words it
   * @returns {Promise<Fallback>} the page that is written in its place
   * @throws the error, if there is none
   */
  fallbackFor (error) {
    if (this.liquidRenderer.hasOwnTags()) throw error
    return this.out.fallbackFor(error, error.originalError)
  }

  /**
   * The page so far, for tags that look at it, which they do often.
   *
   * @throws {TypeError} if some of it is not there yet
   */
  get buffer () {
    const { chunks, text, view } = this.out
    for (; this.joined < chunks.length; this.joined++) {
      const chunk = chunks[this.joined]
      if (chunk instanceof AsyncChunk) throw new TypeError(`${view ?? 'A page'}: a tag looks at the page, which has a stream or an async iterable; read that before`)
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
