'use strict'

const fs = require('node:fs')
const expressHandlebars = require('./express-handlebars')
const hbs = require('./hbs')
const { guard } = require('./engine')
const { isShortPage, precompileTemplate } = require('./pages')
const { writeTemplate } = require('./render')
const { createTemplate } = require('./template')
const { Rendered } = require('../../page/rendered')
const { NO_LONG_TEXT, fallbackProgram } = require('../shared/engine-fallback')

/** The packages that add layouts and partials for Express. Their instances are engines, too. */
const packages = [expressHandlebars, hbs]

/**
 * Compiles a Handlebars template. Handlebars parses and compiles it, and its runtime runs it. A second set of programs
 * writes to the splicer. Blocks that are passed to helpers of the app return strings.
 *
 * @param {import('../dialect').Context} context its engine is the `handlebars` package of the app, an environment made
 *   by its `create()`, or an instance of `express-handlebars` or `hbs`; its options are those of `Handlebars.compile`,
 *   and `runtimeOptions`, those of the call of a template
 * @returns {import('../../../types/template').Program} throws Handlebars' errors, those of compilation too
 */
function compile (source, { filename, engine, options: given }) {
  const { views, settings = { views }, cache, runtimeOptions, ...options } = given
  const owner = ownerOf(engine)
  if (owner) return viewProgram(owner, engine, filename, { views, settings, cache })

  const template = createTemplate(engine, source, options)
  const program = (out, locals) => writeTemplate(template, out, locals, { engine, runtimeOptions, body: undefined })
  return Object.assign(program, { precompile: () => precompileTemplate(template, { engine, runtimeOptions, cache }) })
}

/** @returns {typeof expressHandlebars | typeof hbs | undefined} the package that the engine is an instance of */
function ownerOf (engine) {
  return packages.find((owner) => owner.isInstance(engine))
}

/** @param {object} engine an instance of the package, which finds and caches layouts and partials */
function viewProgram ({ precompileView, fallbackReason, renderView }, engine, filename, { views, settings, cache }) {
  let isShort = false
  const render = (locals) => renderView(engine, filename, asByExpress(locals, { views, cache }), isShort)
  const reason = fallbackReason(engine)
  if (reason !== undefined) return fallbackProgram(render, reason)
  const program = (out, locals) => {
    const wasShort = isShort
    const write = (page) => {
      out.engineFallback = wasShort ? NO_LONG_TEXT : page.engineFallback
      out.splice(page)
      isShort = isShortPage(page)
    }
    const page = render(locals)
    return page instanceof Rendered ? write(page) : page.then(write)
  }
  return Object.assign(program, { precompile: () => precompileView(engine, filename, { settings, cache }) })
}

/** Adds to the locals what the packages find there: Express sets it itself, without Express it is missing. */
function asByExpress (locals, { views, cache }) {
  if (!Object.hasOwn(locals, 'settings')) locals.settings = { views }
  locals.cache ??= cache
  return locals
}

function byEngine (filename, context) {
  const render = require('./by-engine').byEngine(filename, context)
  if (!ownerOf(context.engine)) return render
  return (locals) => render(asByExpress({ __proto__: Object.getPrototypeOf(locals), ...locals }, context.options))
}

/** @returns {string} '' where the engine reads the file itself */
function read (filename, engine) {
  return ownerOf(engine) ? '' : fs.readFileSync(filename, 'utf8')
}

/** @returns {boolean} whether it is a `handlebars` package, an environment of it or an instance of one of `packages` */
function accepts (engine) {
  const isHandlebars = typeof engine?.JavaScriptCompiler === 'function' && typeof engine.template === 'function'
  return isHandlebars || ownerOf(engine) !== undefined
}

/** Finds the instance that a function belongs to. Handlebars has no function for Express; `packages` have. */
function engineOf (fn, exports) {
  return packages.map((owner) => owner.instanceOf(fn, exports)).find(Boolean)
}

function expressFunction (engine) {
  const owner = ownerOf(engine)
  if (owner) return owner === hbs ? engine.__express : engine.engine
  return (filename, locals, callback) => {
    let page
    try {
      page = engine.compile(read(filename, engine))(locals)
    } catch (error) {
      return callback(error)
    }
    callback(null, page)
  }
}

/**
 * @returns {object | undefined} the settings for packages with layouts: Handlebars takes no options from an Express
 *   app. Nothing where hbs replaces `app.render`, to pass the app's locals to templates as data
 */
function appOptions (engine, { settings }) {
  if (hbs.isInstance(engine) && engine.__localsAsData) return undefined
  return ownerOf(engine) ? { settings } : {}
}

module.exports = {
  guard,
  compile,
  byEngine,
  read,
  accepts,
  engineOf,
  expressFunction,
  answers: (engine) => ownerOf(engine) === expressHandlebars ? 'async function' : 'at once',
  callAlone: (engine) => ownerOf(engine) ? undefined : (call) => require('./by-engine').withSources(engine, call),
  appOptions
}
