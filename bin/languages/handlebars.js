'use strict'

const fs = require('node:fs')
const expressHandlebars = require('../../lib/dialects/handlebars/express-handlebars')
const hbs = require('../../lib/dialects/handlebars/hbs')
const { fallbackReason } = require('../../lib/dialects/handlebars/builtins')
const { guard, hasKnownCompiler } = require('../../lib/dialects/handlebars/engine')
const { unknownCode } = require('../../lib/dialects/guards/unrecognized')
const { isShortPage } = require('../../lib/dialects/handlebars/pages')
const { compileSpec } = require('../../lib/dialects/handlebars/template')
const { NO_LONG_TEXT } = require('../../lib/dialects/shared/engine-fallback')
const { ENGINE_HINT } = require('../hints')
const { spansOf } = require('./handlebars/spans')

const hints = [[/Missing (?:helper|decorator): |The partial .+ could not be found/, ENGINE_HINT]]

/** Opcodes of Handlebars' compiler that call a helper, with the index of its name in their arguments. */
const NAMED_AT = { invokeAmbiguous: 0, invokeHelper: 1, invokeKnownHelper: 1 }

/**
 * The source and settings with which Handlebars compiles a view.
 *
 * @typedef {object} View
 * @property {object} engine an instance of Handlebars
 * @property {string} source
 * @property {number} [start] where the source begins in its file
 * @property {object} [options] those of `Handlebars.compile`
 * @property {object} [runtimeOptions] those of calls of the template
 * @property {string[]} [asyncHelpers] names of hbs's asynchronous helpers
 * @property {string} [engineFallback] see `Explanation.engineFallback`
 */

/**
 * @param {object} context the same as for the dialect's `compile`; an instance of
 *   `express-handlebars` or `hbs` reads the file itself
 * @throws the error of Handlebars if the template does not compile
 */
function explain (source, { filename, engine, options: { views, cache, runtimeOptions, ...options } }) {
  if (expressHandlebars.isInstance(engine)) return explainView(viewOfExpressHandlebars(engine, filename))
  if (hbs.isInstance(engine)) return explainView(viewOfHbs(engine, filename))
  return explainView({ engine, source, options, runtimeOptions })
}

function explainView (view) {
  const { engine, source, start = 0, options = {}, runtimeOptions } = view
  const reason = fallbackReason(engine, runtimeOptions)
  const engineFallback = view.engineFallback ?? compileView(view, reason)
  const helpers = { ...engine.helpers, ...runtimeOptions?.helpers }
  const spans = spansOf({ engine, source, options, helpers, isUnmodified: reason === undefined })
  return { spans: spans.map((span) => ({ ...span, start: start + span.start, end: start + span.end })), engineFallback }
}

/**
 * @param {string | undefined} reason that of the instance and its options, see `fallbackReason`
 * @returns {string | undefined} see `Explanation.engineFallback`
 * @throws the error of Handlebars if the source does not compile
 */
function compileView ({ engine, source, options = {}, asyncHelpers = [] }, reason) {
  if (reason === undefined && hasKnownCompiler(engine)) {
    const { environment, reason } = compileSpec(engine, source, options)
    const helper = helpersIn(environment).find((name) => asyncHelpers.includes(name))
    return reason ?? (helper && `calls "${helper}", an asynchronous helper of hbs`)
  }
  engine.precompile(source, options)
  return reason ?? unknownCode(guard)
}

function helpersIn ({ opcodes, children }) {
  const called = opcodes.filter(({ opcode }) => opcode in NAMED_AT).map(({ opcode, args }) => args[NAMED_AT[opcode]])
  return [...called, ...children.flatMap(helpersIn)]
}

/** @param {object} instance an `ExpressHandlebars` */
function viewOfExpressHandlebars (instance, filename) {
  const text = fs.readFileSync(filename, instance.encoding)
  return {
    engine: instance.handlebars,
    source: text.trim(),
    start: text.length - text.trimStart().length,
    options: instance.compilerOptions,
    runtimeOptions: { ...instance.runtimeOptions, helpers: instance.helpers },
    engineFallback: expressHandlebars.fallbackReason(instance)
  }
}

/** @param {object} instance one of `hbs` */
function viewOfHbs (instance, filename) {
  return {
    engine: instance.handlebars,
    source: fs.readFileSync(filename, 'utf8'),
    asyncHelpers: asyncHelpersOf(instance),
    engineFallback: hbs.fallbackReason(instance)
  }
}

/** Returns the names of the asynchronous helpers of an instance of `hbs`, which wraps these helpers. */
function asyncHelpersOf ({ handlebars: { helpers }, registerAsyncHelper }) {
  let wrapper
  registerAsyncHelper.call({ handlebars: { registerHelper (name, helper) { wrapper = String(helper) } } })
  return Object.keys(helpers).filter((name) => String(helpers[name]) === wrapper)
}

/** Only a page shows its length: it has a layout, which locals may name. */
function fallbackAfter (page, engine) {
  const hasLayouts = expressHandlebars.isInstance(engine) || hbs.isInstance(engine)
  return hasLayouts && isShortPage(page) ? NO_LONG_TEXT : undefined
}

module.exports = { explain, fallbackAfter, hints }
