'use strict'

const { append } = require('../shared/output')
const { Splicer } = require('../../page/splicer')
const { reasonAgainstBuiltins } = require('./builtins')
const { writeIndented } = require('./white-space')
const { guard } = require('./is-unmodified')
const { unrecognized } = require('../guards/unrecognized')

/** Marks the options of a call whose function, one with `SPLICES`, writes to the page instead of returning a string. */
const SPLICE = Symbol('splice')

/** The marks of a partial, and of the block that a partial is called with. */
const AS_PARTIAL = 1
const AS_BLOCK = 2

/**
 * A property of functions that can write to the page: true if Handlebars' function returns a string for any values. It
 * is no WeakMap, which is slow for functions that each render creates.
 */
const SPLICES = Symbol('splices')

/**
 * A property that the dialect adds to its templates: their `source`, and functions. `write` calls the template to write
 * to the page; `compile` compiles it, which its first call does otherwise, and returns as `reason` why Handlebars
 * renders it, if it does, and as `partials` the names of partials that are literals in it; `create` returns a template
 * of the same source, or of another one, that is not compiled.
 */
const DIALECT = Symbol('dialect')

/**
 * The current render. Handlebars renders synchronously; a render within another one restores the outer state.
 *
 * @property {Splicer | undefined} out
 * @property {{ text: string, rendered: import('../../page/rendered').Rendered } | undefined} body page that is spliced
 *   where its text is printed
 */
const state = { out: undefined, body: undefined }

/** @param {Function} template made by `createTemplate`. @param {object} render its `body` is that of `state` */
function writeTemplate (template, out, context, { engine, runtimeOptions, body }) {
  const reason = reasonAgainstRender(template, { engine, runtimeOptions })
  if (reason !== undefined) {
    out.engineFallback = reason
    writeRaw(out, template(context, runtimeOptions))
    return
  }
  const { out: outerOut, body: outerBody } = state
  state.out = out
  state.body = body
  try {
    writeRaw(out, template[DIALECT].write(context, runtimeOptions))
  } finally {
    state.out = outerOut
    state.body = outerBody
  }
  out.engineFallback = template[DIALECT].compile().reason
}

/** @returns {string | undefined} why Handlebars renders the template with these options */
function reasonAgainstRender (template, { engine, runtimeOptions }) {
  return reasonAgainstBuiltins(engine, runtimeOptions) ??
    (template[DIALECT] === undefined ? unrecognized(guard, engine) : undefined)
}

/** Writes a value that Handlebars would append to its string. */
function writeRaw (out, value) {
  append(out, state.body !== undefined && value === state.body.text ? state.body.rendered : value)
}

/** Creates a program that returns a string, or writes to the page if its options have `SPLICE`. See `SPLICES`. */
function dual (text, spliced, isString) {
  const program = (context, options) => {
    const mark = options?.[SPLICE]
    if (mark === undefined) return text(context, options)
    if (mark === AS_PARTIAL) markBlock(options)
    return spliced(context, options)
  }
  return Object.assign(program, text, { [SPLICES]: isString })
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
 * @param {object} options of an ambiguous block; a lambda may have changed them
 * @param {number} [index] of the block's program
 * @returns {object} options for Handlebars' `blockHelperMissing`
 */
function withPrograms (options, fn, inverse, index) {
  return options.fn?.program === index ? { ...options, fn, inverse } : options
}

/**
 * Calls a partial as the container of a template does, and lets it write to the page if it can.
 *
 * @param {unknown} given the partial as looked up by its name
 * @returns {unknown} '' if the partial has written to the page, otherwise its result
 */
function callPartial (env, container, given, context, options) {
  const { fn, indent, name } = options
  const partial = typeof given === 'function' ? given : env.VM.resolvePartial.call(container, given, context, options)
  const isString = partial === undefined ? fn?.[SPLICES] : typeof partial === 'string' || partial?.[SPLICES]
  // Handlebars throws where it has to indent a value that is no string.
  if (isString === undefined || (indent && !isString)) return container.invokePartial(partial, context, options)

  options[SPLICE] = partial === undefined || name === '@partial-block' ? AS_BLOCK : AS_PARTIAL
  if (!indent) return container.invokePartial(partial, context, options)

  options.indent = undefined
  const { out } = state
  const inner = state.out = new Splicer()
  try {
    writeRaw(inner, container.invokePartial(partial, context, options))
  } finally {
    state.out = out
  }
  writeIndented(out, inner.end().chunks, indent)
  return ''
}

/** What the inserted code calls. */
const inserted = { dual, givesString, raw: writeRaw, state, withPrograms }

module.exports = {
  AS_PARTIAL, DIALECT, SPLICE, SPLICES, callPartial, inserted, markBlock, reasonAgainstRender, writeTemplate
}
