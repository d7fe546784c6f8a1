'use strict'

const { createEscaper } = require('../../template/escape')
const { stockEscape } = require('./stock')

/** The entities of mustache.js. */
const escapeText = createEscaper({
  '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;', '/': '&#x2F;', '`': '&#x60;', '=': '&#x3D;'
})

/**
 * The escape function of one engine with one set of compile options. An app
 * may replace `Mustache.escape` at any time.
 */
class Escaper {
  /**
   * @param {object} engine
   * @param {Function} [own] the compile option `escape`
   */
  constructor (engine, own) {
    this.engine = engine
    this.own = own
    this.stock = stockEscape(engine)
  }

  /** The function to use now. */
  get current () {
    return this.own || this.engine.escape
  }

  /**
   * @param {Function} escape that was current when the tag was reached
   * @param {unknown} value neither undefined nor null
   * @returns {unknown} what is put on the page, unless it is undefined
   * @throws what the function of the app throws
   */
  apply (escape, value) {
    if (escape === this.stock) return escapeText(typeof value === 'string' ? value : String(value))
    return typeof value === 'number' && escape === this.engine.escape ? String(value) : escape(value)
  }
}

module.exports = { Escaper }
