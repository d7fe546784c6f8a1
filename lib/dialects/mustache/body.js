'use strict'

const { Rendered } = require('../../template/rendered')
const { StaticFragment } = require('../../template/static-fragment')
const { lookup, pathOf } = require('./lookup')
const { ODD_NAMES, Scope } = require('./scope')

/**
 * A token of `Mustache.parse`: its type, what it says, start and end; then, of a
 * section, its tokens and where its text ends; of a partial, the indentation,
 * which tag of its line it is, and whether there is text before it.
 *
 * @typedef {[string, string, number, number, any?, any?, any?]} Token
 */

/**
 * What writes a part of a template.
 *
 * @callback Part
 * @param {import('../../template/splicer').Splicer} out
 * @param {import('./scope').Scope} scope
 * @returns {void}
 */

/**
 * What a template, or a section of it, consists of.
 */
class Body {
  /**
   * @param {Token[]} tokens
   * @param {import('./page').Page} page that they are of
   */
  constructor (tokens, page) {
    this.parts = partsOf(tokens, page)
    this.looksUpOnce = looksUpOnce(tokens)
  }

  /**
   * @param {import('../../template/splicer').Splicer} out
   * @param {import('./scope').Scope} scope
   */
  write (out, scope) {
    const { parts } = this
    for (let i = 0; i < parts.length; i++) parts[i](out, scope)
  }

  /**
   * Writes with names looked up in a view first.
   *
   * @param {import('../../template/splicer').Splicer} out
   * @param {unknown} view
   * @param {import('./scope').Scope} [parent]
   */
  writeWith (out, view, parent) {
    this.write(out, new Scope(view, parent, !this.looksUpOnce))
  }
}

/**
 * @param {Token[]} tokens
 * @param {import('./page').Page} page
 * @returns {Part[]} static text in as few parts as can be
 */
function partsOf (tokens, page) {
  const parts = []
  let text = ''
  const flush = () => {
    if (text !== '') parts.push(staticPart(text))
    text = ''
  }
  for (const token of tokens) {
    const create = CREATORS[token[0]]
    if (token[0] === 'text') {
      text += token[1]
    } else if (create !== undefined) {
      flush()
      parts.push(create(token, page))
    }
  }
  flush()
  return parts
}

/** What makes the part of a token, by its type; comments and delimiters have none. */
const CREATORS = {
  __proto__: null,
  '#': sectionPart,
  '^': invertedPart,
  '>': partialPart,
  '&': rawPart,
  name: escapedPart
}

/**
 * @param {Token[]} tokens
 * @returns {boolean} whether each name is looked up no more than once in a scope
 *   made for them, whatever the locals are
 */
function looksUpOnce (tokens) {
  const names = namesIn(tokens)
  return names !== undefined && new Set(names).size === names.length && !ODD_NAMES.some((name) => names.includes(name))
}

/**
 * @param {Token[]} tokens
 * @returns {string[] | undefined} nothing if others look up names in the scope as
 *   well: a partial, or what a function makes of a section
 */
function namesIn (tokens) {
  const names = []
  for (const [type, name, , , nested] of tokens) {
    if (type === '#' || type === '>') return
    if (type === '^') {
      const below = namesIn(nested)
      if (below === undefined) return
      names.push(...below)
    }
    if (type === '^' || type === '&' || type === 'name') names.push(name)
  }
  return names.filter((name) => name !== '.')
}

/**
 * @param {string} text
 * @returns {Part}
 */
function staticPart (text) {
  const fragment = StaticFragment.from(text)
  if (typeof fragment !== 'string') return (out) => out.fragment(fragment)
  return (out) => { out.text += text }
}

/**
 * `{{name}}`
 *
 * @param {Token} token
 * @param {import('./page').Page} page
 * @returns {Part}
 */
function escapedPart ([, name], { setting: { escaper } }) {
  const path = pathOf(name)
  return (out, scope) => {
    const escape = escaper.current
    const value = lookup(scope, path)
    if (value === undefined || value === null) return
    const text = escaper.apply(escape, value)
    if (text !== undefined) out.text += text
  }
}

/**
 * `{{{name}}}` and `{{& name}}`
 *
 * @param {Token} token
 * @returns {Part}
 */
function rawPart ([, name]) {
  const path = pathOf(name)
  return (out, scope) => writeRaw(out, lookup(scope, path))
}

/**
 * `{{#name}}…{{/name}}`
 *
 * @param {Token} token
 * @param {import('./page').Page} page
 * @returns {Part}
 */
function sectionPart ([, name, , start, tokens, end], page) {
  const path = pathOf(name)
  const body = new Body(tokens, page)
  const text = page.source.slice(start, end)

  return (out, scope) => {
    const value = lookup(scope, path)
    if (!value) return

    if (Array.isArray(value)) {
      for (let i = 0, { length } = value; i < length; i++) body.writeWith(out, value[i], scope)
    } else if (typeof value === 'object' || typeof value === 'string' || typeof value === 'number') {
      body.writeWith(out, value, scope)
    } else if (typeof value === 'function') {
      writeRaw(out, value.call(scope.view, text, (template) => page.renderText(template, scope)))
    } else {
      body.write(out, scope)
    }
  }
}

/**
 * `{{^name}}…{{/name}}`
 *
 * @param {Token} token
 * @param {import('./page').Page} page
 * @returns {Part}
 */
function invertedPart ([, name, , , tokens], page) {
  const path = pathOf(name)
  const body = new Body(tokens, page)
  return (out, scope) => {
    const value = lookup(scope, path)
    if (!value || (Array.isArray(value) && value.length === 0)) body.write(out, scope)
  }
}

/**
 * `{{> name}}`
 *
 * @param {Token} token
 * @param {import('./page').Page} page
 * @returns {Part}
 */
function partialPart (token, page) {
  return (out, scope) => page.writePartial(out, token, scope)
}

/**
 * @param {import('../../template/splicer').Splicer} out
 * @param {unknown} value
 */
function writeRaw (out, value) {
  if (value === undefined || value === null) return
  if (value instanceof Rendered) out.splice(value)
  else out.text += value
}

module.exports = { Body }
