'use strict'

const { Rendered } = require('../../template/rendered')
const { Splicer } = require('../../template/splicer')
const { writeIndented } = require('./indent')

/**
 * Marks the options of a call whose function is to write to the page instead
 * of returning a string. Only functions that have `SPLICES` ever get it.
 */
const SPLICE = Symbol('splice')

/** The options of a call that has no others; one object, so that it is known again. */
const PLAIN = Object.freeze({ [SPLICE]: true })

/** The marks: for a partial, and for the block that a partial was called with. */
const AS_PARTIAL = 1
const AS_BLOCK = 2

/** Functions that write to the page have this; some are made at each render, for which a WeakSet is slow. */
const SPLICES = Symbol('splices')

/** Programs made for `{{#> partial}}` and inline partials have this. */
const DUAL = Symbol('dual')

/**
 * The render that is underway. Handlebars renders synchronously, and one render
 * in another puts back what it found.
 *
 * @property {Splicer | undefined} out
 * @property {number} blocks see `ownBlocks`
 * @property {{ text: string, rendered: Rendered } | undefined} body a page that is
 *   put into this one where its text is printed
 */
const state = { out: undefined, blocks: -1, body: undefined }

/**
 * Renders a template into a splicer.
 *
 * @param {Splicer} out
 * @param {Function} template
 * @param {unknown} context
 * @param {object} options of the call, with `SPLICE`
 * @param {{ blocks: number, body?: object }} render see `state`
 */
function renderInto (out, template, context, options, render) {
  const { out: outerOut, blocks: outerBlocks, body: outerBody } = state
  state.out = out
  state.blocks = render.blocks
  state.body = render.body
  try {
    writeRaw(out, template(context, options))
  } finally {
    state.out = outerOut
    state.blocks = outerBlocks
    state.body = outerBody
  }
}

/**
 * Writes what Handlebars would add to its string.
 *
 * @param {Splicer} out
 * @param {unknown} value
 */
function writeRaw (out, value) {
  if (typeof value === 'string') {
    if (state.body !== undefined && value === state.body.text) out.splice(state.body.rendered)
    else out.text += value
  } else if (value instanceof Rendered) {
    out.splice(value)
  } else {
    out.text += value
  }
}

/**
 * Adds a value where a sum may wait that is not a string yet.
 *
 * @param {Splicer} out
 * @param {unknown} sum '' if all was written, nothing at the start
 * @param {unknown} value
 * @returns {unknown} the sum that waits now
 */
function add (out, sum, value) {
  if (sum !== '') {
    const added = sum === undefined ? value : sum + value
    if (typeof added !== 'string' && !(added instanceof Rendered)) return added
    value = added
  }
  writeRaw(out, value)
  return ''
}

/**
 * Makes a program that returns a string, or writes to the page where it is
 * asked to.
 *
 * @param {Function} text
 * @param {Function} spliced
 * @returns {Function}
 */
function dual (text, spliced) {
  const program = (context, options) => {
    const mark = options?.[SPLICE]
    if (mark === undefined) return text(context, options)
    if (mark === AS_PARTIAL) knowBlock(options)
    return spliced(context, options)
  }
  return Object.assign(program, text, { [SPLICES]: true, [DUAL]: true })
}

/**
 * Remembers that the block a partial was called with, which Handlebars has
 * wrapped, is one made by `dual`.
 *
 * @param {{ fn?: Function, data?: object }} options
 */
function knowBlock ({ fn, data }) {
  if (fn?.[DUAL] && typeof data?.['partial-block'] === 'function') data['partial-block'][SPLICES] = true
}

/**
 * @param {object} options of an ambiguous block, which a lambda may have had
 * @param {Function} fn
 * @param {Function} inverse
 * @param {number} [index] of the block's own program
 * @returns {object} options for Handlebars' own `blockHelperMissing`
 */
function withPrograms (options, fn, inverse, index) {
  return options.fn?.program === index ? { ...options, fn, inverse } : options
}

/**
 * Calls a partial as the container of a template does, so that what can write
 * to the page does.
 *
 * @param {object} container
 * @param {unknown} partial what `resolvePartial` gave
 * @param {unknown} context
 * @param {object} options of the call
 * @returns {unknown} '' if it was written, or else what the partial gave
 */
function callPartial (container, partial, context, options) {
  const mark = markOf(partial, options)
  if (mark === undefined) return container.invokePartial(partial, context, options)

  const { indent } = options
  options[SPLICE] = mark
  if (!indent) return container.invokePartial(partial, context, options)

  options.indent = undefined
  const { out } = state
  const inner = state.out = new Splicer()
  let result
  try {
    result = container.invokePartial(partial, context, options)
  } finally {
    state.out = out
  }
  // As Handlebars, which cannot indent what is not a string.
  if (typeof result !== 'string') result.split('\n')
  writeRaw(inner, result)
  inner.flush()
  writeIndented(out, inner.chunks, indent)
  return ''
}

/**
 * @param {unknown} partial
 * @param {{ name: string, fn?: Function }} options
 * @returns {number | undefined} nothing for what returns a string
 */
function markOf (partial, { fn, name }) {
  if (partial === undefined) return fn?.[DUAL] ? AS_BLOCK : undefined
  if (!partial?.[SPLICES]) return undefined
  return name === '@partial-block' ? AS_BLOCK : AS_PARTIAL
}

module.exports = { AS_PARTIAL, PLAIN, SPLICE, SPLICES, add, callPartial, dual, knowBlock, renderInto, state, withPrograms, writeRaw }
