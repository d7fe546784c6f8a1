'use strict'

const { isNamed } = require('../shared/ast-matchers')
const { UNKNOWN_SHAPE, parseGenerated } = require('../shared/generated-code')
const { SyntaxTree } = require('../shared/syntax-tree')
const { calledBlock, calledMixin, definedMixin, inlineFunction, isOutput, operandsOf, rawValue } = require('./ast-matchers')

/** The code that Pug generates in each mixin. */
const HEAD = 'var block = (this && this.block), attributes = (this && this.attributes) || {};'
const REST = /^for \(pug_interp = \d+; pug_interp < arguments\.length; pug_interp\+\+\) \{\s*[\p{ID_Continue}$]+\.push\(arguments\[pug_interp\]\);\s*\}$/u

/**
 * The parsed JavaScript that Pug generated for a template.
 *
 * @typedef {object} Generated
 * @property {SyntaxTree} tree
 * @property {object} template the node of the function `template`
 * @property {Map<object, 'page' | 'mixin' | 'user'>} functions maps a function node to its
 *   caller: the page itself, a call of a mixin or of its block, or code of the template's author
 * @property {boolean} splicesMixins whether only Pug's own statements call mixins and blocks. In an expression, Pug
 *   discards the output of a mixin, since it has read `pug_html` before the call (`= block()` prints nothing). The splicer
 *   would keep that output
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
 * @returns {Generated | { reason: string }} the reason for an engine fallback if the dialect cannot split the template
 */
function read (body, compileDebug) {
  const { ast, reason } = parseGenerated(body)
  if (reason) return { reason }
  const tree = new SyntaxTree(body, ast)
  const template = templateOf(tree)
  if (template === undefined) return { reason: UNKNOWN_SHAPE }
  if (tree.named('eval').length > 0) return { reason: 'uses eval' }
  if (tree.all('WithStatement').length > 0) return { reason: 'has a with statement' }

  const generatedNodes = generatedNodesOf(tree, template)
  // Pug's runtime, which may be inlined before the template, uses `arguments`.
  const named = ['pug_html', 'pug_interp', 'arguments'].flatMap((name) => tree.named(name))
  const foreign = named.find((node) => node.start > template.start && !generatedNodes.has(node))
  if (foreign) return { reason: `uses ${foreign.name}` }

  const functions = functionsOf(tree, template)
  const ofPage = (type) => tree.all(type).filter((statement) => functions.get(tree.functionOf(statement)) === 'page')
  if (ofPage('ReturnStatement').length > 1) return { reason: 'returns early' }
  // If the template catches an error, the statement that threw must not have written output.
  const tries = tree.all('TryStatement').filter((statement) => ['page', 'mixin'].includes(functions.get(tree.functionOf(statement))))
  if (tries.length > (compileDebug ? 1 : 0)) return { reason: 'catches errors' }

  const isForeign = (node) => !generatedNodes.has(node) || functions.get(tree.functionOf(node)) === 'user'
  const splicesMixins = ![...tree.named('pug_mixins'), ...tree.named('block'), ...tree.all('ThisExpression')].some(isForeign)
  return { tree, template, functions, splicesMixins }
}

/** @returns {object | undefined} the function `template`, if only declarations precede it */
function templateOf ({ root }) {
  const template = root.body.at(-1)
  if (template?.type !== 'FunctionDeclaration' || template.id.name !== 'template') return
  if (!root.body.every(({ type }) => type === 'FunctionDeclaration' || type === 'VariableDeclaration')) return
  const [head] = template.body.body
  const declared = head?.declarations?.map(({ id }) => id.name).join()
  if (declared !== 'pug_html,pug_mixins,pug_interp' || head.declarations[0].init?.value !== '') return
  return isNamed(template.body.body.at(-1).argument, 'pug_html') ? template : undefined
}

/** @returns {Generated['functions']} */
function functionsOf (tree, template) {
  const functions = new Map([[template, 'page']])
  const inline = new Set()
  const mixins = new Set()
  for (const statement of tree.all('ExpressionStatement')) {
    inline.add(inlineFunction(statement)?.fn)
    mixins.add(definedMixin(statement)).add(calledMixin(statement)?.block?.value)
  }

  for (const [node] of tree.parents) {
    if (!node.type.includes('Function') || node.start <= template.start) continue
    const around = functions.get(tree.functionOf(node))
    if (inline.has(node)) functions.set(node, around)
    else functions.set(node, mixins.has(node) && around !== 'user' ? 'mixin' : 'user')
  }
  return functions
}

/** @returns {Set<object>} the identifiers with a name that Pug uses, and each `this`, that Pug generated or that code only tests */
function generatedNodesOf (tree, template) {
  const found = new Set(template.body.body[0].declarations.map(({ id }) => id))
  found.add(template.body.body.at(-1).argument)
  for (const statement of tree.all('ExpressionStatement')) {
    for (const node of generatedNodesIn(statement, tree)) found.add(node)
  }
  for (const node of tree.all('ConditionalExpression')) {
    if (rawValue(node)) found.add(node.test.right.left).add(node.alternate)
  }
  for (const loop of tree.all('ForStatement').filter((loop) => REST.test(tree.source(loop)))) {
    for (const node of tree.within(loop)) found.add(node)
  }
  for (const block of tree.named('block').filter((block) => isTested(block, tree))) found.add(block)
  return found
}

function generatedNodesIn (statement, tree) {
  const { expression } = statement
  if (isOutput(statement)) return [expression.left, operandsOf(expression.right)[0]]
  const mixin = definedMixin(statement)
  if (mixin) {
    const [head] = mixin.body.body
    return [expression.left.object, expression.right.left, ...head && tree.source(head) === HEAD ? tree.within(head) : []]
  }
  const call = calledMixin(statement)
  if (call) return [call.mixin.object, call.block?.key]
  return [inlineFunction(statement)?.context, ...calledBlock(statement)]
}

/** @returns {boolean} whether code only tests `block`: `if (block)`, `!block`, `block && x` */
function isTested (block, tree) {
  const parent = tree.parents.get(block)
  if (parent.type === 'LogicalExpression') return parent.operator === '&&' && parent.left === block
  return parent.test === block || parent.type === 'UnaryExpression'
}

module.exports = { read }
