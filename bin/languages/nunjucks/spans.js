'use strict'

const { internalsOf, templateClassOf } = require('../../../lib/dialects/nunjucks/nunjucks-internals')
const { createFactory } = require('../../../lib/dialects/nunjucks/functions')
const { publishLiteral } = require('../publish-literal')
const { Parsed } = require('./parsed')

/**
 * @param {object} template one of Nunjucks, with its source and environment
 * @throws the error of Nunjucks if the template does not compile
 */
function explainTemplate (template) {
  const engineFallback = engineFallbackReason(template)
  const { tmplStr: source, env } = template
  if (template.tmplProps !== undefined || templateClassOf(env) === undefined || preprocessed(source, env) !== source) {
    return { engineFallback }
  }

  const parsed = new Parsed(source, env)
  const parts = partsOf(parsed.root, parsed, {})
  if (!engineFallback) {
    const literals = parts.filter(({ isLiteral }) => isLiteral)
    literals.forEach(({ start, end }) => publishLiteral(source.slice(start, end)))
  }
  return { spans: parts.map(({ start, end, kind }) => ({ start, end, kind })), engineFallback }
}

/**
 * Compiles a template, without the cache of compiled code.
 *
 * @returns {string | undefined} the reason for an engine fallback
 */
function engineFallbackReason (template) {
  const reason = internalsOf(template).fallbackReason(template.env)
  if (reason !== undefined) return reason
  if (template.tmplProps !== undefined) return 'is precompiled'
  template.compile()
  return createFactory(template).reason
}

/** @returns {string} the source after the `preprocess` of all extensions */
function preprocessed (source, { extensionsList }) {
  return extensionsList.reduce((text, { preprocess }) => preprocess ? preprocess(text) : text, source)
}

/**
 * The surroundings of a node.
 *
 * @typedef {object} Around
 * @property {boolean} [isLiteral] Nunjucks first makes a string of its text, for example in a macro
 * @property {boolean} [isBlock] it is in a block or in a macro
 * @property {boolean} [isLost] its text is not part of any page, since the template extends another
 *
 * @typedef {import('../../../types/template').Span & { isLiteral?: boolean }} Part
 */

/** @param {object} node one of Nunjucks. @returns {Part[]} in the order of the source */
function partsOf (node, parsed, around) {
  const visit = PARTS[node.typename] ?? partsIn
  return visit(node, parsed, around)
}

/** Functions that return the parts of a node, by its type. */
const PARTS = {
  Output: partsOfOutput,
  Include: partsOfTag,
  Extends: partsOfTag,
  CallExtension: partsOfStatement,
  CallExtensionAsync: partsOfStatement,
  Block: (node, parsed, around) => [
    ...partsOfTag(node, parsed, around),
    ...partsOf(node.body, parsed, { isBlock: true })
  ],
  Macro: partsOfMacro,
  Caller: partsOfMacro,
  AsyncAll: ({ body, else_ }, parsed, around) => [body, else_].filter(Boolean)
    .flatMap((node) => partsOf(node, parsed, { ...around, isLiteral: node === body })),
  // Captured text is a value.
  Set: () => []
}

/** @param {object} node one with children */
function partsIn (node, parsed, around) {
  let here = around
  return childrenOf(node).flatMap((child) => {
    const parts = partsOf(child, parsed, here)
    if (child.typename === 'Extends' && !around.isBlock) here = { ...around, isLost: true }
    return parts
  })
}

function childrenOf (node) {
  const children = node.children ?? node.fields.flatMap((field) => node[field])
  return children.filter((child) => child?.typename !== undefined)
}

function partsOfMacro ({ body }, parsed) {
  return partsOf(body, parsed, { isBlock: true, isLiteral: true })
}

function partsOfTag (node, parsed, { isLost }) {
  return isLost ? [] : partAt(parsed.tag(node), { kind: 'dynamic' })
}

function partsOfStatement (node, parsed, { isLost }) {
  return isLost ? [] : partAt(parsed.statement(node), { kind: 'dynamic' })
}

function partsOfOutput (node, parsed, around) {
  const { isLost, isLiteral } = around
  const [child] = node.children
  if (isLost) return []
  if (child.typename === 'TemplateData') {
    return child.value === '' ? [] : partAt(parsed.text(child), { kind: 'static', isLiteral })
  }
  if (!parsed.isStatement(node)) return partAt(parsed.output(node), { kind: 'dynamic' })

  // `{% call %}` passes its text to a macro as a function; `{% filter %}` changes its text.
  const callers = child.typename === 'FunCall' ? child.args.children.at(-1)?.children?.map(({ value }) => value) : []
  if (!callers?.some(({ typename }) => typename === 'Caller')) return partsOfStatement(node, parsed, around)
  return [...partsOfTag(node, parsed, around), ...callers.flatMap((caller) => partsOf(caller, parsed, around))]
}

/** @param {import('./parsed').Place | undefined} place `undefined` for nodes of extensions */
function partAt (place, part) {
  return place ? [{ ...place, ...part }] : []
}

module.exports = { explainTemplate }
