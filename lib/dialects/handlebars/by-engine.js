'use strict'

const fs = require('node:fs')
const expressHandlebars = require('./express-handlebars')
const hbs = require('./hbs')
const { DIALECT } = require('./render')
const { CappedMap } = require('../shared/capped-map')
const { temporarily } = require('../guards/temporarily')
const { fromCallback } = require('../../util/from-callback')
const { memoize } = require('../../util/memoize')

/** Source of a partial → what the engine has compiled. @type {(engine: object) => CappedMap<string, Function>} */
const compiledOf = memoize(() => new CappedMap(1000))

/** Renders with Handlebars, express-handlebars or hbs. @type {import('../dialect').ByEngine} */
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

/**
 * Renders without partials of the dialect and leaves none of the engine, which would take their place: Handlebars
 * replaces their sources with what it compiles.
 */
function withSources (engine, render) {
  const { partials } = engine
  const sources = Object.entries(partials).flatMap(([name, partial]) => {
    const source = partial?.[DIALECT]?.source ?? partial
    return typeof source === 'string' ? [{ name, before: source, source }] : []
  })
  const compiled = compiledOf(engine)
  const accessors = sources.map((entry) => [entry.name, {
    get: () => compiled.get(entry.source) ?? entry.source,
    set (value) {
      if (typeof value === 'function') compiled.set(entry.source, value)
      else entry.source = value
    }
  }])
  try {
    return temporarily(partials, Object.fromEntries(accessors), render)
  } finally {
    // What the app has registered meanwhile is for all renders.
    for (const { name, before, source } of sources) if (source !== before) partials[name] = source
  }
}

module.exports = { byEngine, withSources }
