'use strict'

const Table = require('cli-table3')

const BORDERS = [
  'top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right',
  'left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid'
]

/** Two spaces between columns, no borders. */
const PLAIN = {
  chars: { ...Object.fromEntries(BORDERS.map((border) => [border, ''])), middle: '  ' },
  style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 }
}

/**
 * @param {object} options of cli-table3
 * @param {string[][]} rows
 * @returns {string} a table without borders and without trailing spaces
 */
function plainTable (options, rows) {
  const table = new Table({ ...PLAIN, ...options })
  table.push(...rows)
  return table.toString().replace(/ +$/gm, '')
}

module.exports = { plainTable }
