'use strict'

const { isEqual } = require('../shared/instances')
const { evaluate, nameFragments } = require('../shared/generated-code')
const { writeResult } = require('../shared/output')
const { Splicer } = require('../../page/splicer')
const { read } = require('./generated')
const { NAMES } = require('./output')
const { rewrite } = require('./rewrite')

/** The options by which Eta makes code that few templates have. */
const RARE_OPTIONS = ['autoFilter', 'useWith']

/**
 * A template as Eta runs it in one of its two ways, `render` or `renderAsync`.
 */
class Variant {
  /**
   * @param {string} source
   * @param {object} engine an instance of Eta
   * @param {{ async: boolean, filepath: string }} options of Eta's compile function
   * @param {import('./includes').Includes} includes
   * @throws what Eta throws for a template that it cannot compile
   */
  constructor (source, engine, options, includes) {
    this.engine = engine
    this.config = { ...engine.config }
    /** Eta's own function, which gives a string or a promise of it. */
    this.renderByEngine = engine.compile(source, options)
    const { splicing, reason } = createSplicing(this.renderByEngine, engine.config, includes)
    /** The same with its output going to a splicer; nothing if that cannot be. @type {Function | undefined} */
    this.splicing = splicing
    /** Why that cannot be. */
    this.reason = reason
  }

  /** Whether Eta would compile the template again, since it has other settings now. */
  get isStale () {
    const { config } = this.engine
    return !config.cache && !isEqual(this.config, config)
  }

  /**
   * Renders into a splicer in which nothing is yet.
   *
   * @param {Splicer} out
   * @param {unknown} data
   * @param {object} options what Eta calls a template with
   * @param {import('./printed-text').Page} page
   * @returns {void | Promise<void>}
   */
  write (out, data, options, page) {
    if (this.splicing) return this.splicing.call(this.engine, data, options, out, page)
    return writeResult(out, this.renderByEngine.call(this.engine, data, options))
  }

  /**
   * Renders as a part of a page.
   *
   * @param {unknown} data
   * @param {object} options
   * @param {import('./printed-text').Page} page
   * @returns {unknown} what Eta's own function returns, a string as a rule; a promise of it if the variant is asynchronous
   */
  textOf (data, options, page) {
    if (!this.splicing) return this.renderByEngine.call(this.engine, data, options)

    const out = new Splicer(page)
    const finish = (rendered) => page.textOf(rendered.chunks)
    const finished = this.splicing.call(this.engine, data, options, out, page)
    return finished === undefined ? finish(out.end()) : finished.then(() => out.end()).then(finish)
  }
}

/**
 * @param {Function} renderByEngine Eta's own function
 * @param {object} config of the instance
 * @param {import('./includes').Includes} includes
 * @returns {{ splicing: Function } | { reason: string }} takes (data, options, splicer, page),
 *   or the reason why only Eta's own function can render
 */
function createSplicing (renderByEngine, config, includes) {
  const option = RARE_OPTIONS.find((name) => config[name])
  if (option) return { reason: `is compiled with the option ${option}` }
  if (usesThis(config.escapeFunction)) return { reason: 'has an escape function that uses this' }

  const generated = read(renderByEngine)
  if (generated.reason) return generated
  const { body, fragments, reason } = rewrite(generated, config.outputFunctionName)
  if (reason) return { reason }

  const { async, params } = generated
  const code = `return ${async ? 'async ' : ''}function (${params}, __br, __brPage) {\n${body}\n}`
  const given = {
    ...NAMES,
    __brInclude: includes.render.bind(includes),
    __brIncludeAsync: includes.renderAsync.bind(includes),
    ...nameFragments(fragments)
  }
  return { splicing: evaluate(code, given) }
}

/** Whether a function that is called as a method of the object that holds the output may look at that. */
function usesThis (fn) {
  return typeof fn === 'function' && /\b(?:this|eval)\b/.test(Function.prototype.toString.call(fn))
}

module.exports = { Variant }
