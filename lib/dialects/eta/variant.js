'use strict'

const { isEqual } = require('../../template/instances')
const { Splicer } = require('../../template/splicer')
const { OURS, read } = require('./generated')
const { NAMES } = require('./output')
const { rewrite } = require('./rewrite')

const OTHER_COMPILER = "is compiled by a function of the app's own"

/**
 * A template as Eta runs it in one of its two ways, `render` or `renderAsync`.
 */
class Variant {
  /**
   * @param {string} source
   * @param {object} context
   * @param {object} context.engine an instance of Eta
   * @param {{ async: boolean, filepath: string }} context.options of Eta's compile function
   * @param {import('./includes').Includes} context.includes
   * @throws what Eta throws for a template that it cannot compile
   */
  constructor (source, { engine, options, includes }) {
    this.engine = engine
    this.config = { ...engine.config }
    const { text, whole } = generate(engine, source, options)
    const { splicing, reason } = text === undefined ? { reason: OTHER_COMPILER } : createSplicing(text, engine, options, includes)
    /** Eta's own function, which gives a string or a promise of it. */
    this.whole = whole
    /** The same with its output going to a splicer; nothing if that cannot be. */
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
   * @param {import('./page').Page} page
   * @returns {void | Promise<void>}
   */
  write (out, data, options, page) {
    if (this.splices(data)) return this.splicing.call(this.engine, data, options, out, page)

    const put = (result) => { if (result !== undefined) out.text += result }
    const result = this.whole.call(this.engine, data, options)
    if (typeof result?.then === 'function') return result.then(put)
    put(result)
  }

  /**
   * Renders as a part of a page.
   *
   * @param {unknown} data
   * @param {object} options
   * @param {import('./page').Page} page
   * @returns {unknown} what Eta's own function returns, a string as a rule; a promise
   *   of it if the variant is asynchronous
   */
  textOf (data, options, page) {
    if (!this.splices(data)) return this.whole.call(this.engine, data, options)

    const out = new Splicer(page)
    const finish = (rendered) => page.textOf(rendered.chunks)
    const finished = this.splicing.call(this.engine, data, options, out, page)
    return finished === undefined ? finish(out.end()) : finished.then(() => out.end()).then(finish)
  }

  /**
   * @param {unknown} data
   * @returns {boolean} whether nothing in the data stands in the way: under `with`
   *   they come before what the function has
   */
  splices (data) {
    if (this.splicing === undefined) return false
    if (!this.config.useWith || data === null || typeof data !== 'object') return true
    return !('__eta' in data) && !(OURS in data) && !Object.keys(data).some((name) => name.startsWith(OURS))
  }
}

/**
 * Has Eta compile a template and notes the code that it makes of it.
 *
 * @param {object} engine
 * @param {string} source
 * @param {{ async: boolean, filepath: string }} options
 * @returns {{ whole: Function, text: string | undefined }} no text if the function
 *   is not that code and nothing else
 */
function generate (engine, source, options) {
  let text
  const observed = Object.create(engine, {
    compileToString: {
      value (...args) {
        text = engine.compileToString(...args)
        return text
      }
    }
  })
  const whole = engine.compile.call(observed, source, options)
  const start = `${options.async ? 'async ' : ''}function anonymous(${engine.config.varName},options\n) {\n`
  const isWhole = Function.prototype.toString.call(whole) === `${start}${text}\n}`
  return { whole, text: isWhole ? text : undefined }
}

/**
 * @param {string} text of the function that Eta made
 * @param {object} engine
 * @param {{ async: boolean }} options
 * @param {import('./includes').Includes} includes
 * @returns {{ splicing: Function } | { reason: string }} takes (data, options, splicer, page),
 *   or the reason why only Eta's own function can render
 */
function createSplicing (text, engine, { async }, includes) {
  const { escapeFunction, filterFunction, outputFunctionName, varName } = engine.config
  const generated = read(text, { async, varName })
  if (generated.reason) return generated

  const { body, fragments } = rewrite(generated, { outputFunctionName, showsEta: [escapeFunction, filterFunction].some(usesThis) })
  const code = `return ${async ? 'async ' : ''}function (${varName}, options, __br, __brPage) {\n${body}\n}`
  const given = {
    ...NAMES,
    __brInclude: includes.render.bind(includes),
    __brIncludeAsync: includes.renderAsync.bind(includes)
  }
  const names = [...Object.keys(given), ...fragments.map((_, index) => OURS + index)]
  return { splicing: new Function(...names, code)(...Object.values(given), ...fragments) } // eslint-disable-line no-new-func
}

/**
 * @param {unknown} fn
 * @returns {boolean} whether it may look at what it is called on
 */
function usesThis (fn) {
  return typeof fn === 'function' && /\b(?:this|eval)\b/.test(Function.prototype.toString.call(fn))
}

module.exports = { Variant }
