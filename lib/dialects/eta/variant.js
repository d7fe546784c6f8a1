'use strict'

const { OURS } = require('../shared/names')
const { writeResult } = require('../shared/output')
const { evaluate } = require('../shared/parse')
const { reuse } = require('../shared/reuse')
const { Splicer } = require('../../page/splicer')
const { Output } = require('./output')
const { rewrite } = require('./rewrite')

/** Options that change the generated code. Few templates use them, so Eta renders those. */
const RARE_OPTIONS = ['autoFilter', 'useWith']

/** A template compiled for `render` or for `renderAsync`. */
class Variant {
  /** @param {Function} fn the one that Eta renders with: it gives a string, or a promise of one */
  constructor (fn, { splicing, included = [], reason }) {
    this.fn = fn
    /** What writes to a splicer, or the reason for an engine fallback; the names that it includes by a literal. */
    this.splicing = splicing
    this.reason = reason
    this.included = included
  }

  /** Renders into an empty splicer. @param {object} options those with which Eta calls a template */
  write (instance, data, options, out, memory) {
    if (this.splicing) return this.splicing.call(instance, data, options, out, memory)
    out.engineFallback = this.reason
    return writeResult(out, this.fn.call(instance, data, options))
  }

  /** Renders a part of a page. @returns {unknown} what Eta's function gives, mostly a string, or a promise of it */
  textOf (instance, data, options, memory) {
    if (!this.splicing) return this.fn.call(instance, data, options)

    const out = new Splicer(memory)
    const finish = (rendered) => memory.textOf(rendered.chunks)
    const finished = this.splicing.call(instance, data, options, out, memory)
    return finished === undefined ? finish(out.end()) : finished.then(() => out.end()).then(finish)
  }
}

/**
 * @param {Function} fn Eta's function of a template
 * @param {Variant | undefined} previous that of the file so far
 * @returns {Variant} the previous one, if the function has the same code
 */
function variantOf (fn, previous, config, includes) {
  const options = ['outputFunctionName', ...RARE_OPTIONS].map((name) => config[name])
  const key = [Function.prototype.toString.call(fn), ...options]
  const variant = reuse(previous, key, () => new Variant(fn, createSplicing(fn, config, includes)))
  return Object.assign(variant, { fn, config: { ...config } })
}

/** @returns {{ splicing: Function, included: string[] } | { reason: string }} `splicing` takes what `write` gives it */
function createSplicing (fn, config, includes) {
  const option = RARE_OPTIONS.find((name) => config[name])
  if (option) return { reason: `is compiled with the option ${option}` }

  const { source, fragments, included, reason } = rewrite(fn, config.outputFunctionName)
  return reason ? { reason } : { splicing: evaluate(source, { [OURS]: new Output(fragments, includes) }), included }
}

module.exports = { Variant, variantOf }
