'use strict'

/**
 * Finds in a template's source, one after the other, the texts that its engine has taken
 * from it: it may have left white space out, and made one line end of another.
 */
class SourceCursor {
  /**
   * @param {string} source
   */
  constructor (source) {
    this.source = source
    /** The end of what was taken last. */
    this.position = 0
  }

  /**
   * @param {string} text
   * @returns {{ start: number, end: number }[] | undefined} where it stands, in pieces if
   *   there is white space in between; nothing if something else comes next
   */
  take (text) {
    const pieces = this.piece(text) ?? this.pieces(text)
    this.position = pieces?.at(-1)?.end ?? this.position
    return pieces
  }

  piece (text) {
    for (let start = this.position; start <= this.source.length; start++) {
      const end = this.endOf(text, start)
      if (end !== undefined) return [{ start, end }]
      if (!isSpace(this.source[start])) return
    }
  }

  pieces (text) {
    const pieces = []
    let start = this.position
    for (const unit of text.split('')) {
      let end = this.endOf(unit, start)
      while (end === undefined && isSpace(this.source[start])) end = this.endOf(unit, ++start)
      if (end === undefined) return
      if (pieces.at(-1)?.end === start) pieces.at(-1).end = end
      else pieces.push({ start, end })
      start = end
    }
    return pieces
  }

  /**
   * @param {string} text
   * @param {number} start
   * @returns {number | undefined} the end of the text, if it stands there
   */
  endOf (text, start) {
    const { source } = this
    let end = start
    for (let i = 0; i < text.length; i++) {
      if (text[i] === source[end]) end++
      else if (text[i] === '\n' && source[end] === '\r') end += source[end + 1] === '\n' ? 2 : 1
      else return undefined
    }
    return end
  }
}

/**
 * @param {string | undefined} unit
 * @returns {boolean}
 */
function isSpace (unit) {
  return unit !== undefined && /\s/.test(unit)
}

module.exports = { SourceCursor }
