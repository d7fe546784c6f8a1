'use strict'

const { runGenerator, isIterator, isPromise, pendingOf, waitingFor } = require('./run-generator')
const { SplicingEmitter } = require('./emitter')

/** The depth of lists from which the rest gets a new stack. Liquid never runs out: it waits at each step. */
const MAX_DEPTH = 100

let depth = 0

/** A list of nodes that splice. Each has the interface of Liquid's templates. */
class Nodes {
  /** @param {object[]} templates Liquid's, from which the list was created */
  constructor (list, templates, internals) {
    this.list = list
    this.templates = templates
    this.internals = internals
  }

  /** Renders as Liquid's `renderTemplates` does. @returns {unknown} nothing if the list is finished */
  render (ctx, emitter) {
    if (depth >= MAX_DEPTH) return Promise.resolve().then(() => runGenerator(this.render(ctx, emitter)))
    // After a `break` outside of loops, Liquid ends each list after its first template.
    if (ctx.breakCalled || ctx.continueCalled) return this.internals.renderTemplates(this.templates, ctx, emitter)
    if (ctx.opts.catchAllErrors) return this.internals.renderTemplates(this.list, ctx, emitter)

    depth++
    try {
      checkLimit(ctx)
      return this.renderAll(ctx, emitter)
    } finally {
      depth--
    }
  }

  renderAll (ctx, emitter) {
    const { list, internals } = this
    for (let i = 0; i < list.length; i++) {
      checkLimit(ctx)
      const node = list[i]
      try {
        let html = node.render(ctx, emitter)
        if (html) {
          if (isIterator(html)) html = runGenerator(html)
          if (isPromise(html)) {
            emitter.ready?.()
            return this.resume(i, waitingFor(html), ctx, emitter)
          }
          if (html) emitter.write(html)
        }
      } catch (error) {
        throw internals.renderError(error, node)
      }
      if (ctx.breakCalled || ctx.continueCalled) return
    }
  }

  * resume (start, waiting, ctx, emitter) {
    const { list, internals } = this
    for (let i = start; i < list.length; i++) {
      if (i > start) checkLimit(ctx)
      try {
        const given = i === start ? waiting : list[i].render(ctx, emitter)
        const pending = pendingOf(given)
        if (pending !== undefined) emitter.ready?.()
        const html = yield pending ?? given
        if (html) emitter.write(html)
      } catch (error) {
        const failure = internals.renderError(error, list[i])
        if (!list[i].isSegment || !(emitter instanceof SplicingEmitter)) throw failure
        emitter.write(yield emitter.substituteFor(failure))
      }
      if (ctx.breakCalled || ctx.continueCalled) return
    }
  }

  /** Renders the list into a separate emitter, and gives the output of that: a page, if it splices. */
  * renderInto (ctx, emitter) {
    yield this.render(ctx, emitter)
    if (!(emitter instanceof SplicingEmitter)) return emitter.buffer
    const rendered = emitter.out.end()
    return rendered.chunks.length === 0 ? '' : rendered
  }
}

/** @throws {Error} Liquid's, if the render has exceeded its time limit */
function checkLimit ({ renderLimit }) {
  if (renderLimit.limit !== Infinity) renderLimit.check(performance.now())
}

module.exports = { Nodes }
