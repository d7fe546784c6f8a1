'use strict'

const { PendingRendered } = require('../page/pending-rendered')
const { Rendered } = require('../page/rendered')
const { Splicer } = require('../page/splicer')
const { awaitLocals } = require('../streaming/await-locals')
const { FoundView } = require('../views/view-source')
const { describe, titleOf } = require('./difference')
const { engineAlone, textPage } = require('./engine-alone')
const { after, compare } = require('./outcome')

/** Why a view cannot be compared. */
const NO_ENGINE = 'has a dialect without "byEngine"'
const NOT_REPEATED = 'is another when its engine renders it again: it depends on the time, on chance, or on locals that it changes'
const NOT_VALUES = 'prints a promise or stream that is not among the locals of renderStream, or one of those fails'

/** The page of a streaming render that has an async chunk. */
const INCOMPLETE = new Rendered([])

/** A view that its engine and we render, in the modes `check` and `report`. Each gets a copy of the locals. */
class CheckedView extends FoundView {
  constructor (...found) {
    super(...found)
    this.byEngine = engineAlone(this)
  }

  /** @returns {boolean} whether this render is compared */
  isDue () {
    const { byEngine, name, templates } = this
    // A view outside of the folders has no templates.
    const isDue = templates?.fallbacks.isDue(name)
    if (byEngine) return isDue
    templates?.fallbacks.reportNotCompared(name, NO_ENGINE)
    return false
  }

  render (name, locals) {
    if (!this.isDue()) return super.render(name, locals)
    // Nunjucks calls back a tick after it has rendered.
    const isRendered = this.templates.dialect.answers === 'next tick'
    const comparison = compare(() => this.byEngine(copy(locals)), () => super.render(name, copy(locals)), isRendered)
    return after(comparison, (comparison) => this.answer(comparison))
  }

  /** @returns {Rendered} ours, or that of the engine. @throws the error of the render; the difference, in mode `check` */
  answer (comparison) {
    const { name, templates, templates: { fallbacks } } = this
    const { alone, ours, result } = comparison
    const isSame = result !== 'differs' && result !== 'notCompared'
    const outcome = isSame ? ours : alone
    if (isSame) fallbacks.record(name, result)
    if (result === 'notCompared') fallbacks.reportNotCompared(name, NOT_REPEATED)
    if (result === 'differs') {
      const title = titleOf(templates)
      fallbacks.reportDifference(name, title, describe(name, title, comparison))
    }
    if (!Object.hasOwn(outcome, 'error')) return outcome.page instanceof Rendered ? outcome.page : textPage(outcome.page)
    const { error, message } = outcome
    // At each render, engines add the line to the message of the app's own error.
    const { value } = Object.getOwnPropertyDescriptor(Object(error), 'message') ?? {}
    if (typeof value === 'string' && value !== message) error.message = message
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

  /** Compares what a streamed page is once all is there. @returns {Promise<Rendered | undefined>} the page that is sent in its place */
  async replacement (locals, given) {
    const values = await valuesOf(given, this.name)
    const all = Object.assign(copy(locals), values)
    const comparison = values && await compare(() => this.byEngine(copy(all)), () => this.renderComplete(copy(all)))
    if (!values || comparison.ours.page === INCOMPLETE) return this.templates.fallbacks.reportNotCompared(this.name, NOT_VALUES)
    const page = this.answer(comparison)
    return comparison.ours.page === page ? undefined : page
  }

  renderComplete (locals) {
    const out = new Splicer({ isStreaming: true, view: this.file })
    return after(this.load().program(out, locals), () => {
      if (out.isPending) return INCOMPLETE
      return Object.assign(out.end(), { engineFallback: out.engineFallback })
    })
  }
}

/** In Express 4, the locals have the prototype that a property `__proto__` of the app's names. */
function copy (locals) {
  return { __proto__: Object.getPrototypeOf(locals), ...locals }
}

/** @returns {Promise<object | undefined>} the locals that are promises; `undefined` if one fails, or can be read only once */
async function valuesOf (given, view) {
  if (Object.values(given).some((value) => value instanceof PendingRendered)) return undefined
  try {
    return await awaitLocals(given, view) ?? {}
  } catch {}
}

module.exports = { CheckedView, NO_ENGINE, NOT_REPEATED }
