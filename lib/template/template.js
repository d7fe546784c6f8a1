'use strict'

const { Splicer } = require('./splicer')
const { StandIns } = require('./stand-ins')
const { UnderwaySplicer } = require('./underway')

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
   * @param {import('./stand-ins').Printer} [printer] how the engine prints what the
   *   program itself cannot wait for
   */
  constructor (filename, program, printer) {
    this.filename = filename
    this.program = program
    this.printer = printer
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

  /**
   * Renders a page of its own, which waits for the locals that are not there yet.
   *
   * @param {object} locals a plain object of this render's own
   * @returns {import('./rendered').Rendered | PromiseLike<import('./rendered').Rendered>}
   * @throws what the template throws, as its engine words it
   */
  renderPage (locals) {
    const standIns = this.printer && StandIns.of(locals, this.printer)
    const rendered = this.render(locals)
    if (standIns === undefined) return rendered
    return rendered instanceof Promise ? rendered.then(({ chunks }) => standIns.fill(chunks)) : standIns.fill(rendered.chunks)
  }

  /**
   * Renders a page that goes on its way while it is made.
   *
   * @param {object} locals a plain object of this render's own
   * @param {import('./underway').Underway} underway gets what is ready, and what the
   *   template throws later
   * @throws what the template throws before it waits for something
   */
  stream (locals, underway) {
    const standIns = this.printer && StandIns.of(locals, this.printer)
    const out = new UnderwaySplicer(underway, standIns)
    const finished = this.program(out, locals)
    if (finished === undefined) out.complete()
    else finished.then(() => out.complete(), (error) => underway.fail(error))
  }
}

module.exports = { Template }
