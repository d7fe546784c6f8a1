'use strict'

/**
 * Finds consecutive texts of an engine in the source of a template. The engine may have omitted
 * white space or changed line ends.
 */
class SourceCursor {
  constructor (source) {
    this.source = source
    /** The end of the last text. */
    this.position = 0
  }

  /**
   * Moves to the end of the next text.
   *
   * @returns {{ start: number, end: number }[] | undefined} its position, in pieces if the source
   *   has white space in between; undefined if the source continues with a different text
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

  /** @returns {number | undefined} the end of the text, if the source has it there */
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

function isSpace (unit) {
  return unit !== undefined && /\s/.test(unit)
}

module.exports = { SourceCursor }
