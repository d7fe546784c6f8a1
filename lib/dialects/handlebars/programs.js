'use strict'

const { OURS } = require('../shared/names')

/**
 * Traits of a compiled program.
 *
 * @typedef {object} Traits
 * @property {boolean} isString whether Handlebars' own program returns a string for any values
 * @property {boolean} splices whether it writes anything besides text and strings
 * @property {boolean} [adds] whether it may add numbers, which is left to Handlebars' own program
 */

/** Traits of an empty program. @type {Traits} */
const NOOP = { isString: true, splices: false }

/** Matches an expression that creates a program, and its number. */
const PROGRAM = /^(container\.program\()(\d+)/

/**
 * The programs of a template. Each exists twice: the engine's own program i returns a string, program `count + i`
 * writes to the page.
 */
class Programs {
  /**
   * @param {number} count number of programs besides the main one
   */
  constructor (count) {
    this.count = count
    /** Maps the number of a compiled program, or `main`, to its traits. @type {Record<string, Traits>} */
    this.traits = { __proto__: null }
  }

  /** @param {string} program expression that creates a program */
  traitsOf (program) {
    return this.traits[indexOf(program)] ?? NOOP
  }

  /** Returns an expression for the program that writes to the page, if that splices. */
  spliced (program) {
    if (!this.traitsOf(program).splices) return program
    return program.replace(PROGRAM, (_, start, index) => start + (Number(index) + this.count))
  }

  /** Returns an expression for a program that can do both. */
  dual (program) {
    const { isString, splices } = this.traitsOf(program)
    return splices ? `${OURS}.dual(${program}, ${this.spliced(program)}, ${isString})` : program
  }
}

/** Returns the number of the program that an expression creates; nothing for an empty program. */
function indexOf (program) {
  return PROGRAM.exec(program)?.[2]
}

module.exports = { Programs, indexOf }
