'use strict'

const { SyntaxTree } = require('../dialects/shared/syntax-tree')

/** What the source of Express's own methods holds, minified or not, in all versions of Express 4 and 5. */
const SOURCES = {
  'app.render': ['view cache', 'Failed to lookup view'],
  'res.render': ['_locals', '.render(', '.send(', '.next('],
  'res.send': ['etag fn', 'Content-Length', 'Transfer-Encoding']
}

/** What only those hold that call another function in their place. */
const CALLS = /\.(?:apply|bind|call)\(|\bReflect\b/

/** All properties and strings of Express's `res.render`, which is short enough for apps to write one of their own after it. */
const RENDER_WORDS = new Set(['_locals', 'app', 'function', 'locals', 'next', 'render', 'req', 'send'])

/** Express's calls `render`, `send` and `next`, and makes no string. */
const RENDER_OPERATIONS = 3

/**
 * Method of ours → what it replaces: the object's own method, else what its prototype has when it is
 * called, which apps and tracers may patch at any time.
 *
 * @type {WeakMap<Function, { own?: Function, holder?: object, name?: string }>}
 */
const ours = new WeakMap()

/** Function → the names of the methods of Express that it is, and is not. @type {WeakMap<Function, Record<string, boolean>>} */
const checked = new WeakMap()

/**
 * Tells a method of Express from one that an app, a plugin or a tracer has put in its place.
 *
 * @param {keyof typeof SOURCES} name
 * @returns {boolean} whether it is Express's own
 */
function isExpressOwn (name, method) {
  let names = checked.get(method)
  if (names === undefined) checked.set(method, names = {})
  names[name] ??= hasSource(name, Function.prototype.toString.call(method))
  return names[name]
}

function hasSource (name, source) {
  return SOURCES[name].every((text) => source.includes(text)) && !CALLS.test(source) && (name !== 'res.render' || isPlainRender(source))
}

/**
 * @param {string} source of a function that does at least what `res.render` does
 * @returns {boolean} whether it does nothing else
 */
function isPlainRender (source) {
  const tree = SyntaxTree.of(`(${source})`)
  if (tree === undefined) return false
  const words = [
    ...tree.all('MemberExpression').map(({ computed, property }) => computed ? undefined : property.name),
    ...tree.all('Property').map(({ key }) => key.name),
    ...tree.all('Literal').filter(({ value }) => typeof value === 'string').map(({ value }) => value)
  ]
  const operations = ['CallExpression', 'NewExpression', 'TemplateLiteral'].flatMap((type) => tree.all(type))
  const sums = [...tree.all('BinaryExpression'), ...tree.all('AssignmentExpression')].filter(({ operator }) => operator.startsWith('+'))
  return words.every((word) => RENDER_WORDS.has(word)) && operations.length + sums.length === RENDER_OPERATIONS
}

/**
 * @param {Function} method of ours
 * @returns {Function} the one that it is in front of
 */
function behind (method) {
  const { own, holder, name } = ours.get(method)
  return own ?? Object.getPrototypeOf(holder)[name]
}

/** @returns {Function} the method, or the first one behind it that is not ours */
function lastOf (method) {
  return ours.has(method) ? lastOf(behind(method)) : method
}

module.exports = { behind, isExpressOwn, lastOf, ours }
