'use strict'

/**
 * What is known of a compiled program.
 *
 * @typedef {object} Traits
 * @property {boolean} isString it returns a string in Handlebars, whatever the values are
 * @property {boolean} splices it is worth calling for what it writes
 * @property {boolean} [adds] it may add numbers, which only Handlebars' own program does
 */

/** A program that does nothing. @type {Traits} */
const NOOP = { isString: true, splices: false }

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
    /** By number or as `main`, once they are compiled. @type {Record<string, Traits>} */
    this.traits = {}
  }

  /** @param {string} program an expression that makes one */
  traitsOf (program) {
    return this.traits[indexOf(program)] ?? NOOP
  }

  /** An expression for the program that writes, if that is worth it. */
  spliced (program) {
    if (!this.traitsOf(program).splices) return program
    return program.replace(PROGRAM, (_, start, index) => start + (Number(index) + this.count))
  }

  /** An expression for a program that can do both. */
  dual (program) {
    const { isString, splices } = this.traitsOf(program)
    return splices ? `__br.dual(${program}, ${this.spliced(program)}, ${isString})` : program
  }
}

/** The number of the program that an expression makes; nothing for the one that does nothing. */
function indexOf (program) {
  return PROGRAM.exec(program)?.[2]
}

module.exports = { Programs, indexOf }
