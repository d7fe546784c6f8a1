'use strict'

/**
 * The shapes of code that `pug-code-gen` makes, told by their nodes.
 */

/**
 * @param {object | undefined | null} node
 * @param {string} name
 * @returns {boolean}
 */
function isNamed (node, name) {
  return node?.type === 'Identifier' && node.name === name
}

/**
 * @param {object} node
 * @returns {boolean} whether it is a string literal
 */
function isText (node) {
  return node.type === 'Literal' && typeof node.value === 'string'
}

/**
 * `pug_html = pug_html + …;`
 *
 * @param {object} statement
 * @returns {boolean}
 */
function isOutput ({ type, expression }) {
  return type === 'ExpressionStatement' && isAssignmentTo('pug_html', expression) &&
    isSum(expression.right) && isNamed(operandsOf(expression.right)[0], 'pug_html')
}

/**
 * @param {object} node
 * @returns {boolean}
 */
function isSum ({ type, operator }) {
  return type === 'BinaryExpression' && operator === '+'
}

/**
 * @param {object} node
 * @returns {object[]} the operands of a sum, in the order in which they are added
 */
function operandsOf (node) {
  const operands = []
  for (; isSum(node); node = node.left) operands.push(node.right)
  return [node, ...operands.toReversed()]
}

/**
 * `pug_debug_line = 3;`, `pug_debug_filename = "…";` or nothing at all
 *
 * @param {object} statement
 * @returns {boolean}
 */
function isSilent ({ type, expression }) {
  if (type === 'EmptyStatement') return true
  return type === 'ExpressionStatement' && expression.right?.type === 'Literal' &&
    (isAssignmentTo('pug_debug_line', expression) || isAssignmentTo('pug_debug_filename', expression))
}

/**
 * `if ('number' == typeof $$obj.length) …`
 *
 * @param {object} statement of the type `IfStatement`
 * @returns {boolean} whether it is that of a loop `each`, over a list or else an object
 */
function isEachOfList ({ test: { left, right }, alternate }) {
  const { operator, argument } = right ?? {}
  return alternate !== null && left?.value === 'number' && operator === 'typeof' &&
    argument.type === 'MemberExpression' && isNamed(argument.object, '$$obj') && isNamed(argument.property, 'length')
}

/**
 * `null == (pug_interp = …) ? "" : pug_interp`
 *
 * @param {object} node
 * @returns {object | undefined} the node of the value, which is unescaped
 */
function rawValue ({ type, test, consequent, alternate }) {
  if (type !== 'ConditionalExpression' || test.operator !== '==' || test.left.raw !== 'null') return
  if (!isAssignmentTo('pug_interp', test.right) || consequent.value !== '' || !isNamed(alternate, 'pug_interp')) return
  return test.right.right
}

/**
 * `pug_mixins["name"] = pug_interp = function (…) {…};`
 *
 * @param {object} statement
 * @returns {object | undefined} the function
 */
function definedMixin ({ type, expression }) {
  if (type !== 'ExpressionStatement' || expression.type !== 'AssignmentExpression' || expression.operator !== '=') return
  const { left, right } = expression
  return isMixin(left) && isAssignmentTo('pug_interp', right) && right.right.type === 'FunctionExpression' ? right.right : undefined
}

/**
 * `pug_mixins["name"](…);` or `pug_mixins["name"].call({…}, …);`
 *
 * @param {object} statement
 * @returns {{ mixin: object, context?: object } | undefined} the node `pug_mixins["name"]`,
 *   and the object with `block` and `attributes`
 */
function calledMixin ({ type, expression }) {
  if (type !== 'ExpressionStatement' || expression.type !== 'CallExpression') return
  const { callee, arguments: args } = expression
  if (isMixin(callee)) return { mixin: callee }
  if (callee.type === 'MemberExpression' && isMixin(callee.object) && isNamed(callee.property, 'call') && !callee.computed) {
    return { mixin: callee.object, context: args[0] }
  }
}

/**
 * `(function (…) {…}).call(this, …);`, as around the page and each loop
 *
 * @param {object} statement
 * @returns {{ fn: object, context: object } | undefined} the function, and the
 *   node of its `this`
 */
function inlineFunction ({ type, expression }) {
  if (type !== 'ExpressionStatement' || expression.type !== 'CallExpression') return
  const { callee, arguments: [context] } = expression
  if (callee.type !== 'MemberExpression' || callee.computed || !isNamed(callee.property, 'call')) return
  const fn = callee.object
  if (fn.type !== 'FunctionExpression' || fn.id || fn.async || fn.generator || context?.type !== 'ThisExpression') return
  return { fn, context }
}

/**
 * `for (pug_interp = 1; pug_interp < arguments.length; pug_interp++) { rest.push(arguments[pug_interp]); }`
 *
 * @param {object} statement
 * @returns {object[]} its identifiers `pug_interp` and `arguments`; none if it is another loop
 */
function restLoop ({ init, test, update, body }) {
  if (!isAssignmentTo('pug_interp', init) || !isNamed(test?.left, 'pug_interp') || !isNamed(update?.argument, 'pug_interp')) return []
  const push = body.body?.[0]?.expression
  const item = push?.arguments?.[0]
  if (!isNamed(test.right.object, 'arguments') || !isNamed(item?.object, 'arguments') || !isNamed(item.property, 'pug_interp')) return []
  return [init.left, test.left, update.argument, test.right.object, item.object, item.property]
}

/**
 * @param {string} name
 * @param {object | undefined | null} node
 * @returns {boolean}
 */
function isAssignmentTo (name, node) {
  return node?.type === 'AssignmentExpression' && node.operator === '=' && isNamed(node.left, name)
}

/**
 * @param {object} node
 * @returns {boolean}
 */
function isMixin ({ type, object, computed }) {
  return type === 'MemberExpression' && computed && isNamed(object, 'pug_mixins')
}

module.exports = { calledMixin, definedMixin, inlineFunction, isEachOfList, isNamed, isOutput, isSilent, isText, operandsOf, rawValue, restLoop }
