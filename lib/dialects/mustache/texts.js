'use strict'

/** How many characters of texts a template keeps. */
const MOST = 1 << 18

/** What a text weighs besides its characters, so that short ones are not kept by the million. */
const OVERHEAD = 256

/**
 * The texts that functions have a template render. The engine keeps them for
 * ever, and they may be made of what users send; here all are forgotten when
 * there are too many.
 */
class Texts {
  constructor () {
    this.clear()
  }

  /**
   * @param {unknown} text
   * @returns {import('./page').Page | undefined}
   */
  get (text) {
    return this.pages.get(text)
  }

  /**
   * @param {string} text
   * @param {import('./page').Page} page
   */
  set (text, page) {
    const weight = text.length + OVERHEAD
    if (this.weight + weight > MOST) this.clear()
    this.weight += weight
    this.pages.set(text, page)
  }

  clear () {
    /** @type {Map<unknown, import('./page').Page>} */
    this.pages = new Map()
    this.weight = 0
  }
}

module.exports = { Texts }
