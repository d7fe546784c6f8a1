'use strict'

/**
 * What a program writes into where a string is wanted, such as the text of a
 * partial in a section that a function renders: a splicer without chunks.
 */
class Captured {
  constructor () {
    this.text = ''
  }

  /**
   * @param {import('../../template/static-fragment').StaticFragment} fragment
   */
  fragment (fragment) {
    this.text += fragment.text
  }

  /**
   * @param {import('../../template/rendered').Rendered} rendered
   */
  splice (rendered) {
    this.text += rendered.toString()
  }
}

module.exports = { Captured }
