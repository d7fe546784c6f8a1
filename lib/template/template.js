'use strict'

const { Splicer } = require('./splicer')

/**
 * Writes a view's fragments and segments into a splicer.
 *
 * @callback Program
 * @param {Splicer} out
 * @param {object} locals an object of this render's own
 * @returns {void | Promise<void>} a promise if the view is asynchronous
 *
 * @property {string[]} [dependencies] the other files that it was compiled of
 */

/**
 * A compiled view.
 */
class Template {
  /**
   * @param {string} filename
   * @param {Program} program
   */
  constructor (filename, program) {
    this.filename = filename
    this.program = program
  }

  /** The other files that it was compiled of. */
  get dependencies () {
    return this.program.dependencies ?? []
  }

  /**
   * @param {object} locals an object of this render's own
   * @returns {import('./rendered').Rendered | Promise<import('./rendered').Rendered>}
   * @throws what the template throws, as its engine words it
   */
  render (locals) {
    const out = new Splicer()
    const finished = this.program(out, locals)
    return finished === undefined ? out.end() : finished.then(() => out.end())
  }
}

module.exports = { Template }
