'use strict'

const { awaitLocals } = require('./streaming/await-locals')
const { Splicer } = require('./page/splicer')
const { StreamingSplicer } = require('./streaming/streaming-splicer')

/** @typedef {import('../types/template').Program} Program */

/** A compiled view. */
class Template {
  /**
   * @param {object} [dialect] of its language
   * @param {boolean} [dialect.asyncChunks] whether the program itself has the splicer wait for promises, streams
   *   and async iterables that it prints
   */
  constructor (filename, program, { asyncChunks = false } = {}) {
    this.filename = filename
    this.program = program
    this.asyncChunks = asyncChunks
  }

  /** The other files that it was compiled of. */
  get dependencies () {
    return this.program.dependencies ?? []
  }

  /**
   * @param {object} locals an object of this render's own
   * @param {Splicer} [outer] that of the template that includes this one
   * @returns {import('./page/rendered').Rendered | import('./page/pending-rendered').PendingRendered | Promise<import('./page/rendered').Rendered>}
   * @throws what the template throws, as its engine words it
   */
  render (locals, outer) {
    const out = new Splicer(outer)
    out.view = this.filename
    const finished = this.program(out, locals)
    return finished === undefined ? out.end() : finished.then(() => out.end())
  }

  /**
   * Renders a page that goes on its way while it is made.
   *
   * @param {object} locals a plain object of this render's own
   * @param {import('./streaming/streaming-render').StreamingRender} streamingRender gets what is ready, and what the
   *   template throws later
   * @param {object} [given] those of the locals that are waited for, where the program does not wait itself
   * @throws {TypeError} as `awaitLocals`
   * @throws what the template throws before it waits for something
   */
  stream (locals, streamingRender, given = locals) {
    const values = this.waits(locals) ? undefined : awaitLocals(given, this.filename)
    if (values === undefined) return this.start(locals, streamingRender)
    values.then((values) => {
      if (!streamingRender.isCancelled) this.start(Object.assign(locals, values), streamingRender)
    }).catch((error) => streamingRender.fail(error))
  }

  /** @returns {boolean} whether what it prints may be waited for while it is streamed */
  waits (locals) {
    return this.asyncChunks && !this.program.isLeft?.(locals)
  }

  start (locals, streamingRender) {
    const out = new StreamingSplicer(streamingRender, this.filename)
    const finished = this.program(out, locals)
    if (finished === undefined) out.complete()
    else finished.then(() => out.complete(), (error) => streamingRender.fail(error))
  }
}

module.exports = { Template }
