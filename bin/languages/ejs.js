'use strict'

const ejs = require('../../lib/dialects/ejs')
const { APPEND, PROVIDED, readGenerated } = require('../../lib/dialects/ejs/generated')
const { memberEdits } = require('../../lib/dialects/ejs/members')
const { analyseVariables } = require('../../lib/dialects/ejs/variables')
const { LOCALS_HINT, MISSING_LOCAL } = require('../hints')
const { reasonOf } = require('./reason-of')
const { SourceCursor } = require('./source-cursor')

const hints = [[MISSING_LOCAL, LOCALS_HINT]]

/** A tag that is text: `<%%` or `%%>`, and the text after it up to the next closing tag. */
const LITERAL = {}

/** Names that EJS uses itself. Locals with these names break a page anyway. */
const EJS_NAMES = new Set([...PROVIDED, '__line'])

/** @type {import('.').Language['explain']} */
function explain (source, context) {
  const { filename, engine, options, locals } = context
  const create = () => new engine.Template(source, { ...options, filename })
  const engineFallback = reasonOf(ejs.compile(source, context))
  const template = create()
  const tokens = tokensOf(template)
  if (engineFallback) return { spans: spansOf(source, tokens, template.opts, () => true), engineFallback }

  const compiled = create()
  compiled.compile()
  const generated = readGenerated(compiled.source, compiled.opts)
  const spans = spansOf(source, tokens, template.opts, writesIn(generated, template.source))
  if (!generated.hasWith) return { spans }

  const analysed = { generated, ...analyseVariables(generated, template.opts.localsName) }
  const shadowed = locals && analysed.variables.find(({ name }) => PROVIDED.has(name) && Object.hasOwn(locals, name))
  if (shadowed) return { spans, engineFallback: `gets a local named ${shadowed.name}, a name that EJS itself uses` }
  return { spans, with: withOf(analysed, locals, template.opts) }
}

/**
 * @param {object} analysed the generated code, its variables, and the reason to keep `with` for any locals
 * @returns {{ kept?: string, keptIf: string[] }} see `Explanation`
 */
function withOf ({ generated, reason, variables }, locals, options) {
  if (reason) return { kept: reason, keptIf: [] }
  if (locals === undefined) {
    const likely = variables.filter(({ name }) => !EJS_NAMES.has(name) && !(name in globalThis))
    const isCalling = likely.some(({ called }) => called)
    return { keptIf: likely.filter(({ keepsWith, written }) => keepsWith || (isCalling && written)).map(assigned) }
  }

  if (locals[Symbol.unscopables] !== undefined) return { kept: 'the locals have Symbol.unscopables', keptIf: [] }
  const isIn = ({ name }) => Object.hasOwn(locals, name)
  const keeping = variables.find((variable) => variable.keepsWith && isIn(variable))
  if (keeping) return { kept: assigned(keeping), keptIf: [] }
  const callee = variables.find((variable) => variable.called && isIn(variable))
  const used = variables.filter(({ name }) => !PROVIDED.has(name))
  const isKept = callee && memberEdits(generated, used, used.map(isIn), options) === undefined
  return { kept: isKept ? `the template calls ${callee.name}, which may change other names` : undefined, keptIf: [] }
}

function assigned ({ name }) {
  return `the template assigns to ${name}, which is among the locals`
}

/**
 * @typedef {object} Token
 * @property {string} text
 * @property {number} start where its code begins in the code that EJS generated
 * @property {number} end
 */

/**
 * Generates the code of a template, and records the tokens that EJS's `scanLine` gets.
 *
 * @param {object} template an `ejs.Template`
 */
function tokensOf (template) {
  const { scanLine } = template
  const tokens = []
  template.scanLine = function (text) {
    const start = this.source.length
    scanLine.call(this, text)
    tokens.push({ text, start, end: this.source.length })
  }
  template.generateSource()
  return tokens
}

/**
 * @param {string} code that of its body, as generated
 * @returns {(token: Token) => boolean} whether a token writes output; not in a comment, which may
 *   begin in one tag and end in another
 */
function writesIn ({ tree }, code) {
  const first = tree.text.indexOf(code)
  const writes = tree.all('ExpressionStatement').filter(({ expression }) => expression.callee?.name === APPEND)
  const places = writes.map((statement) => statement.start - first)
  return ({ start, end }) => places.some((place) => place >= start && place < end)
}

/**
 * Finds the spans of a template, with the state machine of EJS's `scanLine`.
 *
 * @param {string} source EJS may have omitted white space from it
 * @param {(token: Token) => boolean} writes whether a token of text or of a value writes output
 */
function spansOf (source, tokens, { openDelimiter, delimiter, closeDelimiter }, writes) {
  const open = openDelimiter + delimiter
  const close = delimiter + closeDelimiter
  const opening = new Set([open, `${open}_`, `${open}=`, `${open}-`, `${open}#`])
  const closing = new Set([close, `-${close}`, `_${close}`])
  const cursor = new SourceCursor(source)
  const spans = []
  let tag
  let trims = false

  const take = (text, isStatic) => {
    const pieces = cursor.take(text)
    if (isStatic && text !== '') spans.push(...pieces.map((piece) => ({ ...piece, kind: 'static' })))
    return pieces
  }
  const takeText = (token) => {
    const rest = trims ? token.text.replace(/^(?:\r\n|\r|\n)/, '') : token.text
    take(token.text.slice(0, token.text.length - rest.length))
    take(rest, writes(token))
    trims = false
  }

  for (const token of tokens) {
    const { text } = token
    if (text === open + delimiter) {
      take(open, writes(token))
      take(delimiter)
      tag = LITERAL
    } else if (text === delimiter + close) {
      take(delimiter)
      take(close, writes(token))
      tag = LITERAL
    } else if (opening.has(text)) {
      tag = { start: take(text)[0].start, isOutput: text === `${open}=` || text === `${open}-` }
    } else if (closing.has(text)) {
      if (tag === LITERAL) takeText(token)
      else take(text)
      if (tag?.writes) spans.push({ start: tag.start, end: cursor.position, kind: 'dynamic' })
      tag = undefined
      trims = text !== close
    } else if (tag === undefined || tag === LITERAL) {
      takeText(token)
    } else {
      take(text)
      tag.writes = tag.isOutput && writes(token)
    }
  }
  return spans
}

module.exports = { explain, hints }
