'use strict'

const { OURS } = require('../../lib/dialects/shared/names')

/** Locals with which an attacker takes the place of a name in generated code. */

/** What an attacker puts into a local. */
const ATTACKS = ['<script>alert(1)</script>', 0, undefined, [], () => '<b>', { escape: () => '<b>', out: { text: '' }, raw () {} }]

function localsOf (more) {
  return { title: 'a & b', list: ['1 < 2', '3'], own () { return this === undefined ? '' : 'own <' }, ...more }
}

/** @returns {string[]} the names that requests can know */
function knownOf (names) {
  return [...names.filter((name) => !name.includes(OURS)), '__proto__', 'constructor', 'toString', 'then']
}

/** @returns {(() => object)[]} locals with each attack by each name that requests can know */
function attacksBy (names) {
  return knownOf(names).flatMap((name) => ATTACKS.map((attack) => () => localsOf({ [name]: attack })))
}

module.exports = { ATTACKS, attacksBy, knownOf, localsOf }
