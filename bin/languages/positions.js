'use strict'

/**
 * Returns a function that converts a line and a column, both counted from 0, to an index.
 *
 * @param {RegExp} [lineEnd] line ends as the engine counts them, with the flag `g`
 */
function offsetOf (source, lineEnd = /\r\n?|\n/g) {
  const starts = [0, ...Array.from(source.matchAll(lineEnd), ({ index, 0: end }) => index + end.length)]
  return (line, column) => starts[line] + column
}

module.exports = { offsetOf }
