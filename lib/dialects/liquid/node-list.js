'use strict'

const { runGenerator, isIterator, isPending, isPromise } = require('./run-generator')
const { SplicingEmitter } = require('./emitter')

/**
 * How many lists may be rendered within each other before the rest waits for a stack of its
 * own: Liquid waits everywhere, so it never runs out of stack.
 */
const DEEPEST = 100

let depth = 0

/** A list of templates in the form that splices. Its parts have the shape of Liquid's templates. */
class Nodes {
  /**
   * @param {{ token: object, render: Function }[]} list
   * @param {object[]} templates Liquid's, of which it was made
   * @param {import('./liquid-internals').LiquidInternals} internals
   */
  constructor (list, templates, internals) {
    this.list = list
    this.templates = templates
    this.internals = internals
  }

  /**
   * Does what Liquid's `renderTemplates` does.
   *
   * @param {object} ctx
   * @param {object} emitter
   * @returns {void | Iterator<unknown> | Promise<unknown>} something if it is not done
   */
  render (ctx, emitter) {
    if (depth >= DEEPEST) return Promise.resolve().then(() => runGenerator(this.render(ctx, emitter)))
    // A `break` outside of all loops ends each list behind its first template, of whatever kind.
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
            return this.resume(i, html, ctx, emitter)
          }
          if (html) emitter.write(html)
        }
      } catch (error) {
        throw internals.renderError(error, node)
      }
      if (ctx.breakCalled || ctx.continueCalled) return
    }
  }

  * resume (start, promise, ctx, emitter) {
    const { list, internals } = this
    for (let i = start; i < list.length; i++) {
      if (i > start) checkLimit(ctx)
      try {
        const pending = i === start ? promise : list[i].render(ctx, emitter)
        if (isPending(pending)) emitter.ready?.()
        const html = yield pending
        if (html) emitter.write(html)
      } catch (error) {
        const failure = internals.renderError(error, list[i])
        if (!list[i].isSegment || !(emitter instanceof SplicingEmitter)) throw failure
        emitter.write(yield emitter.fallbackFor(failure))
      }
      if (ctx.breakCalled || ctx.continueCalled) return
    }
  }

  /**
   * Renders what is no page of its own.
   *
   * @param {object} ctx
   * @param {object} emitter
   * @returns {unknown} what the emitter holds in the end, or what gives it when it is driven
   */
  renderInto (ctx, emitter) {
    const pending = this.render(ctx, emitter)
    return pending === undefined ? bufferOf(emitter) : bufferAfter(pending, emitter)
  }
}

function * bufferAfter (pending, emitter) {
  yield pending
  return bufferOf(emitter)
}

/** @returns {unknown} a page where the emitter splices */
function bufferOf (emitter) {
  if (!(emitter instanceof SplicingEmitter)) return emitter.buffer
  const rendered = emitter.out.end()
  return rendered.chunks.length === 0 ? '' : rendered
}

/** @throws if the time of the render is over */
function checkLimit ({ renderLimit }) {
  if (renderLimit.limit !== Infinity) renderLimit.check(performance.now())
}

module.exports = { Nodes }
