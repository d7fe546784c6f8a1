'use strict'

const { assignmentOf, isNamed } = require('../shared/matchers')
const { UNKNOWN_SHAPE, UNKNOWN_SYNTAX, parse } = require('../shared/parse')
const { SyntaxTree } = require('../shared/tree')

const PARAMETERS = 'env,context,frame,runtime,cb'

/**
 * The parsed JavaScript that Nunjucks generated for a template.
 *
 * @typedef {object} Generated
 * @property {SyntaxTree} tree
 * @property {GeneratedFunction[]} functions the function of the page and those of its blocks
 *
 * @typedef {object} GeneratedFunction
 * @property {object} node
 * @property {object} declaration the declaration of the variable `output`
 * @property {object[]} outputs the statements `output += …;`, except for captured text, which has its own `output`
 * @property {object[]} ends the identifiers in `cb(null, output)`
 * @property {object[]} nodes all nodes in it
 * @property {boolean} shadows whether a variable of the template's author hides one that the generated code uses
 */

/**
 * Reads the functions of a template. Their shape has not changed since Nunjucks 3:
 *
 *     function b_name(env, context, frame, runtime, cb) {
 *       var lineno = 0;
 *       var colno = 0;
 *       var output = "";
 *       try {
 *         output += "text";
 *         output += runtime.suppressValue(…, env.opts.autoescape);
 *         cb(null, output);
 *       } catch (e) { cb(runtime.handleError(e, lineno, colno)); }
 *     }
 *
 * @param {string} source the code of the functions
 * @returns {Generated | { reason: string }} the reason for an engine fallback if the code has a different shape
 */
function readGenerated (source) {
  const ast = parse(source)
  if (ast === undefined) return { reason: UNKNOWN_SYNTAX }
  const tree = new SyntaxTree(source, ast)
  const functions = tree.root.body.map((node) => readFunction(tree, node))
  return functions.every(Boolean) ? { tree, functions } : { reason: UNKNOWN_SHAPE }
}

function readFunction (tree, node) {
  if (node.type !== 'FunctionDeclaration' || node.params.map(({ name }) => name).join() !== PARAMETERS) return
  const declaration = node.body.body[2]
  const declarator = declaration?.declarations?.[0]
  if (!isNamed(declarator?.id, 'output') || declarator.init.value !== '') return

  const nodes = tree.within(node)
  const inner = nodes.filter((each) => each !== node && each.type.includes('Function'))
  const declarerOf = (identifier) => tree.around(identifier, (above) => tree.scopes.get(above)?.has('output'))
  const refersToOutput = (each) => isNamed(each, 'output') && tree.isVariable(each) && declarerOf(each) === node.body
  const references = nodes.filter(refersToOutput)
  const outputs = references.map((identifier) => outputOf(tree, identifier)).filter(Boolean)
  const ends = references.filter((identifier) => isEnd(tree.parents.get(identifier), identifier))
  // A statement in the value of another one overwrites the latter's output.
  const isNested = outputs.some(({ start }, i) => i > 0 && start < outputs[i - 1].end)
  if (outputs.length + ends.length + 1 !== references.length || isNested) return
  return { node, declaration, outputs, ends, nodes, shadows: inner.some(shadows) }
}

function isEnd ({ type, callee, arguments: args }, identifier) {
  return type === 'CallExpression' && isNamed(callee, 'cb') && args.length === 2 && args[0].value === null &&
    args[1] === identifier
}

/** @returns {object | undefined} the statement `output += …;` around the identifier */
function outputOf (tree, identifier) {
  const statement = tree.parents.get(tree.parents.get(identifier))
  return assignmentOf(statement, '+=')?.left === identifier ? statement : undefined
}

/** @returns {boolean} whether a parameter, for example of a loop, hides a variable that the generated code uses */
function shadows ({ params }) {
  return params.some(({ name }) => ['env', 'context', 'frame', 'runtime'].includes(name))
}

module.exports = { readGenerated }
