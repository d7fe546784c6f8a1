'use strict'

const { FoundView } = require('../views/view-source')
const { byEngineOf } = require('./by-engine-of')
const { after, asPage, outcomeOf } = require('./outcome')

/** Why the engine alone renders a view. */
const OFF = "is left to its engine in mode 'off'"

/** A view that its engine renders alone, or Express as a `LeftView`. A dialect without `byEngine` renders them. */
class OffView extends FoundView {
  constructor (...found) {
    super(...found)
    const { file, usesExpressIfFull, view } = this
    this.byEngine = byEngineOf(this)
    if (!usesExpressIfFull && !this.byEngine) return
    this.reason = OFF
    // Express has the engine of the view, or its View class.
    if (usesExpressIfFull || file === undefined || view === undefined) return
    const engine = (file, locals, done) => {
      after(outcomeOf(() => this.byEngine(locals)), ({ error = null, page }) => done(error, page?.toString()))
    }
    this.view = Object.create(view, { engine: { __proto__: null, value: engine } })
  }

  render (name, locals) {
    if (!this.byEngine) return super.render(name, locals)
    this.templates.renderLog.countFallback(name, OFF)
    return after(this.byEngine(locals), asPage)
  }
}

module.exports = { OffView }
