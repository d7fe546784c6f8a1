'use strict'

/**
 * Finds the spans of a source whose text is in static fragments. Finds none in a language whose
 * output differs from its source text, such as Pug.
 *
 * @returns {Map<import('../../../types/template').Span,
 *   import('../../../lib/page/static-fragment').StaticFragment>} fragments by their spans
 */
function fragmentsOf ({ source, spans = [], fragments = [] }) {
  const parts = spans.filter(({ kind }) => kind === 'static')
  const text = parts.map(({ start, end }) => source.slice(start, end)).join('')
  const rangeOf = (start, fragment) => ({ start, end: start + fragment.text.length, fragment })
  const ranges = fragments.flatMap((each) => placesOf(each.text, text).map((start) => rangeOf(start, each)))

  const fragmentBySpan = new Map()
  let read = 0
  for (const part of parts) {
    const start = read
    const end = read += part.end - part.start
    const range = ranges.find((range) => range.start <= start && end <= range.end)
    if (range !== undefined) fragmentBySpan.set(part, range.fragment)
  }
  return fragmentBySpan
}

/** @returns {number[]} the indexes of the part in the text */
function placesOf (part, text) {
  const places = []
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) places.push(at)
  return places
}

module.exports = { fragmentsOf }
