'use strict'

const { stripVTControlCharacters } = require('node:util')
const { textWidth } = require('./text-width')

/** The first cell of a row, which may be empty, and the spaces after it. */
const CELL = /^((?:\S+ )*\S+|)( {2,})/

/**
 * @param {string} text lines, which may be coloured
 * @param {number} [columns] those of the terminal: none for a pipe, 0 for a terminal of unknown size
 * @param {number} [hang] by how much the rest of a line that is not indented is
 * @returns {string} the text with longer lines broken at spaces: below the second of two columns, and after the first
 *   cell of a row
 */
function wrap (text, columns, hang = 2) {
  const width = columns || Infinity
  return text.split('\n').map((line) => textWidth(line) > width ? wrapLine(line, width, hang) : line).join('\n')
}

function wrapLine (line, width, hang) {
  const plain = stripVTControlCharacters(line)
  const [, second, third] = plain.trim().split(/ {2,}/)
  if (third !== undefined && CELL.test(line)) return wrapRow(line, width)
  const margin = plain.search(/\S/)
  const indent = second === undefined ? (margin === 0 ? hang : margin + 2) : plain.lastIndexOf(second)
  return line.split(/(?<! ) (?! )/).reduce((text, word) => {
    const last = text.slice(text.lastIndexOf('\n') + 1)
    return text + (textWidth(`${last} ${word}`) > width ? `\n${' '.repeat(indent)}` : ' ') + word
  })
}

/** The other cells of all rows end where the terminal does, so that columns remain columns. */
function wrapRow (line, width) {
  const [start, cell, gap] = CELL.exec(line)
  const room = gap.length - textWidth(line) + width
  const others = line.slice(start.length)
  if (cell === '' || room > 1) return cell + ' '.repeat(Math.max(room, 0)) + others
  return `${cell}\n${' '.repeat(Math.max(textWidth(cell) + room, 0))}${others}`
}

/** @returns {string} a usage for every terminal, and for pipes */
const helpOf = (usage) => wrap(usage, 80, 0)

module.exports = { helpOf, wrap }
