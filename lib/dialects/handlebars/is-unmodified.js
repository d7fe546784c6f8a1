'use strict'

const { createEscaper } = require('../../page/escape')
const { codeOf, createEscapeCheck, digestOf } = require('../shared/is-unmodified')

/** The source of Handlebars' own `compile`. */
const OWN_COMPILE = /^function\s*\((\w+),\s*(\w+)\)\s*\{\s*return [\w$.(),\s]*compile\)?\(\1,\s*\2,\s*\w+\);?\s*\}$/

const OWN_TEMPLATE = 'function(spec){returnruntime.template(spec,hb);}'

/** The properties of a compiler that apps may override: the dialect uses theirs. */
const CHANGEABLE = new Set(['constructor', 'compiler', 'nameLookup', 'depthedLookup', 'compilerInfo'])

/** Digests of the other methods of the compiler and of the runtime's functions for templates and partials, in the package's main module. */
const KNOWN = new Set([
  'ALd2QU_BC5gP2wA5Vhl4bd66K_0_jdFvoByv1GFd-cg', // 4.7.10
  'ZPp6urM0GauJml5DeBdG3Qf-3LklFlB6i0DUa3WGuqQ', // 4.7.9
  'eUNCj7GHq5YnjMcpN-N1shqLwIkkWdyYBwI00MsN1rU', // 4.7.8
  'M0ubrDcE-2_uvSu4WOAgRFZ152GZeVaVp0kMoDigGWw', // 4.7.7
  'rCr7zQB72xuM4yAVV8QGQW0QhAD7Ak41J-ImDbpdzLI', // 4.7.0 to 4.7.6
])

/** Equals Handlebars' own `escapeExpression` for strings. */
const escape = createEscaper({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;', '`': '&#x60;', '=': '&#x3D;' })

/** The end of the code of `escapeExpression` since Handlebars 4. Strings reach it unchanged. */
const OWN_ESCAPE = /if\(typeofstring!=='string'\)[^]*if\(!possible\.test\(string\)\)\{returnstring;\}returnstring\.replace\(badChars,escapeChar\);\}$/

/** Returns whether a function is Handlebars' own `escapeExpression`. Apps may replace it. */
const isOwnEscape = createEscapeCheck(escape, (code) => OWN_ESCAPE.test(code))

/** Why Handlebars renders all templates of an instance. */
const CHANGED = 'is compiled by functions of Handlebars whose code is unknown'

/** Compiler → the functions that were checked last, and the result. @type {WeakMap<Function, { functions: Function[], isKnown: boolean }>} */
const resultCache = new WeakMap()

/** @returns {boolean} whether an instance has Handlebars' own `compile`, compiler and runtime */
function isOwnCompiler (env) {
  return OWN_COMPILE.test(String(env.compile)) && isUnmodified(env)
}

/** @returns {boolean} whether an instance, whose `compile` may be ours, has Handlebars' own compiler and runtime */
function isUnmodified ({ JavaScriptCompiler, VM, template }) {
  const base = baseOf(JavaScriptCompiler)
  if (base === undefined || codeOf(template) !== OWN_TEMPLATE) return false

  const methods = Object.getOwnPropertyNames(base).filter((name) => !CHANGEABLE.has(name)).map((name) => base[name])
  const functions = [...methods, VM.template, VM.resolvePartial, VM.invokePartial]
  const last = resultCache.get(JavaScriptCompiler)
  if (last?.functions.length === functions.length && last.functions.every((fn, i) => fn === functions[i])) return last.isKnown

  const isKnown = KNOWN.has(digestOf(functions))
  resultCache.set(JavaScriptCompiler, { functions, isKnown })
  return isKnown
}

/** @returns {object | undefined} the prototype of Handlebars' own compiler; nothing if a subclass overrides other methods, or does not compile blocks itself */
function baseOf (JavaScriptCompiler) {
  let { prototype } = JavaScriptCompiler
  if (prototype.compiler !== JavaScriptCompiler) return undefined
  for (let above = Object.getPrototypeOf(prototype); above !== Object.prototype; above = Object.getPrototypeOf(prototype)) {
    if (!Object.getOwnPropertyNames(prototype).every((name) => CHANGEABLE.has(name))) return undefined
    prototype = above
  }
  return prototype
}

module.exports = { CHANGED, escape, isOwnCompiler, isOwnEscape, isUnmodified }
