'use strict'

const { SyntaxTree } = require('../template/syntax-tree')

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

/** It calls `render`, `send` and `next`, and makes no string. */
const RENDER_OPERATIONS = 3

/** What each method of ours stands in front of. @type {WeakMap<Function, () => Function>} */
const ours = new WeakMap()

/** What is known of each function. @type {Record<keyof typeof SOURCES, WeakMap<Function, boolean>>} */
const known = { 'app.render': new WeakMap(), 'res.render': new WeakMap(), 'res.send': new WeakMap() }

/**
 * Tells a method of Express from one that an app, a plugin or a tracer has put in its place.
 *
 * @param {keyof typeof SOURCES} name
 * @returns {boolean} whether it is Express's own
 */
function isExpressOwn (name, method) {
  let isOwn = known[name].get(method)
  if (isOwn === undefined) {
    const source = Function.prototype.toString.call(method)
    isOwn = SOURCES[name].every((text) => source.includes(text)) && !CALLS.test(source) && (name !== 'res.render' || isPlainRender(source))
    known[name].set(method, isOwn)
  }
  return isOwn
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

/** @returns {Function} it, or the first one behind it that is not ours */
function lastOf (method) {
  const behind = ours.get(method)
  return behind === undefined ? method : lastOf(behind())
}

module.exports = { isExpressOwn, lastOf, ours }
