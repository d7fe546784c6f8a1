'use strict'

const fs = require('node:fs')
const expressHandlebars = require('./express-handlebars')
const hbs = require('./hbs')
const { OWN } = require('./render')
const { CappedMap } = require('../shared/capped-map')
const { copyOfLocals } = require('../shared/copy-of-locals')

/**
 * Renders a file by Handlebars, express-handlebars or hbs alone. These keep what they compile where this dialect does, in the instance
 * and in place of registered partials; here it is kept apart.
 *
 * @type {NonNullable<import('../dialect').Dialect['byEngine']>}
 */
function byEngine (filename, { engine, options: { views, settings, cache, runtimeOptions, ...options } }) {
  const localsOf = (given) => {
    const locals = copyOfLocals(given)
    // As Express does, which these packages need.
    if (!Object.hasOwn(locals, 'settings')) locals.settings = { views }
    locals.cache ??= cache
    return locals
  }
  if (expressHandlebars.isInstance(engine)) {
    const instance = apartOfExpressHandlebars(engine)
    return (locals) => instance.renderView(filename, localsOf(locals))
  }
  if (hbs.isInstance(engine)) {
    const render = apartOfHbs(engine).__express
    return (locals) => new Promise((resolve, reject) => {
      render(filename, localsOf(locals), (error, page) => page === undefined ? reject(error) : resolve(page))
    })
  }
  const template = compile(engine, fs.readFileSync(filename, 'utf8'), options)
  return (locals) => template(locals, runtimeOptions)
}

/** @returns {Function} a template of Handlebars, called with the partials of the app, which are compiled for it */
function compile (engine, source, options) {
  const template = engine.compile(source, options)
  const { data } = { data: true, ...options }
  const templates = new CappedMap(1000)
  const apart = (partial) => {
    const source = partial?.[OWN]?.source ?? partial
    // Without data, Handlebars compiles a partial in another way for a template that uses data regardless.
    return typeof source === 'string' && data ? templates.getOrCreate(source, () => engine.compile(source, options)) : source
  }
  return (locals, runtimeOptions) => {
    // A template that is called as a partial gets those of its page.
    if (runtimeOptions?.partial) return template(locals, runtimeOptions)
    const partials = Object.fromEntries(Object.entries(engine.partials).map(([name, partial]) => [name, apart(partial)]))
    return template(locals, { ...runtimeOptions, partials: { ...partials, ...runtimeOptions?.partials } })
  }
}

const handlebarsApart = (engine) => Object.create(engine, { compile: { __proto__: null, value: compile.bind(undefined, engine) } })

/** An instance with methods whose code is unknown is used as it is, by the dialect, too. */
function apartOfExpressHandlebars (instance) {
  if (expressHandlebars.reasonAgainst(instance) !== undefined) return instance
  return Object.create(instance, {
    compiled: { __proto__: null, value: {} },
    handlebars: { __proto__: null, get: () => handlebarsApart(instance.handlebars) }
  })
}

function apartOfHbs (instance) {
  if (hbs.reasonAgainst(instance) !== undefined) return instance
  return Object.defineProperty(hbs.derive(instance, handlebarsApart), 'cache', { __proto__: null, value: {} })
}

module.exports = { byEngine }
