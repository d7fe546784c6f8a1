'use strict'

const { textWidth } = require('./text-width')

/**
 * @param {string[]} head titles of one or more lines, which end in the same line
 * @param {number[]} [left] indexes of the columns of text; the others have figures, to the right
 * @returns {string} a table without borders and trailing spaces, two spaces between its columns
 */
function plainTable (head, rows, left = [0]) {
  const titles = head.map((title) => title.split('\n').reverse())
  const height = Math.max(...titles.map(({ length }) => length))
  const lines = [...Array.from({ length: height }, (_, i) => titles.map((title) => title[i] ?? '')).reverse(), ...rows]
  const widths = head.map((_, i) => Math.max(...lines.map((cells) => textWidth(cells[i]))))
  const fill = (cell, i) => {
    const blank = ' '.repeat(widths[i] - textWidth(cell))
    return left.includes(i) ? cell + blank : blank + cell
  }
  return lines.map((cells) => cells.map(fill).join('  ').trimEnd()).join('\n')
}

module.exports = { plainTable }
