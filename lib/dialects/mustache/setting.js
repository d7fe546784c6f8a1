'use strict'

const { Escaper } = require('./escaper')
const { Partials } = require('./partials')
const { Texts } = require('./texts')

/**
 * What all text of one file has in common.
 */
class Setting {
  /**
   * @param {object} context
   * @param {string} context.filename
   * @param {object} context.engine the `mustache` package of the app
   * @param {{ views?: string | string[], cache?: boolean, tags?: string[], escape?: Function }} context.options
   *   `tags` and `escape` as the fourth argument of `Mustache.render` has them
   * @param {(filename: string) => import('../../template/template').Template} context.load
   */
  constructor (context) {
    const { engine, options } = context
    this.engine = engine
    this.ownTags = options.tags
    this.escaper = new Escaper(engine, options.escape)
    this.partials = new Partials(context)
    this.texts = new Texts()
  }

  /** The delimiters that hold now: an app may set others at any time. */
  get tags () {
    return this.ownTags || this.engine.tags
  }
}

module.exports = { Setting }
