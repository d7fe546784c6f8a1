'use strict'

const { codeDigestOf } = require('../dialects/guards/known-code')

/** Text in the source of Express's methods, minified or not, in all versions of Express 4 and 5. */
const SOURCES = {
  'app.render': ['view cache', 'Failed to lookup view'],
  'res.render': ['_locals', '.render(', '.send(', '.next('],
  'res.send': ['etag fn', 'Content-Length', 'Transfer-Encoding']
}

/** Text in the source of wrappers, which call another function in their place. */
const WRAPPER_CALLS = /\.(?:apply|bind|call)\(|\bReflect\b/

/** The digest of `res.render` of Express 4.16 to 5, for speed: to parse its source takes 8 ms in a new process. */
const RENDER = 'xCErF_PkuNT5'

/** All properties and strings in Express's `res.render`. It is short enough for apps to copy and change. */
const RENDER_WORDS = new Set(['_locals', 'app', 'function', 'locals', 'next', 'render', 'req', 'send'])

/** Express's `res.render` calls `render`, `send` and `next`, and builds no string. */
const RENDER_OPERATIONS = 3

/**
 * Method of ours → the method behind it: the one that it replaced on the same object, or else the current one of its
 * prototype, which apps and tracers may patch at any time.
 *
 * @type {WeakMap<Function, { replaced?: Function, holder?: object, name?: string }>}
 */
const ours = new WeakMap()

/** Function → the names in `SOURCES`, and whether it is that. @type {WeakMap<Function, Record<string, boolean>>} */
const methodCache = new WeakMap()

/** @returns {boolean} whether the method is Express's, and no replacement by an app, a plugin or a tracer */
function isExpressMethod (name, method) {
  let names = methodCache.get(method)
  if (names === undefined) methodCache.set(method, names = { __proto__: null })
  names[name] ??= hasSource(name, method)
  return names[name]
}

function hasSource (name, method) {
  const source = Function.prototype.toString.call(method)
  if (!SOURCES[name].every((text) => source.includes(text)) || WRAPPER_CALLS.test(source)) return false
  return name !== 'res.render' || codeDigestOf(method) === RENDER || isPlainRender(source)
}

/** @returns {boolean} whether a function whose source contains all text of `res.render` does nothing beyond it */
function isPlainRender (source) {
  const { SyntaxTree } = require('../dialects/shared/tree')
  const tree = SyntaxTree.of(`(${source})`)
  if (tree === undefined) return false
  const words = [
    ...tree.all('MemberExpression').map(({ computed, property }) => computed ? undefined : property.name),
    ...tree.all('Property').map(({ key }) => key.name),
    ...tree.all('Literal').filter(({ value }) => typeof value === 'string').map(({ value }) => value)
  ]
  const operations = ['CallExpression', 'NewExpression', 'TemplateLiteral'].flatMap((type) => tree.all(type))
  const sums = [...tree.all('BinaryExpression'), ...tree.all('AssignmentExpression')]
    .filter(({ operator }) => operator.startsWith('+'))
  return words.every((word) => RENDER_WORDS.has(word)) && operations.length + sums.length === RENDER_OPERATIONS
}

function originalOf (method) {
  const { replaced, holder, name } = ours.get(method)
  return replaced ?? Object.getPrototypeOf(holder)[name]
}

/** @returns {Function} the method itself, or the first method behind it that is not ours */
function lastOf (method) {
  let last = method
  while (ours.has(last)) last = originalOf(last)
  return last
}

module.exports = { isExpressMethod, lastOf, originalOf, ours }
