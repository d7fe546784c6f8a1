'use strict'

const { StaticFragment } = require('../../page/static-fragment')
const { CappedMap } = require('../shared/capped-map')
const { outputsAmong } = require('../shared/outputs-among')
const { writerOf } = require('./writer')

/**
 * A token of `Mustache.parse`: type, text or name, start, end. A section also has its tokens and the end of its text; a
 * partial has its indentation, its index among the tags of its line, and whether text precedes it on the line. Long
 * text is a static fragment.
 *
 * @typedef {[string, string | StaticFragment, number, number, any?, any?, any?]} Token
 */

/** The source of a template or of an indented partial, parsed at its first render. */
class Source {
  /** @param {object} compileContext engine, partials and compile options of the template and its indented forms */
  constructor (text, compileContext) {
    const { tags, escape } = compileContext
    this.text = text
    this.compileContext = compileContext
    /** The fourth argument of `Mustache.render`; before 4.1 only the tags. */
    this.config = escape ? { tags, escape } : tags
    /** @type {{ open: string, close: string, tokens: Token[] } | undefined} */
    this.parsed = undefined
    /** Indentation → the indented source, one for each level of recursion. @type {CappedMap<string, Source>} */
    this.indentedCache = new CappedMap()
  }

  write (out, locals) {
    const { engine } = this.compileContext
    this.writeWith(writerOf(engine), out, new engine.Context(locals))
  }

  writeWith (writer, out, context) {
    writer.renderTokens(this.tokens(), context, { out, source: this }, this.text, this.config)
  }

  /** The engine fallback, for an engine that may render differently. @throws the engine's errors */
  renderByEngine (locals) {
    const { engine, partials } = this.compileContext
    return engine.render(this.text, locals, (name) => partials.find(name)?.text, this.config)
  }

  /** @returns {Token[]} those for the current delimiters, which may change. @throws {Error} that of mustache.js */
  tokens () {
    const { compileContext: { engine, tags: givenTags }, parsed } = this
    const tags = givenTags || engine.tags
    if (parsed !== undefined && tags?.length === 2 && tags[0] === parsed.open && tags[1] === parsed.close) {
      return parsed.tokens
    }

    // A new writer, since the cache of `Mustache.parse` has no limit.
    const tokens = joinText(new engine.Writer().parse(this.text, tags))
    this.parsed = { open: tags[0], close: tags[1], tokens }
    return tokens
  }

  /** Parses the template and its partials, each name once: they may be recursive. */
  parseAll (names = new Set()) {
    for (const token of partialsIn(this.tokens())) {
      const [, name] = token
      if (names.has(name)) continue
      names.add(name)
      this.partial(token)?.parseAll(names)
    }
  }

  /** @param {Token} token that of a partial. @returns {Source | undefined} nothing if there is no such file */
  partial ([, name, , , indentation, tagIndex, lineHasNonSpace]) {
    const source = this.compileContext.partials.find(name)
    return source !== undefined && tagIndex === 0 && indentation ? source.indent(indentation, lineHasNonSpace) : source
  }

  /** @param {boolean} lineHasNonSpace whether text precedes the partial on its line. @returns {Source} indented */
  indent (indentation, lineHasNonSpace) {
    return this.indentedCache.getOrCreate(`${lineHasNonSpace}${indentation}`, () => {
      const { compileContext, text } = this
      const indented = compileContext.engine.Writer.prototype.indentPartial(text, indentation, lineHasNonSpace)
      return new Source(indented, compileContext)
    })
  }
}

/** @returns {Token[]} the partials, those in sections too */
function partialsIn (tokens) {
  return tokens.flatMap((token) => token[0] === '>' ? [token] : Array.isArray(token[4]) ? partialsIn(token[4]) : [])
}

/** @returns {Token[]} those without comments and delimiters, with adjacent text tokens joined */
function joinText (tokens) {
  return outputsAmong(tokens, partsOf).flatMap(({ parts }) => parts).map(({ text, token }) => {
    if (text === undefined) return Array.isArray(token[4]) ? token.with(4, joinText(token[4])) : token
    const form = StaticFragment.from(text)
    return [form === text ? 'text' : 'fragment', form]
  })
}

/** See `outputsAmong`. */
function partsOf (token) {
  const [type, value] = token
  if (type === '!' || type === '=') return null
  return [type === 'text' ? { text: value } : { token }]
}

module.exports = { Source }
