'use strict'

const { FoundView } = require('../views/view-source')
const { engineAlone, textPage } = require('./engine-alone')
const { after, outcomeOf } = require('./outcome')

/** Why Express renders a view. */
const OFF = "is left to its engine in mode 'off'"

/** A view that its engine renders alone, in mode `off`; for Express, a `LeftView`. A dialect without `byEngine` renders its own. */
class OffView extends FoundView {
  constructor (...found) {
    super(...found)
    this.byEngine = engineAlone(this)
    if (!this.isLeftIfFull && !this.byEngine) return
    this.reason = OFF
    if (this.view === undefined || this.isLeftIfFull || this.file === undefined) return
    const answer = (outcome, done) => Object.hasOwn(outcome, 'error') ? done(outcome.error) : done(null, outcome.page)
    const engine = (file, locals, done) => after(outcomeOf(() => this.byEngine(locals)), (outcome) => answer(outcome, done))
    this.view = Object.create(this.view, { engine: { __proto__: null, value: engine } })
  }

  render (name, locals) {
    if (!this.byEngine) return super.render(name, locals)
    this.templates.fallbacks.countFallback(name, OFF)
    return after(this.byEngine(locals), textPage)
  }
}

module.exports = { OffView }
