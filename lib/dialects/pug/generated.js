'use strict'

const { isNamed, isSilent, isText } = require('../shared/matchers')
const { OURS, OUT } = require('../shared/names')
const { UNKNOWN_SHAPE, UNKNOWN_SYNTAX, parse } = require('../shared/parse')
const { SyntaxTree, isFunction } = require('../shared/tree')
const {
  calledMixin, definedMixin, definesAttributes, inlineFunction, isEachOfList, isOutput, isPosition, operandsOf, rawValue
} = require('./matchers')

/** The code that Pug generates in each mixin, and in those with rest parameters. */
const HEAD = 'var block = (this && this.block), attributes = (this && this.attributes) || {};'
const REST = /^for \(pug_interp = \d+; pug_interp < arguments\.length; pug_interp\+\+\) \{\s*[\p{ID_Continue}$]+\.push\(arguments\[pug_interp\]\);\s*\}$/u

/** The code before a value that is printed unescaped. */
const RAW = `pug_html = ${OURS}.raw(${OUT}, pug_html, `

/**
 * The parsed JavaScript that Pug generated for a template.
 *
 * @typedef {object} Generated
 * @property {SyntaxTree} tree the statements of the function `template`
 * @property {string} before the code before that function
 * @property {boolean} callsItself whether the template uses the name `template`, that of the function
 * @property {import('../shared/page-code').Language} language `pug_html` holds the text since the last fragment: so the
 *   code of functions that anything but the page may call does not change
 */

/**
 * Reads the code of a template. Its shape has not changed since Pug 3:
 *
 *     function pug_escape (…) {…}               // with inlineRuntimeFunctions
 *     function template(locals) {
 *       var pug_html = "", pug_mixins = {}, pug_interp;
 *       var pug_debug_filename, pug_debug_line; // with compileDebug, these two
 *       try {
 *         var locals_for_with = (locals || {});
 *         (function (a, b) {…}.call(this, "a" in locals_for_with ? …));
 *       } catch (err) { pug.rethrow(…) }
 *       return pug_html;
 *     }
 *
 * @returns {Generated | { reason: string }} the reason for an engine fallback if the dialect cannot splice the template
 */
function readGenerated (body, compileDebug) {
  const ast = parse(body)
  if (ast === undefined) return { reason: UNKNOWN_SYNTAX }
  const template = templateOf(ast)
  if (template === undefined) return { reason: UNKNOWN_SHAPE }
  const { start, end, body: statements } = template.body
  const tree = new SyntaxTree(body, { type: 'Program', start: start + 1, end: end - 1, body: statements })
  if (tree.all('WithStatement').length > 0) return { reason: 'has a with statement' }

  const { kindOf, generatedNodes } = classify(tree)
  // If the template catches an error, the statement that threw must not have written output.
  const tries = tree.all('TryStatement').filter((statement) => kindOf(tree.functionOf(statement)) !== 'user')
  if (tries.length > (compileDebug ? 1 : 0)) return { reason: 'catches errors' }

  // In an expression, Pug discards the output of a mixin, since it has read `pug_html` before the call (`= block()`
  // prints nothing). The splicer would keep that output: so only statements of Pug may call mixins and blocks.
  const isForeign = (node) => !generatedNodes.has(node) || kindOf(tree.functionOf(node)) === 'user'
  const callers = [...tree.named('pug_mixins'), ...tree.named('block')].filter((node) => tree.isVariable(node))
  // A mixin named "attributes" is the default of `attributes` in all mixins, which may print it.
  const splicesMixins = !tree.all('ExpressionStatement').some(definesAttributes) &&
    ![...callers, ...tree.all('ThisExpression')].some(isForeign)
  const copies = tree.all('IfStatement').filter(isEachOfList).map(({ alternate }) => alternate)
  const last = statements.at(-1)
  const language = {
    partsOf: (statement) => partsOf(statement, tree),
    edits: [{ start: last.start, end: last.end, code: `${OUT}.text += pug_html; ${OUT}.complete();` }],
    names: ['pug_html', 'pug_interp', 'arguments'],
    allows: (node) => generatedNodes.has(node),
    owns: (fn) => kindOf(fn) === 'page' || (splicesMixins && kindOf(fn) === 'mixin'),
    repeats: (statement) => copies.some(({ start, end }) => statement.start > start && statement.end < end),
    endsPage: (fn) => kindOf(fn) === 'page',
    raw: RAW,
    variable: 'pug_html',
    flush: `${OUT}.text += pug_html, pug_html = "", `
  }
  return { tree, before: body.slice(0, template.start), callsItself: tree.named('template').length > 0, language }
}

