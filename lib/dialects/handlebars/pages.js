'use strict'

const { Rendered } = require('../../page/rendered')
const { Splicer } = require('../../page/splicer')
const { DIALECT, fallbackReason, writeTemplate } = require('./render')

/**
 * A page of a package with layouts is spliced if the last one of its view had this many bytes; shorter ones are not
 * compressed either. The CPU time of a request whose page Handlebars writes, divided by that of one that is spliced, by
 * `npm run bench:compare short`, and `-- --node 24`, on two cores that others used, too: medians of five rounds, whose
 * quartiles are within 0.1 of most. From 2 KB on, text is deflated by zlib:
 *
 *     static text                       1 KB   2 KB   4 KB   8 KB   gzip, 1 KB   2 KB   4 KB   8 KB
 *     hbs, Node 20                      0.98   0.99   1.03   1.03         0.99   1.65   1.95   1.89
 *     hbs, Node 24                      0.91   0.97   0.99   0.94         0.95   1.94   1.89   1.86
 *     express-handlebars, Node 20       0.98   1.02   0.99   0.92         0.94   1.23   1.28   1.55
 *     express-handlebars, Node 24       0.99   1.01   0.96   0.98         0.98   1.44   1.52   1.45
 */
const SHORTEST_PAGE = 1024

/** The reason if the text of a page is not one that was rendered. */
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

  /** @param {Function} template see `createTemplate`. @param {object} context its `body` may be the text of the page */
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
