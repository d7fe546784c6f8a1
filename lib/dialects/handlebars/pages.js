'use strict'

const { Rendered } = require('../../template/rendered')
const { Splicer } = require('../../template/splicer')
const { writeTemplate } = require('./templates')

/**
 * The pages made during one render, the view's and the layout's. The packages
 * that know of layouts hand strings around; by its string a page is found again.
 */
class Pages {
  constructor () {
    /** @type {{ text: string, rendered: Rendered }[]} */
    this.made = []
  }

  /**
   * @param {unknown} text
   * @returns {{ text: string, rendered: Rendered } | undefined}
   */
  find (text) {
    return text === '' ? undefined : this.made.find((page) => page.text === text)
  }

  /**
   * @param {string} text
   * @returns {Rendered} the page that it is the text of, or one of that text
   */
  renderedOf (text) {
    return this.find(text)?.rendered ?? new Rendered(text === '' ? [] : [text])
  }

  /**
   * @param {Function} template what `createTemplate` gave
   * @param {object} context its `body` may be the text of a page
   * @param {object} render
   * @param {object} render.engine
   * @param {object} [render.runtimeOptions]
   * @param {(rendered: Rendered) => Rendered} [render.finish]
   * @returns {string}
   */
  render (template, context, { engine, runtimeOptions, finish = (rendered) => rendered }) {
    const out = new Splicer()
    writeTemplate(template, out, context, { engine, runtimeOptions, body: this.find(context?.body) })
    const rendered = finish(out.end())
    const text = rendered.toString()
    this.made.push({ text, rendered })
    return text
  }
}

module.exports = { Pages }
