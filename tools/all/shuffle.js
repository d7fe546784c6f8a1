'use strict'

const { createHash } = require('node:crypto')

/**
 * @template {{ part: string, name: string }} Unit
 * @param {Unit[]} units
 * @param {number} seed
 * @returns {Unit[]} units in an order that depends only on the seed
 */
function shuffle (units, seed) {
  const rank = ({ part, name }) => createHash('sha1').update(`${seed} ${part} ${name}`).digest('hex')
  const ranked = units.map((unit) => ({ unit, rank: rank(unit) }))
  return ranked.sort((a, b) => a.rank < b.rank ? -1 : 1).map(({ unit }) => unit)
}

module.exports = { shuffle }
