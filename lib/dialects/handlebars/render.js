'use strict'

const { append } = require('../shared/output')
const { Splicer } = require('../../page/splicer')
const builtins = require('./builtins')
const { writeIndented } = require('./white-space')
const { guard } = require('./engine')
const { unrecognized } = require('../guards/unrecognized')

/** Marks the options of a call whose function, one with `SPLICES`, writes to the page instead of returning a string. */
const SPLICE = Symbol('splice')

/** The marks of a partial, and of the block that a partial is called with. The page itself has no options of ours. */
const AS_PARTIAL = Symbol('partial')
const AS_BLOCK = Symbol('block')
const AS_PAGE = Symbol('page')

/** Marks the options of a partial whose output is indented, with that indent and the splicer of the page. */
const INDENTED = Symbol('indented')

/**
 * A property of functions that can write to the page: true if Handlebars' function returns a string for any values. It
 * is not a WeakMap, which is slow for functions that each render creates.
 */
const SPLICES = Symbol('splices')

/**
 * A property that the dialect adds to its templates: their `source`, and functions. `write` calls the template to write
 * to the page; `compile` compiles it, which its first call does otherwise, and returns as `reason` why Handlebars
 * renders it, if it does, and as `partials` the names of partials that are literals in it; `create` returns a template
 * of the same source, or of a different one, that is not compiled.
 */
const DIALECT = Symbol('dialect')

/**
 * The current render. Handlebars renders synchronously; a render within another one restores the outer state.
 *
 * @property {Splicer | undefined} out
 * @property {boolean} isTouched whether it has called a partial that is a function of the app: it may replace helpers
 * @property {number} appPartials the number of such calls, of all renders
 * @property {{ text?: string, rendered?: import('../../page/rendered').Rendered }} body page that is spliced where its
 *   text is printed
 */
const state = { out: undefined, isTouched: false, appPartials: 0, body: {} }

/** @param {Function} template made by `createTemplate`. @param {object} render its `body` is that of `state` */
function writeTemplate (template, out, context, { engine, runtimeOptions, body = {} }) {
  const reason = fallbackReason(template, { engine, runtimeOptions })
  if (reason !== undefined) {
    out.engineFallback = reason
    writeRaw(out, template(context, runtimeOptions))
    return
  }
  const { out: outerOut, isTouched: outerTouched, body: outerBody } = state
  state.out = out
  state.isTouched = false
  state.body = body
  try {
    writeRaw(out, template[DIALECT].write(context, runtimeOptions))
  } finally {
    state.out = outerOut
    state.isTouched = outerTouched
    state.body = outerBody
  }
  out.engineFallback = template[DIALECT].compile().reason
}

/** @returns {string | undefined} why Handlebars renders the template with these options */
function fallbackReason (template, { engine, runtimeOptions }) {
  return builtins.fallbackReason(engine, runtimeOptions) ??
    (template[DIALECT] === undefined ? unrecognized(guard, engine) : undefined)
}

/** Writes a value that Handlebars would append to its string. */
function writeRaw (out, value) {
  append(out, value === state.body.text ? state.body.rendered : value)
}

/** Creates a program that returns a string, or writes to the page if its options have `SPLICE`. See `SPLICES`. */
function dual (text, spliced, isString) {
  const program = (context, options) => writesToPage(options) ? spliced(context, options) : text(context, options)
  return Object.assign(program, text, { [SPLICES]: isString })
}

/** @returns {boolean} whether a call with these options writes to the page */
function writesToPage (options) {
  const mark = options?.[SPLICE]
  if (mark === AS_PARTIAL) markBlock(options)
  return mark !== undefined
}

/** Marks Handlebars' wrapper of the block of a partial's call, if the block can write to the page. */
function markBlock ({ fn, data }) {
  if (fn?.[SPLICES] !== undefined && typeof data?.['partial-block'] === 'function') {
    data['partial-block'][SPLICES] = fn[SPLICES]
  }
}

/** Returns whether a partial, as looked up by its name, renders a string for any values. A string is its source. */
function givesString (partial) {
  return typeof partial === 'string' || partial?.[SPLICES] === true
}

/**
 * @param {object} options those of an ambiguous block; a lambda may have changed them
 * @param {number} [index] that of the block's program
 * @returns {object} options for Handlebars' `blockHelperMissing`
 */
function withPrograms (options, fn, inverse, index) {
  return options.fn?.program === index ? { ...options, fn, inverse } : options
}

/**
 * Looks a partial up as the container of a template does, and lets it write to the page if it can.
 *
 * @param {unknown} given the partial as looked up by its name
 * @returns {unknown} the partial that `container.invokePartial` is to call with these options
 */
function partialToCall (env, given, context, options) {
  const { fn, indent, name } = options
  const partial = typeof given === 'function' ? given : env.VM.resolvePartial(given, context, options)
  if (typeof partial === 'function' && partial[SPLICES] === undefined && partial._child === undefined) {
    state.isTouched = true
    state.appPartials++
  }
  const isString = partial === undefined ? fn?.[SPLICES] : typeof partial === 'string' || partial?.[SPLICES]
  // Handlebars throws where it has to indent a value that is not a string.
  if (isString === undefined || (indent && !isString)) return partial

  options[SPLICE] = partial === undefined || name === '@partial-block' ? AS_BLOCK : AS_PARTIAL
  if (indent) {
    options.indent = undefined
    options[INDENTED] = { indent, out: state.out }
    state.out = new Splicer()
  }
  return partial
}

/** Writes the output of a partial with its indent. @returns {unknown} what remains to be written */
function indented (value, { [INDENTED]: call }) {
  if (call === undefined) return value
  writeRaw(state.out, value)
  const { chunks } = state.out.end()
  // After an error, `writeTemplate` restores it.
  state.out = call.out
  writeIndented(call.out, chunks, call.indent)
  return ''
}

/** What the inserted code calls. */
const inserted = { dual, givesString, indented, raw: writeRaw, state, withPrograms }

module.exports = {
  AS_PAGE, DIALECT, SPLICES, fallbackReason, inserted, partialToCall, writeTemplate, writesToPage
}
