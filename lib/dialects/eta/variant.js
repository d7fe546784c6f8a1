'use strict'

const { isEqual } = require('../shared/instances')
const { OURS } = require('../shared/names')
const { writeResult } = require('../shared/output')
const { evaluate } = require('../shared/parse')
const { usesThis } = require('../shared/uses-this')
const { Splicer } = require('../../page/splicer')
const { Output } = require('./output')
const { rewrite } = require('./rewrite')

/** Options that change the generated code. Few templates use them, so Eta renders those. */
const RARE_OPTIONS = ['autoFilter', 'useWith']

/** A template compiled for `render` or for `renderAsync`. */
class Variant {
  /**
   * @param {{ async: boolean, filepath: string }} options the options of Eta's compile function
   * @param {Function} [stored] Eta's function, if it renders one of its store
   * @throws Eta's error for a template that it cannot compile
   */
  constructor (source, engine, options, includes, stored) {
    this.engine = engine
    this.stored = stored
    this.config = { ...engine.config }
    const renderByEngine = stored ?? engine.compile(source, options)
    const { splicing, included = [], reason } = createSplicing(renderByEngine, engine.config, includes)
    /** Eta's function for an engine fallback: it gives a string or a promise of one. @type {Function | undefined} */
    this.renderByEngine = reason === undefined ? undefined : renderByEngine
    /** What writes to a splicer, or the reason for an engine fallback; the names that it includes by a literal. */
    this.splicing = splicing
    this.reason = reason
    this.included = included
  }

  /** Whether Eta would compile the template again because its settings have changed, or has to render it since. */
  get isStale () {
    const { config, config: { escapeFunction } } = this.engine
    if (!config.cache) return !isEqual(this.config, config)
    return escapeFunction !== this.config.escapeFunction && readsOutput(escapeFunction)
  }

  /** Renders into an empty splicer. @param {object} options with which Eta calls a template */
  write (out, data, options, memory) {
    if (this.splicing) return this.splicing.call(this.engine, data, options, out, memory)
    out.engineFallback = this.reason
    return writeResult(out, this.renderByEngine.call(this.engine, data, options))
  }

  /** Renders a part of a page. @returns {unknown} what Eta's function gives, mostly a string, or a promise of it */
  textOf (data, options, memory) {
    if (!this.splicing) return this.renderByEngine.call(this.engine, data, options)

    const out = new Splicer(memory)
    const finish = (rendered) => memory.textOf(rendered.chunks)
    const finished = this.splicing.call(this.engine, data, options, out, memory)
    return finished === undefined ? finish(out.end()) : finished.then(() => out.end()).then(finish)
  }
}

/** @returns {{ splicing: Function, included: string[] } | { reason: string }} `splicing` takes what `write` gives it */
function createSplicing (renderByEngine, config, includes) {
  const option = RARE_OPTIONS.find((name) => config[name])
  if (option) return { reason: `is compiled with the option ${option}` }
  if (readsOutput(config.escapeFunction)) return { reason: 'has an escape function that uses this' }

  const { source, fragments, included, reason } = rewrite(renderByEngine, config.outputFunctionName)
  return reason ? { reason } : { splicing: evaluate(source, { [OURS]: new Output(fragments, includes) }), included }
}

/** @returns {boolean} whether an escape function, a method of `__eta`, may read the output through `this` */
function readsOutput (fn) {
  return typeof fn === 'function' && usesThis(fn)
}

module.exports = { Variant }
