'use strict'

const { ALWAYS, NEVER_SURE } = require('./sum')

/**
 * What is known of a program.
 *
 * @typedef {object} Traits
 * @property {number} isString what it returns in Handlebars, as `sum.js` has it
 * @property {boolean} splices it is worth to be called for what it writes
 */

/** A program that does nothing. @type {Traits} */
const NOOP = { isString: ALWAYS, splices: false }

/** An expression that makes one, with its number. */
const PROGRAM = /^(container\.program\()(\d+)/

/**
 * The programs of a template. Each is there twice: as the engine's own, which returns a
 * string, and `count` numbers further on as the one that writes.
 */
class Programs {
  /**
   * @param {number} count how many the template has beside the main one
   */
  constructor (count) {
    this.count = count
    /** By number, once they are compiled. @type {Traits[]} */
    this.traits = []
    /** Those of the main program. @type {Traits | undefined} */
    this.main = undefined
  }

  /**
   * @param {string} program an expression that makes one
   * @returns {Traits}
   */
  traitsOf (program) {
    const index = indexOf(program)
    return index === undefined ? NOOP : this.traits[index]
  }

  /**
   * @param {string} program
   * @param {boolean} [isOpen]
   * @returns {string} an expression for the one that writes, if it is worth it; where
   *   it is open, if no sum waits
   */
  spliced (program, isOpen) {
    if (!this.traitsOf(program).splices) return program
    return program.replace(PROGRAM, (_, start, index) => {
      const writing = Number(index) + this.count
      return start + (isOpen ? `sum === "" ? ${writing} : ${index}` : writing)
    })
  }

  /**
   * @param {string} program
   * @returns {string} an expression for one that can do both
   */
  dual (program) {
    const { isString, splices } = this.traitsOf(program)
    return splices && isString !== NEVER_SURE ? `__br.dual(${program}, ${this.spliced(program)})` : program
  }
}

/**
 * @param {string} program an expression
 * @returns {number | undefined} the program's number; nothing for the one that does nothing
 */
function indexOf (program) {
  const match = PROGRAM.exec(program)
  return match ? Number(match[2]) : undefined
}

module.exports = { Programs, indexOf }
