'use strict'

const { PendingRendered } = require('../page/pending-rendered')
const { Rendered } = require('../page/rendered')
const { Splicer } = require('../page/splicer')
const { awaitLocals } = require('../streaming/await-locals')
const { FoundView } = require('../views/view-source')
const { NO_ENGINE, NOT_VALUES } = require('./checks')
const { byEngineOf } = require('./by-engine-of')
const { after, compare } = require('./outcome')

/** The page of a streaming render that has an async chunk. */
const INCOMPLETE = new Rendered([])

/** A view that its engine and we render, in the modes `check` and `report`. Each gets a copy of the locals. */
class CheckedView extends FoundView {
  constructor (...found) {
    super(...found)
    this.byEngine = byEngineOf(this)
  }

  /** Counts a render. @returns {boolean} whether it is compared */
  isDue () {
    const { byEngine, templates } = this
    // A view outside of the folders has no templates.
    const isDue = templates?.renderLog.isDue(this)
    if (byEngine) return isDue
    templates?.renderLog.reportNotCompared(this, NO_ENGINE)
    return false
  }

  render (name, locals) {
    if (!this.isDue()) return super.render(name, locals)
    // Nunjucks calls back a tick after it has rendered.
    const isRendered = this.templates.dialect.answers === 'next tick'
    const comparison = compare(() => this.byEngine(copy(locals)), () => super.render(name, copy(locals)), isRendered)
    return after(comparison, (comparison) => this.answer(comparison))
  }

  /** @returns {Rendered} @throws the error of the render; the difference, in mode `check` */
  answer (comparison) {
    this.templates.renderLog.report(this, comparison)
    const { error, message, page } = comparison.answer
    if (page !== undefined) return page
    restoreMessage(error, message)
    throw error
  }

  stream (locals, streamingRender, given) {
    if (!this.isDue()) return super.stream(locals, streamingRender, given)
    this.replacement(locals, given).then((page) => {
      if (page === undefined) return super.stream(locals, streamingRender, given)
      streamingRender.push(page.chunks)
      streamingRender.complete()
    }).catch((error) => streamingRender.fail(error))
  }

  /** Compares a page once all values are there. @returns {Promise<Rendered | undefined>} what is sent in its place */
  async replacement (locals, given) {
    const all = await awaited(locals, given, this.name)
    const comparison = all && await compare(() => this.byEngine(copy(all)), () => this.renderComplete(copy(all)))
    if (!all || comparison.ours.page === INCOMPLETE) return this.templates.renderLog.reportNotCompared(this, NOT_VALUES)
    const page = this.answer(comparison)
    return page === comparison.ours.page ? undefined : page
  }

  renderComplete (locals) {
    const out = new Splicer({ isStreaming: true, filename: this.file })
    return after(this.load().program(out, locals), () => {
      return out.isPending ? INCOMPLETE : Object.assign(out.end(), { engineFallback: out.engineFallback })
    })
  }
}

/** In Express 4, the locals have the prototype that a property `__proto__` of the app's names. */
function copy (locals) {
  return { __proto__: Object.getPrototypeOf(locals), ...locals }
}

/** @returns {Promise<object | undefined>} without promises; `undefined` if one fails, or can be read only once */
async function awaited (locals, given, view) {
  if (Object.values(given).some((value) => value instanceof PendingRendered)) return undefined
  try {
    return Object.assign(copy(locals), await awaitLocals(given, view))
  } catch {}
}

/** At each render, engines add the line to the message of the app's own error. */
function restoreMessage (error, message) {
  try {
    const { value } = Object.getOwnPropertyDescriptor(Object(error), 'message') ?? {}
    if (typeof value === 'string' && value !== message) error.message = message
  } catch {
    // A Proxy of the app, or a frozen error.
  }
}

module.exports = { CheckedView }
