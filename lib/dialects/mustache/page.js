'use strict'

const { Body } = require('./body')
const { Captured } = require('./captured')

/** How many indentations of a partial are kept, the first ones: a recursive partial has as many as the data is deep. */
const MOST_INDENTED = 100

/**
 * A text, and its parts once it has been rendered. Mustache reads a template
 * when it is rendered, by the delimiters that hold then.
 */
class Page {
  /**
   * @param {string} source
   * @param {import('./setting').Setting} setting
   */
  constructor (source, setting) {
    this.source = source
    this.setting = setting
    /** @type {{ open: string, close: string, body: Body } | undefined} */
    this.parsed = undefined
    /** @type {Map<string, Page>} */
    this.indented = new Map()
  }

  /**
   * @param {import('../../template/splicer').Splicer} out
   * @param {object} locals
   * @throws what mustache.js throws for the template or the locals
   */
  render (out, locals) {
    this.body.writeWith(out, locals)
  }

  /**
   * Leaves the template to the engine: one that renders in a way of its own has to.
   *
   * @param {object} locals
   * @returns {string}
   * @throws what the engine throws
   */
  renderByEngine (locals) {
    const { engine, escaper, ownTags, partials } = this.setting
    // Before 4.1 the fourth argument is the tags alone.
    const config = escaper.own ? { tags: ownTags, escape: escaper.own } : ownTags
    return engine.render(this.source, locals, (name) => partials.find(name)?.source, config)
  }

  /**
   * @type {Body}
   * @throws {Error} as mustache.js does, if the template has an error
   */
  get body () {
    const { tags } = this.setting
    if (!isPair(tags, this.parsed)) {
      const body = new Body(this.parse(tags), this)
      this.parsed = { open: tags[0], close: tags[1], body }
    }
    return this.parsed.body
  }

  /**
   * Does at once what else is left until it is rendered.
   *
   * @returns {Body}
   * @throws {Error} as mustache.js does, if the template has an error
   */
  compile () {
    return this.body
  }

  /**
   * Parses as `Mustache.parse` does, but leaves nothing in its cache, which
   * grows for ever.
   *
   * @param {string[]} tags
   * @returns {import('./body').Token[]}
   * @throws {Error} as mustache.js does
   */
  parse (tags) {
    return new this.setting.engine.Writer().parse(this.source, tags)
  }

  /**
   * @param {import('../../template/splicer').Splicer} out
   * @param {import('./body').Token} token of the partial
   * @param {import('./scope').Scope} scope
   */
  writePartial (out, [, name, , , indentation, tagIndex, lineHasNonSpace], scope) {
    const page = this.setting.partials.find(name)
    if (page === undefined) return
    const indented = tagIndex === 0 && indentation ? page.indent(indentation, lineHasNonSpace) : page
    indented.body.write(out, scope)
  }

  /**
   * @param {string} indentation
   * @param {boolean} lineHasNonSpace whether there is text before the partial
   * @returns {Page} with that before its lines
   */
  indent (indentation, lineHasNonSpace) {
    const key = `${lineHasNonSpace}${indentation}`
    const known = this.indented.get(key)
    if (known !== undefined) return known

    const { setting } = this
    const page = new Page(setting.engine.Writer.prototype.indentPartial(this.source, indentation, lineHasNonSpace), setting)
    if (this.indented.size < MOST_INDENTED) this.indented.set(key, page)
    return page
  }

  /**
   * Renders what the function of a section asks for.
   *
   * @param {unknown} text
   * @param {import('./scope').Scope} scope
   * @returns {string}
   * @throws what mustache.js throws for that
   */
  renderText (text, scope) {
    const { texts } = this.setting
    let page = texts.get(text)
    if (page === undefined) {
      page = new Page(text, this.setting)
      if (typeof text === 'string') texts.set(text, page)
    }
    const out = new Captured()
    page.body.write(out, scope)
    return out.text
  }
}

/**
 * @param {string[] | undefined} tags
 * @param {{ open: string, close: string } | undefined} known
 * @returns {boolean} whether they are those
 */
function isPair (tags, known) {
  return known !== undefined && tags?.length === 2 && tags[0] === known.open && tags[1] === known.close
}

module.exports = { Page }