/** @returns {object | undefined} the function `template`, if only declarations precede it */
function templateOf ({ body }) {
  const template = body.at(-1)
  if (template?.type !== 'FunctionDeclaration' || template.id.name !== 'template') return
  if (!body.every(({ type }) => type === 'FunctionDeclaration' || type === 'VariableDeclaration')) return
  const [head] = template.body.body
  const declared = head?.declarations?.map(({ id }) => id.name).join()
  if (declared !== 'pug_html,pug_mixins,pug_interp' || head.declarations[0].init?.value !== '') return
  return isNamed(template.body.body.at(-1).argument, 'pug_html') ? template : undefined
}

/**
 * @returns {{ kindOf: (fn: object | undefined) => 'page' | 'mixin' | 'user', generatedNodes: Set<object> }} who calls a
 *   function: the page itself, a call of a mixin or of its block, or code of the template's author; and the identifiers
 *   with a name that Pug uses, and each `this`, that Pug generated or that code only tests
 */
function classify (tree) {
  const { body } = tree.root
  const generatedNodes = new Set([...body[0].declarations.map(({ id }) => id), body.at(-1).argument])
  const add = (...nodes) => nodes.forEach((node) => generatedNodes.add(node))
  const inline = new Set()
  const mixins = new Set()
  for (const statement of tree.all('ExpressionStatement')) {
    const { left, right } = statement.expression
    const { fn, context } = inlineFunction(statement) ?? {}
    const mixin = definedMixin(statement)
    const called = calledMixin(statement)
    inline.add(fn)
    mixins.add(mixin).add(called?.block)
    add(context, called?.mixin.object)
    if (isOutput(statement)) add(left, operandsOf(right)[0])
    if (mixin) add(left.object, right.left)
  }
  for (const node of tree.all('ConditionalExpression')) {
    const raw = rawValue(node)
    if (raw) add(raw.left, node.alternate)
  }
  for (const loop of tree.all('ForStatement').filter((loop) => REST.test(tree.source(loop)))) add(...tree.within(loop))
  for (const head of tree.all('VariableDeclaration').filter((head) => tree.source(head) === HEAD)) {
    add(...tree.within(head))
  }
  add(...tree.named('block').filter((block) => isTested(block, tree)))

  const functions = new Map([[undefined, 'page']])
  for (const node of [...tree.parents.keys()].filter(isFunction)) {
    const around = functions.get(tree.functionOf(node))
    if (inline.has(node)) functions.set(node, around)
    else functions.set(node, mixins.has(node) && around !== 'user' ? 'mixin' : 'user')
  }
  return { kindOf: (fn) => functions.get(fn), generatedNodes }
}

/** Whether code only tests `block`, or calls it as a statement: `if (block)`, `!block`, `block && block();` */
function isTested (block, { parents }) {
  const parent = parents.get(block)
  const outer = parents.get(parent)
  if (parent.callee === block) {
    return (outer.type === 'LogicalExpression' ? parents.get(outer) : outer).type === 'ExpressionStatement'
  }
  if (parent.type === 'LogicalExpression') return parent.operator === '&&' && parent.left === block
  return parent.test === block || parent.type === 'UnaryExpression'
}

/** See `Language.partsOf`. */
function partsOf (statement, tree) {
  if (isSilent(statement, isPosition)) return null
  if (!isOutput(statement)) return undefined
  const [, ...operands] = operandsOf(statement.expression.right)
  return operands.flatMap((operand) => partsIn(operand, tree))
}

/** @param {object} node an operand that is added to text. @returns {import('../../../types/template').Part[]} */
function partsIn (node, tree) {
  if (isText(node)) return [{ text: node.value }]
  const raw = rawValue(node)
  // With its parentheses: it may be a sequence.
  if (raw) return [{ raw: { start: tree.text.indexOf('=', raw.left.end) + 1, end: raw.end } }]
  // Without static text beside them, operands may be numbers, which JavaScript adds.
  if (!operandsOf(node).some(isText)) return [{ code: node }]
  return [...partsIn(node.left, tree), ...partsIn(node.right, tree)]
}

module.exports = { RAW, readGenerated }
