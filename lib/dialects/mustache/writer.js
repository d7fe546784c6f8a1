'use strict'

const { LRUCache } = require('../../util/lru-cache')
const { createEscaper } = require('../../page/escape')
const { append } = require('../shared/output')
const { Splicer } = require('../../page/splicer')
const { createEscapeCheck } = require('../guards/probes')
const { known } = require('./engine')
const { memoize } = require('../../util/memoize')

/** The number of cached characters of texts that lambdas render. The texts may contain user input. */
const MOST_TEXT = 1 << 21

/** What a text weighs in addition to its characters, which limits the number of short texts. */
const OVERHEAD = 256

class TextCache extends LRUCache {
  set (text, tokens) {
    return this.admitMiss() ? super.set(text, tokens) : this
  }
}

/** The entities of mustache.js. */
const escapeText = createEscaper({
  '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;', '/': '&#x2F;', '`': '&#x60;', '=': '&#x3D;'
})

const isMustacheEscape = createEscapeCheck(escapeText, known.recognizer('escaping', 'escape'))

/** Returns a writer that renders tokens into a splicer. @type {(engine: object) => import('mustache').Writer} */
const writerOf = memoize((engine) => new (splicingWriter(engine))())

/**
 * A subclass of `Mustache.Writer` whose `renderTokens` writes into a splicer and returns no text. Its `partials`
 * argument is `{ out, source }`, the splicer and the `Source` of the tokens; the engine's methods pass it on unchanged.
 * The class replaces `escapedValue`: with the engine's, the article and the listing of `npm run bench:all` take a third
 * to a half longer.
 */
const splicingWriter = (engine) => class extends engine.Writer {
  constructor () {
    super()
    this.templateCache = new TextCache({
      maxSize: MOST_TEXT,
      sizeCalculation: (tokens, text) => text.length + OVERHEAD
    })
    /** The engine's escape function, which `escapeText` replaces; `false` if the app has set a different one. */
    this.engineEscape = isMustacheEscape(engine.escape) && engine.escape
  }

  /** Renders the text that a lambda passes to its second argument. @returns {string} */
  render (template, context, { source }, config) {
    const out = new Splicer()
    super.render(template, context, { out, source }, config)
    return out.chunks.length === 0 ? out.text : out.end().toString()
  }

  renderTokens (tokens, context, partials, source, config) {
    const { out } = partials
    for (let i = 0; i < tokens.length; i++) {
      const token = tokens[i]
      let value
      switch (token[0]) {
        case 'text': out.text += token[1]; break
        case 'fragment': out.fragment(token[1]); break
        case 'name': value = this.escapedValue(token, context, config); break
        case '&': value = this.unescapedValue(token, context); break
        case '#': value = this.renderSection(token, context, partials, source, config); break
        case '^': this.renderInverted(token, context, partials, source, config); break
        case '>': partials.source.partial(token)?.writeWith(this, out, context)
      }
      if (value !== undefined) append(out, value)
    }
    return ''
  }

  escapedValue (token, context, config) {
    const escape = this.getConfigEscape(config) || engine.escape
    if (escape !== this.engineEscape) return super.escapedValue(token, context, config)

    const value = context.lookup(token[1])
    if (value !== undefined && value !== null) return escapeText(typeof value === 'string' ? value : String(value))
  }
}

module.exports = { writerOf }
