'use strict'

const { Rendered } = require('../../page/rendered')
const { Splicer } = require('../../page/splicer')
const { DIALECT, fallbackReason, writeTemplate } = require('./render')

/**
 * A page of a package with layouts is spliced if the last one of its view had this many bytes; shorter ones are not
 * compressed either. CPU time of a request to hbs in µs, Node 24, once, on a busy machine, not by a command of bench/:
 *
 *     spliced         20 bytes: 86    1 KB: 106    2 KB: 109    4 KB: 101    gzip, 1 KB: 109    2 KB: 133
 *     by Handlebars             81          113          101           95                115          187
 */
const SHORTEST_PAGE = 1024

/** The reason if a page has another text than any that was rendered. */
const AS_TEXT = 'has asynchronous helpers of hbs, or is rendered by methods whose code is unknown'

/**
 * The last page of one render: that of the view, then that of the layout. The packages with layouts pass pages as
 * strings, so a page is found by its text.
 */
class PageByText {
  /** @param {boolean} [byEngine] whether Handlebars writes the page */
  constructor (byEngine = false) {
    this.byEngine = byEngine
    /** @type {{ text: string, rendered: Rendered } | undefined} */
    this.last = undefined
    /** Why Handlebars renders a template of the page. @type {string | undefined} */
    this.engineFallback = undefined
  }

  find (text) {
    return text !== '' && text === this.last?.text ? this.last : undefined
  }

  /** @returns {Rendered & { engineFallback?: string }} the last page if it has that text, else a page of that text */
  renderedOf (text) {
    const found = this.find(text)
    const rendered = found?.rendered ?? Rendered.ofText(text)
    rendered.engineFallback = found === undefined && text !== '' ? AS_TEXT : this.engineFallback
    return rendered
  }

  /** @param {Function} template of `createTemplate`. @param {object} context its `body` may be the text of the page */
  render (template, context, { engine, runtimeOptions, finish = (rendered) => rendered }) {
    const out = new Splicer()
    writeTemplate(template, out, context, { engine, runtimeOptions, body: this.find(context?.body) })
    this.engineFallback ??= out.engineFallback
    const rendered = finish(out.end())
    const text = rendered.toString()
    this.last = { text, rendered }
    return text
  }
}

/**
 * Compiles a template before its first render, and the partials that it names by a literal. With `cache`, templates are
 * kept: then a string that is registered as a partial is left to its first render, which compiles it for all views.
 *
 * @returns {string | undefined} why Handlebars renders the template, if it does
 * @throws Handlebars' error for a source that cannot be compiled
 */
function precompileTemplate (template, { engine, runtimeOptions, cache }) {
  const reason = fallbackReason(template, { engine, runtimeOptions })
  if (reason !== undefined) return reason
  const partials = { __proto__: null, ...engine.partials, ...runtimeOptions?.partials }
  const compile = ({ [DIALECT]: methods }) => {
    for (const name of methods.compile().partials) {
      const { [name]: partial } = partials
      // Partials may name each other.
      partials[name] = undefined
      if (typeof partial === 'string' && !cache) compile(methods.create(partial))
      else if (partial?.[DIALECT] !== undefined) compile(cache ? partial : partial[DIALECT].create())
    }
  }
  compile(template)
  return template[DIALECT].compile().reason
}

/**
 * Compiles the templates of a page in place of its render: the packages with layouts find the view, its layout and
 * partials, and each template gives ''. It has the interface of `PageByText`.
 */
class Precompilation {
  constructor (cache) {
    this.cache = cache
    /** What each template gave: why Handlebars renders it, if it does. @type {(string | undefined)[]} */
    this.reasons = []
  }

  render (template, context, { engine, runtimeOptions }) {
    this.reasons.push(precompileTemplate(template, { engine, runtimeOptions, cache: this.cache }))
    return ''
  }

  /**
   * @param {(callback: (error: unknown) => void) => void} start begins the render
   * @returns {Promise<string | undefined>} why Handlebars renders the view. A layout may be missing: locals
   *   may name another one, or none
   * @throws what the view throws
   */
  async run (start) {
    const error = await new Promise(start)
    if (this.reasons.length === 0) throw error
    return this.reasons[0]
  }
}

/** @returns {boolean} whether the package is to write the next page of a view, see `SHORTEST_PAGE` */
function isShortPage ({ chunks }) {
  return chunks.reduce((sum, { byteLength, length }) => sum + (byteLength ?? length), 0) < SHORTEST_PAGE
}

module.exports = { PageByText, Precompilation, isShortPage, precompileTemplate }
