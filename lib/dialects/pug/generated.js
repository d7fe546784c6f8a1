'use strict'

const { SyntaxTree } = require('../../template/syntax-tree')
const { calledMixin, definedMixin, inlineFunction, isNamed, isOutput, operandsOf, rawValue, restLoop } = require('./shapes')

/** What marks the names that are ours; Pug's own begin with `pug_`. */
const OURS = '__br'

/**
 * The JavaScript that Pug generated for a template, with what is known of it.
 *
 * @typedef {object} Generated
 * @property {SyntaxTree} tree
 * @property {object} template the node of the function `template`
 * @property {Map<object, 'page' | 'mixin' | 'user'>} functions what runs each function
 *   node: the page as it goes from top to bottom, the call of a mixin or of its block,
 *   or code of the template's author
 * @property {boolean} catches the template catches errors by itself
 * @property {Set<object>} known the identifiers that the generated code is known by
 */

/**
 * Reads the code of a template. Its shape has been the same since Pug 3:
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
 * @param {string} body
 * @param {boolean} compileDebug
 * @returns {Generated | { reason: string }} why only Pug itself can give the code its
 *   meaning, if it is of another shape, as a plugin can make it, the template returns
 *   early, or it does something of its own with Pug's variables
 */
function read (body, compileDebug) {
  if (body.includes(OURS)) return { reason: `has a name that begins with ${OURS}` }
  const tree = SyntaxTree.of(body)
  if (tree === undefined) return { reason: 'has JavaScript that the parser does not know' }
  const template = templateOf(tree)
  if (template === undefined) return { reason: 'is compiled to code of a shape that is not known' }
  if (tree.named('eval').length > 0) return { reason: 'uses eval' }
  if (tree.all('WithStatement').length > 0) return { reason: 'has a with statement' }

  const functions = functionsOf(tree, template)
  const known = knownIdentifiers(tree, template)
  const other = [...tree.named('pug_html'), ...tree.named('pug_interp')].find((identifier) => !known.has(identifier))
  if (other) return { reason: `uses ${other.name}` }
  if (returnsEarly(tree, template, functions)) return { reason: 'returns early' }
  if (takesArguments(tree, functions, known)) return { reason: 'uses arguments' }

  const tries = tree.all('TryStatement').filter((statement) => functions.has(tree.functionOf(statement)))
  return { tree, template, functions, known, catches: tries.length > (compileDebug ? 1 : 0) }
}

/**
 * @param {SyntaxTree} tree
 * @returns {object | undefined} the function `template`, behind none but declarations
 */
function templateOf ({ root }) {
  const template = root.body.at(-1)
  if (template?.type !== 'FunctionDeclaration' || template.id.name !== 'template') return
  if (!root.body.every(({ type }) => type === 'FunctionDeclaration' || type === 'VariableDeclaration')) return
  const [head] = template.body.body
  const declared = head?.declarations?.map(({ id }) => id.name).join()
  if (declared !== 'pug_html,pug_mixins,pug_interp' || head.declarations[0].init?.value !== '') return
  return isNamed(template.body.body.at(-1).argument, 'pug_html') ? template : undefined
}

/**
 * @param {SyntaxTree} tree
 * @param {object} template
 * @returns {Map<object, 'page' | 'mixin' | 'user'>} see `Generated`
 */
function functionsOf (tree, template) {
  const functions = new Map([[template, 'page']])
  const inline = new Set()
  const mixins = new Set()
  for (const statement of tree.all('ExpressionStatement')) {
    inline.add(inlineFunction(statement)?.fn)
    mixins.add(definedMixin(statement)).add(blockOf(calledMixin(statement)?.context))
  }

  for (const [node] of tree.parents) {
    if (!node.type.includes('Function') || node.start <= template.start) continue
    const around = functions.get(tree.functionOf(node))
    if (inline.has(node)) functions.set(node, around)
    else functions.set(node, mixins.has(node) && around !== 'user' ? 'mixin' : 'user')
  }
  return functions
}

/**
 * @param {object | undefined} context what a mixin is called with
 * @returns {object | undefined} the function of its block
 */
function blockOf (context) {
  const first = context?.properties?.[0]
  return isNamed(first?.key, 'block') && first.value.type === 'FunctionExpression' ? first.value : undefined
}

/**
 * @param {SyntaxTree} tree
 * @param {object} template
 * @returns {Set<object>} see `Generated`
 */
function knownIdentifiers (tree, template) {
  const known = new Set(template.body.body[0].declarations.map(({ id }) => id))
  known.add(template.body.body.at(-1).argument)
  for (const statement of tree.all('ExpressionStatement')) {
    const { expression } = statement
    if (isOutput(statement)) known.add(expression.left).add(operandsOf(expression.right)[0])
    else if (definedMixin(statement)) known.add(expression.left.object).add(expression.right.left)
    else known.add(calledMixin(statement)?.mixin.object)
  }
  for (const node of tree.all('ConditionalExpression')) {
    if (rawValue(node)) known.add(node.test.right.left).add(node.alternate)
  }
  tree.all('ForStatement').flatMap(restLoop).forEach((identifier) => known.add(identifier))
  return known
}

/**
 * @param {SyntaxTree} tree
 * @param {object} template
 * @param {Map<object, string>} functions
 * @returns {boolean} whether a `return` of the author's ends the page
 */
function returnsEarly (tree, template, functions) {
  const last = template.body.body.at(-1)
  return tree.all('ReturnStatement').some((statement) => statement !== last && functions.get(tree.functionOf(statement)) === 'page')
}

/**
 * @param {SyntaxTree} tree
 * @param {Map<object, string>} functions
 * @param {Set<object>} known
 * @returns {boolean} whether `arguments` may be those of the function `template`
 */
function takesArguments (tree, functions, known) {
  return tree.named('arguments').some((identifier) => !known.has(identifier) && functions.get(ownerOf(identifier, tree)) === 'page')
}

/**
 * @param {object} node
 * @param {SyntaxTree} tree
 * @returns {object | undefined} the function whose `this` and `arguments` the node sees
 */
function ownerOf (node, tree) {
  let fn = tree.functionOf(node)
  while (fn?.type === 'ArrowFunctionExpression') fn = tree.functionOf(fn)
  return fn
}

module.exports = { ownerOf, read }
