'use strict'

/**
 * Plain text: the first column to the left, the others to the right.
 *
 * @param {string[]} header
 * @param {string[][]} rows
 * @returns {string}
 */
function plain (header, rows) {
  const lines = [header, ...rows]
  const widths = header.map((_, column) => Math.max(...lines.map((cells) => cells[column].length)))
  return lines.map((cells) => cells.map((cell, column) => {
    return column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])
  }).join('  ')).join('\n')
}

/**
 * The same as Markdown.
 *
 * @param {string[]} header
 * @param {string[][]} rows
 * @returns {string}
 */
function markdown (header, rows) {
  const rule = header.map((_, column) => column === 0 ? '---' : '---:')
  return [header, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

module.exports = { markdown, plain }
