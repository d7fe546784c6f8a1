'use strict'

const table = require('../table')

/** Column of what the project promises: for who works on it. */
const EXPECTED = 'expected'

/**
 * @param {import('../tables/cells').Table} table
 * @returns {string} without its title
 */
function markdown ({ header, rows }) {
  const kept = (cells) => cells.filter((_, column) => header[column] !== EXPECTED)
  return table.markdown(kept(header), rows.map(kept))
}

/**
 * @param {import('../tables/cells').Table} table
 * @returns {string} below its title
 */
function titled (table) {
  return `${table.title}:\n\n${markdown(table)}`
}

/**
 * @param {import('../tables/cells').Table} table
 * @returns {string} that opens by a click on its title
 */
function folded (table) {
  return `<details><summary>${table.title}</summary>\n\n${markdown(table)}\n\n</details>`
}

module.exports = { folded, markdown, titled }
