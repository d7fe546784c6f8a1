'use strict'

/** Prints tags and names the way a set of compile options wants them. */
class Style {
  constructor (options) {
    const { openDelimiter = '<', delimiter = '%', closeDelimiter = '>' } = options
    this.open = openDelimiter + delimiter
    this.close = delimiter + closeDelimiter
    this.bracket = openDelimiter
    this.async = options.async === true
    this.locals = options.localsName ?? 'locals'
    this.echo = options.outputFunctionName ?? '__append'
    this.bare = options.strict || options._with === false ? options.destructuredLocals ?? [] : null
  }

  /** The expression that reads a local, or assigns to it. */
  local (name) {
    return this.bare === null || this.bare.includes(name) ? name : `${this.locals}.${name}`
  }

  /** A tag: `kind` is what follows the opening delimiter, `trim` what precedes the closing one. */
  tag (kind, code, trim = '') {
    return `${this.open}${kind} ${code} ${trim}${this.close}`
  }

  statement (code) {
    return this.tag('', code)
  }

  /** Text as it is, unless it would open a tag. */
  text (text) {
    const safe = text.replaceAll(this.open, this.bracket)
    return safe.endsWith(this.bracket) ? `${safe} ` : safe
  }
}

module.exports = { Style }
