'use strict'

const { StaticFragment } = require('../../page/static-fragment')
const { CappedMap } = require('../shared/capped-map')
const { writerOf } = require('./writer')

/**
 * What all text of one file has in common.
 *
 * @typedef {object} Setting
 * @property {object} engine the `mustache` package of the app
 * @property {string[]} [tags] the compile option
 * @property {Function} [escape] the compile option
 * @property {import('./partials').Partials} partials
 */

/**
 * A token of `Mustache.parse`: its type, text or name, start and end; of a section also
 * its tokens and where its text ends; of a partial its indentation, which tag of its line
 * it is, and whether there is text before it. In the text tokens of a page, long text is a
 * static fragment.
 *
 * @typedef {[string, string | StaticFragment, number, number, any?, any?, any?]} Token
 */

/** The source of a template or of an indented partial, and its tokens once it has been rendered. */
class Page {
  /**
   * @param {string} source
   * @param {Setting} setting
   */
  constructor (source, setting) {
    const { tags, escape } = setting
    this.source = source
    this.setting = setting
    /** The fourth argument of `Mustache.render`. Before 4.1 it was the tags alone. */
    this.config = escape ? { tags, escape } : tags
    /** @type {{ open: string, close: string, tokens: Token[] } | undefined} */
    this.parsed = undefined
    /** Maps an indentation to this page with it: a recursive partial has as many as the data is deep. @type {CappedMap<string, Page>} */
    this.indentedCache = new CappedMap()
  }

  /**
   * @param {import('../../page/splicer').Splicer} out
   * @param {object} locals
   * @throws what mustache.js throws for the template or the locals
   */
  write (out, locals) {
    const { engine } = this.setting
    this.writeWith(writerOf(engine), out, new engine.Context(locals))
  }

  /**
   * @param {import('mustache').Writer} writer of `writerOf`
   * @param {import('../../page/splicer').Splicer} out
   * @param {import('mustache').Context} context
   */
  writeWith (writer, out, context) {
    writer.renderTokens(this.tokens(), context, { out, page: this }, this.source, this.config)
  }

  /**
   * The engine fallback, for an engine that may render in another way.
   *
   * @param {object} locals
   * @returns {string}
   * @throws what the engine throws
   */
  renderByEngine (locals) {
    const { engine, partials } = this.setting
    return engine.render(this.source, locals, (name) => partials.find(name)?.source, this.config)
  }

  /**
   * @returns {Token[]} by the delimiters of now: an app may set others at any time
   * @throws {Error} as mustache.js does, if the template has an error
   */
  tokens () {
    const { setting: { engine, tags: ownTags }, parsed } = this
    const tags = ownTags || engine.tags
    if (parsed !== undefined && tags?.length === 2 && tags[0] === parsed.open && tags[1] === parsed.close) return parsed.tokens

    // A writer of its own: the cache of `Mustache.parse` grows for ever.
    const tokens = joinText(new engine.Writer().parse(this.source, tags))
    this.parsed = { open: tags[0], close: tags[1], tokens }
    return tokens
  }

  /**
   * @param {Token} token of a partial
   * @returns {Page | undefined} nothing if there is no such file
   */
  partial ([, name, , , indentation, tagIndex, lineHasNonSpace]) {
    const page = this.setting.partials.find(name)
    return page !== undefined && tagIndex === 0 && indentation ? page.indent(indentation, lineHasNonSpace) : page
  }

  /**
   * @param {string} indentation
   * @param {boolean} lineHasNonSpace whether there is text before the partial
   * @returns {Page} with that before its lines
   */
  indent (indentation, lineHasNonSpace) {
    const key = `${lineHasNonSpace}${indentation}`
    const known = this.indentedCache.get(key)
    if (known !== undefined) return known

    const { setting } = this
    const page = new Page(setting.engine.Writer.prototype.indentPartial(this.source, indentation, lineHasNonSpace), setting)
    this.indentedCache.set(key, page)
    return page
  }
}

/**
 * @param {Token[]} tokens
 * @returns {Token[]} without comments and delimiters, static text in as few tokens as can be
 */
function joinText (tokens) {
  const joined = []
  let text = ''
  const flush = () => {
    if (text !== '') joined.push(['text', StaticFragment.from(text)])
    text = ''
  }
  for (const [type, value, start, end, nested, ...rest] of tokens) {
    if (type === 'text') {
      text += value
    } else if (type !== '!' && type !== '=') {
      flush()
      joined.push([type, value, start, end, Array.isArray(nested) ? joinText(nested) : nested, ...rest])
    }
  }
  flush()
  return joined
}

module.exports = { Page }
