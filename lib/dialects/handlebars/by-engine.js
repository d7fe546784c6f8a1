'use strict'

const fs = require('node:fs')
const expressHandlebars = require('./express-handlebars')
const hbs = require('./hbs')
const { DIALECT } = require('./render')
const { CappedMap } = require('../shared/capped-map')
const { fromCallback } = require('../../util/from-callback')
const { memoize } = require('../../util/memoize')

/** Source of a partial → what the engine has compiled. @type {(engine: object) => CappedMap<string, Function>} */
const compiledOf = memoize(() => new CappedMap(1000))

/** Renders by Handlebars, express-handlebars or hbs. @type {import('../dialect').ByEngine} */
function byEngine (filename, { engine, options: { views, settings, cache, runtimeOptions, ...options } }) {
  if (expressHandlebars.isInstance(engine)) {
    const changes = descriptorsOf({ compiled: {}, handlebars: apart(engine.handlebars) })
    const instance = expressHandlebars.fallbackReason(engine) ? engine : Object.create(engine, changes)
    return (locals) => instance.renderView(filename, locals)
  }
  if (hbs.isInstance(engine)) {
    const changes = descriptorsOf({ cache: {} })
    const instance = hbs.fallbackReason(engine)
      ? engine
      : Object.defineProperties(hbs.derive(engine, apart), changes)
    return (locals) => fromCallback((done) => instance.__express(filename, locals, done))
  }
  const template = compile(engine, fs.readFileSync(filename, 'utf8'), options)
  return (locals) => template(locals, runtimeOptions)
}

const descriptorsOf = (values) => Object.getOwnPropertyDescriptors({ __proto__: null, ...values })

/** The same Handlebars, which shares no compiled partials with the dialect. */
const apart = (engine) => Object.create(engine, descriptorsOf({ compile: (...args) => compile(engine, ...args) }))

function compile (engine, source, options) {
  const template = engine.compile(source, options)
  return (...args) => withSources(engine, () => template(...args))
}

/** Renders without partials of the dialect and leaves none: Handlebars replaces their sources by what it compiles. */
function withSources (engine, render) {
  const { partials } = engine
  const compiled = compiledOf(engine)
  const sources = Object.entries(partials).map(([name, partial]) => [name, partial?.[DIALECT]?.source ?? partial])
    .filter(([, source]) => typeof source === 'string')
  for (const [name, source] of sources) partials[name] = compiled.get(source) ?? source
  try {
    return render()
  } finally {
    for (const [name, source] of sources) {
      if (typeof partials[name] !== 'function') continue
      compiled.set(source, partials[name])
      partials[name] = source
    }
  }
}

module.exports = { byEngine, withSources }
