'use strict'

const fs = require('node:fs')
const expressHandlebars = require('./express-handlebars')
const hbs = require('./hbs')
const { OWN } = require('./render')
const { CappedMap } = require('../shared/capped-map')
const { fromCallback } = require('../../util/from-callback')

/** Renders by Handlebars, express-handlebars or hbs. @type {import('../dialect').ByEngine} */
function byEngine (filename, { engine, options: { views, settings, cache, runtimeOptions, ...options } }) {
  // What Express adds, for the packages with layouts.
  const complete = ({ ...locals }) => {
    if (!Object.hasOwn(locals, 'settings')) locals.settings = { views }
    locals.cache ??= cache
    return locals
  }
  if (expressHandlebars.isInstance(engine)) {
    const changes = own({ compiled: {}, handlebars: apart(engine.handlebars) })
    const instance = expressHandlebars.reasonAgainst(engine) ? engine : Object.create(engine, changes)
    return (locals) => instance.renderView(filename, complete(locals))
  }
  if (hbs.isInstance(engine)) {
    const changes = own({ cache: {} })
    const instance = hbs.reasonAgainst(engine) ? engine : Object.defineProperties(hbs.derive(engine, apart), changes)
    return (locals) => fromCallback((done) => instance.__express(filename, complete(locals), done))
  }
  const template = compile(engine, fs.readFileSync(filename, 'utf8'), options)
  return (locals) => template(locals, runtimeOptions)
}

const own = (values) => Object.getOwnPropertyDescriptors({ __proto__: null, ...values })

/** The same Handlebars, which shares no compiled partials with the dialect. */
const apart = (engine) => Object.create(engine, own({ compile: (source, options) => compile(engine, source, options) }))

function compile (engine, source, options) {
  const template = engine.compile(source, options)
  const { data } = { data: true, ...options }
  const compiled = new CappedMap(1000)
  const partialOf = (registered) => {
    const partial = registered?.[OWN]?.source ?? registered
    // Without data, how Handlebars compiles a partial depends on the template.
    if (typeof partial !== 'string' || !data) return partial
    return compiled.getOrCreate(partial, () => engine.compile(partial, options))
  }
  return (locals, runtimeOptions) => {
    // A template that is called as a partial gets the partials of its page.
    if (runtimeOptions?.partial) return template(locals, runtimeOptions)
    const partials = {}
    for (const name of Object.keys(engine.partials)) partials[name] = partialOf(engine.partials[name])
    return template(locals, { ...runtimeOptions, partials: { ...partials, ...runtimeOptions?.partials } })
  }
}

module.exports = { byEngine }
