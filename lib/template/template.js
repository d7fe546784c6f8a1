'use strict'

const { Splicer } = require('./splicer')
const { StandIns } = require('./stand-ins')
const { UnderwaySplicer } = require('./underway-splicer')

/**
 * Writes a view's fragments and segments into a splicer.
 *
 * @callback Program
 * @param {Splicer} out
 * @param {object} locals an object of this render's own
 * @returns {void | Promise<void>} a promise if the view is asynchronous
 *
 * @property {string[]} [dependencies] the other files that it was compiled of
 * @property {{ has: (name: string) => boolean }} [looksInto] the locals that it does more with than to print them: what is
 *   late among them is waited for before it runs, where the dialect has a printer
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
   * @returns {import('./rendered').Rendered | import('./pending-rendered').PendingRendered | Promise<import('./rendered').Rendered>}
   * @throws what the template throws, as its engine words it
   */
  render (locals) {
    const out = new Splicer()
    const finished = this.program(out, locals)
    return finished === undefined ? out.end() : finished.then(() => out.end())
  }

  /**
   * @param {object} locals an object of this render's own
   * @returns {StandIns | undefined} for those that the program cannot wait for
   */
  standInsFor (locals) {
    return this.printer && StandIns.of(locals, this.printer, this.program.looksInto)
  }

  /**
   * Renders a page of its own, which waits for the locals that are not there yet.
   *
   * @param {object} locals a plain object of this render's own
   * @returns {import('./rendered').Rendered | PromiseLike<import('./rendered').Rendered>}
   * @throws what the template throws, as its engine words it
   */
  renderPage (locals) {
    const standIns = this.standInsFor(locals)
    return standIns === undefined ? this.render(locals) : this.renderLate(standIns)
  }

  /**
   * @param {StandIns} standIns
   * @returns {Promise<import('./rendered').Rendered>}
   * @throws as `renderPage`
   */
  async renderLate (standIns) {
    let page
    while (page === undefined) {
      if (!standIns.isOpened) page = await this.tryWith(standIns)
      if (page === undefined) standIns = await standIns.resolved()
    }
    return page
  }

  /**
   * @param {StandIns} standIns
   * @returns {Promise<import('./rendered').Rendered | undefined>} nothing if the template looks into one of them
   * @throws as `renderPage`
   */
  async tryWith (standIns) {
    let rendered
    try {
      rendered = await this.render(standIns.locals)
    } catch (error) {
      standIns.blame(error)
      if (standIns.isOpened) return
      throw error
    }
    const page = standIns.fill(rendered.chunks)
    standIns.end()
    return standIns.isOpened ? undefined : page
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
    const standIns = this.standInsFor(locals)
    if (standIns !== undefined) return this.streamLate(standIns, underway)
    const out = new UnderwaySplicer(underway)
    const finished = this.program(out, locals)
    if (finished === undefined) out.complete()
    else finished.then(() => out.complete(), (error) => underway.fail(error))
  }

  /**
   * @param {StandIns} standIns
   * @param {import('./underway').Underway} underway
   * @throws as `stream`
   */
  streamLate (standIns, underway) {
    const out = new UnderwaySplicer(underway, standIns)
    const startAgain = () => { this.streamResolved(standIns, underway).catch((error) => underway.fail(error)) }
    if (out.canStartAgain) return startAgain()

    let finished
    try {
      finished = this.program(out, standIns.locals)
      if (finished === undefined) out.complete()
      out.release()
    } catch (error) {
      finished?.catch(() => {})
      standIns.blame(error)
      if (!out.canStartAgain) throw error
      return startAgain()
    }
    finished?.then(() => out.complete()).catch((error) => {
      standIns.blame(error)
      if (out.canStartAgain) startAgain()
      else underway.fail(error)
    })
  }

  /**
   * Streams with the locals that the template looks into.
   *
   * @param {StandIns} standIns
   * @param {import('./underway').Underway} underway
   * @returns {Promise<void>}
   * @throws as `stream`, and what one of the locals fails with
   */
  async streamResolved (standIns, underway) {
    const resolved = await standIns.resolved()
    if (!underway.isCancelled) this.streamLate(resolved, underway)
  }
}

module.exports = { Template }
