'use strict'

const { guardEnd, guardStart } = require('./guards')
const { isCall, isMember, isNamed } = require('./shapes')

/**
 * What Nunjucks generates for `{% include %}`: three tasks for a waterfall, which runs
 * them at once.
 *
 *     var tasks = [];
 *     tasks.push(function(callback) {
 *       env.getTemplate(name, …, function(t_2,t_1) { if(t_2) { cb(t_2); return; } callback(null,t_1);});
 *     });
 *     tasks.push(function(template, callback){
 *       template.render(…, function(t_4,t_3) { if(t_4) { cb(t_4); return; } callback(null,t_3);});
 *     });
 *     tasks.push(function(result, callback){ output += result; callback(null); });
 *     env.waterfall(tasks, function(){ the rest });
 *
 * @typedef {object} Include
 * @property {object} tasks the first statement
 * @property {object} get the call of `env.getTemplate`
 * @property {object} render the call of `template.render`
 * @property {object} output the statement `output += result;`
 * @property {object} waterfall the last statement
 */

/**
 * @param {import('./generated').GeneratedFunction} fn
 * @param {import('../../template/syntax-tree').SyntaxTree} tree
 * @returns {Include[]}
 */
function includesOf (fn, tree) {
  return fn.nodes.filter(isTasks).map((statement) => {
    const parent = tree.parents.get(statement)
    const list = parent.body ?? parent.consequent
    return readInclude(list.slice(list.indexOf(statement)))
  }).filter(Boolean)
}

/** `var tasks = [];` */
function isTasks ({ type, declarations }) {
  return type === 'VariableDeclaration' && isNamed(declarations[0].id, 'tasks') && declarations[0].init?.type === 'ArrayExpression'
}

/**
 * @param {object[]} statements
 * @returns {Include | undefined} nothing if they are of another shape
 */
function readInclude ([tasks, ...statements]) {
  const [first, second, third] = statements.slice(0, 3).map(taskOf)
  const waterfall = statements[3]
  if (!first || !second || !third || !isCall(waterfall?.expression, 'env', 'waterfall')) return

  const get = first[0].expression
  const render = second[0].expression
  const output = third[0]
  if (!isCall(get, 'env', 'getTemplate') || !isMember(render?.callee, 'template', 'render')) return
  if (!isCallback(get.arguments.at(-1)) || !isCallback(render.arguments.at(-1))) return
  return isNamed(output.expression.right, 'result') ? { tasks, get, render, output, waterfall } : undefined
}

/**
 * @param {object | undefined} statement `tasks.push(function(…) {…});`
 * @returns {object[] | undefined} the statements in it
 */
function taskOf (statement) {
  return isCall(statement?.expression, 'tasks', 'push') ? statement.expression.arguments[0].body.body : undefined
}

/**
 * @param {object} node
 * @returns {boolean} whether it is `function(t_2,t_1) { if(t_2) { cb(t_2); return; } callback(null,t_1); }`
 */
function isCallback ({ params, body }) {
  const [, last, ...more] = body.body
  return params.length === 2 && more.length === 0 && isNamed(last.expression.callee, 'callback') && isNamed(last.expression.arguments[1], params[1].name)
}

/**
 * Makes one callback in the other of the tasks. What is thrown in them fails the function.
 *
 * @param {Include} include
 * @param {(name: string) => string} append gives the statement that appends what a
 *   variable holds
 * @returns {{ start: number, end: number, code: string }[]}
 */
function includeEdits ({ tasks, get, render, waterfall }, append) {
  const [got, rendered] = [get, render].map((call) => call.arguments.at(-1))
  const rest = waterfall.expression.arguments[1].body
  return [
    { start: tasks.start, end: get.start, code: '' },
    ...guardStart(get),
    { start: lastOf(got).start, end: render.callee.object.end, code: `__brSpliced(${got.params[1].name})` },
    { start: lastOf(rendered).start, end: rest.start + 1, code: append(rendered.params[1].name) },
    { start: waterfall.expression.end, end: waterfall.expression.end, code: guardEnd(get) }
  ]
}

/**
 * @param {Include} include
 * @returns {{ start: number, end: number }} where the callback is that `render` gets by those edits
 */
function callbackOf ({ render, waterfall }) {
  return { start: render.arguments.at(-1).start, end: waterfall.expression.arguments[1].end }
}

/**
 * @param {object} callback
 * @returns {object} its last statement
 */
function lastOf ({ body }) {
  return body.body.at(-1)
}

module.exports = { callbackOf, includeEdits, includesOf }
