'use strict'

/**
 * @param {string} source
 * @param {RegExp} [lineEnd] what ends a line to those who count them, with the flag `g`
 * @returns {(line: number, column: number) => number} gives the index in the source of a
 *   place, the first line and the first column being 0
 */
function offsetOf (source, lineEnd = /\r\n?|\n/g) {
  const starts = [0, ...Array.from(source.matchAll(lineEnd), ({ index, 0: end }) => index + end.length)]
  return (line, column) => starts[line] + column
}

module.exports = { offsetOf }
