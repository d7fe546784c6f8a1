'use strict'

const { offsetOf } = require('../positions')

/** Tokens that always become constant output. */
const STATIC = ['doctype', 'text', 'text-html', 'comment', 'slash']

/** Tokens that begin a tag, a mixin call or a filter, and tokens that may follow. */
const HEADS = ['tag', 'interpolation', 'id', 'class', 'call', 'filter']
const ATTRIBUTES = ['id', 'class', 'start-attributes', 'attribute', 'end-attributes', '&attributes']

/**
 * @typedef {object} Token of Pug's lexer
 * @property {string} type
 * @property {string | boolean} [val]
 * @property {string} [name] that of an attribute
 * @property {boolean} [buffer] whether code or a comment is written
 * @property {{ start: Place, end: Place }} loc
 *
 * @typedef {{ line: number, column: number }} Place both from 1
 *
 * @typedef {{ kind: 'static' | 'dynamic', first: Token, last: Token }} Part
 */

/**
 * Finds the constant and the computed output of a template.
 *
 * @param {Token[]} tokens those of Pug's lexer
 * @param {(name: string) => boolean} checks.isMixin whether a mixin is called; Pug omits all others
 * @param {(expressions: string[]) => boolean[]} checks.areConstant whether Pug evaluates values of
 *   attributes at compile time
 */
function spansOf (source, tokens, { isMixin, areConstant }) {
  const compiled = compiledOf(tokens, isMixin)
  const expressions = [...new Set(compiled.map(expressionOf).filter(Boolean))]
  const constant = new Map(areConstant(expressions).map((isConstant, i) => [expressions[i], isConstant]))
  const isDynamic = (token) => constant.get(expressionOf(token)) === false

  const parts = elementsOf(compiled).flatMap((tokens) => partsOf(tokens, isDynamic))

  const place = placesIn(source)
  return parts.map(({ kind, first, last }) => ({ start: place(first.loc.start), end: place(last.loc.end), kind }))
    .filter(({ start, end }) => start < end)
}

/** @returns {Token[]} without code, comments and mixins that are not called */
function compiledOf (tokens, isMixin) {
  const compiled = []
  for (let i = 0; i < tokens.length; i++) {
    const { type, val, buffer } = tokens[i]
    const isLeftOut = type === 'blockcode' || (type === 'comment' && !buffer) || (type === 'mixin' && !isMixin(val))
    if (isLeftOut) i = endOf(tokens, i)
    else compiled.push(tokens[i])
  }
  return compiled
}

/** @returns {number} the index of the last token of this token's content */
function endOf (tokens, index) {
  const opening = tokens[index + 1]?.type
  if (opening === 'start-pipeless-text') {
    return tokens.findIndex(({ type }, i) => i > index && type === 'end-pipeless-text')
  }
  if (opening !== 'indent') return index

  let depth = 0
  return tokens.findIndex(({ type }, i) => {
    if (i > index && type === 'indent') depth++
    if (i > index && type === 'outdent') depth--
    return i > index && depth === 0
  })
}

/** @returns {Token[][]} grouped by tag, mixin call or filter */
function elementsOf (tokens) {
  const elements = []
  for (const token of tokens) {
    if (ATTRIBUTES.includes(token.type) && HEADS.includes(elements.at(-1)?.[0].type)) elements.at(-1).push(token)
    else elements.push([token])
  }
  return elements
}

function partsOf (tokens, isDynamic) {
  const [head, ...attributes] = tokens
  if (STATIC.includes(head.type)) return [partOf(head, 'static')]
  switch (head.type) {
    case 'code':
    case 'interpolated-code': return head.buffer ? [partOf(head, 'dynamic')] : []
    case 'id':
    case 'class': return partsOfAttributes(tokens, isDynamic)
    case 'tag':
    case 'interpolation': return [
      partOf(head, isDynamic(head) ? 'dynamic' : 'static'),
      ...partsOfAttributes(attributes, isDynamic)
    ]
  }
  return []
}

/** @returns {Part[]} one part for merged attributes, and one for all classes of a tag */
function partsOfAttributes (tokens, isDynamic) {
  if (tokens.some(({ type }) => type === '&attributes')) {
    return [{ kind: 'dynamic', first: tokens[0], last: tokens.at(-1) }]
  }
  const dynamicClass = tokens.find((token) => isClass(token) && isDynamic(token))
  return tokens.filter(({ type }) => type === 'id' || type === 'class' || type === 'attribute').flatMap((token) => {
    if (dynamicClass && isClass(token) && token !== dynamicClass) return []
    return [partOf(token, isDynamic(token) ? 'dynamic' : 'static')]
  })
}

function isClass ({ type, name }) {
  return type === 'class' || (type === 'attribute' && name === 'class')
}

function partOf (token, kind) {
  return { kind, first: token, last: token }
}

/** @returns {string | undefined} a JavaScript expression that Pug may evaluate at compile time */
function expressionOf ({ type, val }) {
  if (type !== 'attribute' && type !== 'interpolation') return
  return typeof val === 'string' ? val : undefined
}

/** @returns {(place: Place) => number} the index in the source */
function placesIn (source) {
  // Pug does not count a byte order mark.
  const text = source.replace(/^\uFEFF/, '')
  const at = offsetOf(text)
  return ({ line, column }) => source.length - text.length + at(line - 1, column - 1)
}

module.exports = { spansOf }
