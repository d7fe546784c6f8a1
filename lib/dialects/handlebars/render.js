'use strict'

const { append } = require('../shared/output')
const { Splicer } = require('../../page/splicer')
const { findReplaced } = require('./builtins')
const { writeIndented } = require('./indent')

/**
 * Marks the options of a call whose function is to write to the page instead
 * of returning a string. Only functions that have `SPLICES` ever get it.
 */
const SPLICE = Symbol('splice')

/** The options of a call that has no others; one object, so that it is recognized. */
const PLAIN = Object.freeze({ [SPLICE]: true })

/** The marks: for a partial, and for the block that a partial was called with. */
const AS_PARTIAL = 1
const AS_BLOCK = 2

/**
 * Functions that can write to the page have this: true if they return a string in Handlebars, whatever
 * the values are. Some are made at each render, for which a WeakMap is slow.
 */
const SPLICES = Symbol('splices')

/**
 * The current render. Handlebars renders synchronously, and one render in another restores it.
 *
 * @property {Splicer | undefined} out
 * @property {{ text: string, rendered: import('../../page/rendered').Rendered } | undefined} body a page that is
 *   spliced where its text is printed
 */
const state = { out: undefined, body: undefined }

/**
 * @param {Function} template what `createTemplate` gave
 * @param {Splicer} out
 * @param {unknown} context
 * @param {object} render
 * @param {object} render.engine
 * @param {object} [render.runtimeOptions]
 * @param {{ text: string, rendered: import('../../page/rendered').Rendered }} [render.body] see `state`
 */
function writeTemplate (template, out, context, { engine, runtimeOptions, body }) {
  if (template[SPLICES] === undefined || findReplaced(engine, runtimeOptions) !== undefined) {
    writeRaw(out, template(context, runtimeOptions))
    return
  }
  const { out: outerOut, body: outerBody } = state
  state.out = out
  state.body = body
  try {
    writeRaw(out, template(context, runtimeOptions ? { ...runtimeOptions, [SPLICE]: true } : PLAIN))
  } finally {
    state.out = outerOut
    state.body = outerBody
  }
}

/** Writes what Handlebars would add to its string. */
function writeRaw (out, value) {
  append(out, state.body !== undefined && value === state.body.text ? state.body.rendered : value)
}

/** Makes a program that returns a string, or writes to the page where it is asked to; for `isString` see `SPLICES`. */
function dual (text, spliced, isString) {
  const program = (context, options) => {
    const mark = options?.[SPLICE]
    if (mark === undefined) return text(context, options)
    if (mark === AS_PARTIAL) markBlock(options)
    return spliced(context, options)
  }
  return Object.assign(program, text, { [SPLICES]: isString })
}

/** Marks the function in which Handlebars has wrapped the block of a partial's call, if that can write. */
function markBlock ({ fn, data }) {
  if (fn?.[SPLICES] !== undefined && typeof data?.['partial-block'] === 'function') data['partial-block'][SPLICES] = fn[SPLICES]
}

/** Whether a partial, as it is looked up by its name, gives a string whatever the values are: source is compiled. */
function givesString (partial) {
  return typeof partial === 'string' || partial?.[SPLICES] === true
}

/**
 * @param {object} options of an ambiguous block, which a lambda may have changed
 * @param {Function} fn
 * @param {Function} inverse
 * @param {number} [index] of the block's own program
 * @returns {object} options for Handlebars' own `blockHelperMissing`
 */
function withPrograms (options, fn, inverse, index) {
  return options.fn?.program === index ? { ...options, fn, inverse } : options
}

/**
 * Calls a partial as the container of a template does, so that what can write to the page does.
 *
 * @param {object} container
 * @param {unknown} partial what `resolvePartial` gave
 * @param {unknown} context
 * @param {object} options of the call
 * @returns {unknown} '' if it was written, or else what the partial gave
 */
function callPartial (container, partial, context, options) {
  const { fn, indent, name } = options
  const isString = partial === undefined ? fn?.[SPLICES] : typeof partial === 'string' || partial?.[SPLICES]
  // What may be no string cannot be indented: that is an error of Handlebars.
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

module.exports = {
  AS_PARTIAL,
  PLAIN,
  SPLICE,
  SPLICES,
  callPartial,
  dual,
  givesString,
  markBlock,
  state,
  withPrograms,
  writeRaw,
  writeTemplate
}
