'use strict'

const { count, figureOrNone } = require('../words')
const { fragmentsOf } = require('./fragments')

/**
 * A part of a line of source, of one kind.
 *
 * @typedef {object} Piece
 * @property {string} text has no line feeds
 * @property {'fragment' | 'static' | 'dynamic' | 'code'} kind `fragment` for static text in a
 *   static fragment, `static` for other static text
 * @property {string} [title] the kind and length of its span
 */

/** @returns {Piece[][]} the source, by line */
function linesOf (analysis) {
  const lines = [[]]
  for (const { text, kind, title } of stretchesOf(analysis)) {
    text.split(/\r\n?|\n/).forEach((text, i) => {
      if (i > 0) lines.push([])
      if (text !== '') lines.at(-1).push({ text, kind, title })
    })
  }
  // A line feed at the end of the source begins no new line.
  if (lines.at(-1).length === 0) lines.pop()
  return lines
}

/** @returns {Piece[]} the complete source, with its line feeds */
function stretchesOf (analysis) {
  const { source, spans = [] } = analysis
  const fragments = fragmentsOf(analysis)
  const stretches = []
  let read = 0
  const add = (border, piece) => {
    // Do not split a CRLF.
    const end = source[border] === '\n' && source[border - 1] === '\r' ? border + 1 : border
    if (end > read) stretches.push({ text: source.slice(read, end), ...piece })
    read = Math.max(read, end)
  }
  for (const span of spans) {
    add(span.start, { kind: 'code' })
    add(span.end, pieceOf(span, source, fragments.get(span)))
  }
  add(source.length, { kind: 'code' })
  return stretches
}

function pieceOf ({ start, end, kind }, source, fragment) {
  if (kind === 'dynamic') return { kind, title: 'dynamic segment' }
  const title = `static, ${count(Buffer.byteLength(source.slice(start, end)), 'byte')}`
  if (fragment === undefined) return { kind, title }
  return { kind: 'fragment', title: `${title}, in a fragment of ${figureOrNone(fragment.bytes.length)}` }
}

module.exports = { linesOf }
