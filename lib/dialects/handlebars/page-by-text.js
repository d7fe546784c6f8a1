'use strict'

const { Rendered } = require('../../page/rendered')
const { Splicer } = require('../../page/splicer')
const { writeTemplate } = require('./render')

/** The reason if a page has another text than any that was rendered. */
const AS_TEXT = 'has asynchronous helpers of hbs, or is rendered by methods whose code is unknown'

/**
 * The last page of one render: that of the view, then that of the layout. The packages with layouts pass pages as
 * strings, so a page is found by its text.
 */
class PageByText {
  constructor () {
    /** @type {{ text: string, rendered: Rendered } | undefined} */
    this.last = undefined
    /** Why Handlebars renders a template of the page. @type {string | undefined} */
    this.engineFallback = undefined
  }

  find (text) {
    return text !== '' && text === this.last?.text ? this.last : undefined
  }

  /** @returns {Rendered & { engineFallback?: string }} the last page if it has that text, otherwise a page of that text */
  renderedOf (text) {
    if (text === '') return new Rendered([])
    const found = this.find(text)
    const rendered = found?.rendered ?? new Rendered([text])
    rendered.engineFallback = found === undefined ? AS_TEXT : this.engineFallback
    return rendered
  }

  /** @param {Function} template made by `createTemplate`. @param {object} context its `body` may be the text of the page */
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

module.exports = { PageByText }
