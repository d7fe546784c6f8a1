'use strict'

const { createEscaper } = require('../../page/escape')
const guard = require('../guards/handlebars.json')
const { CheckedMethods, KnownCode } = require('../guards/known-code')
const { createEscapeCheck } = require('../guards/probes')

const known = new KnownCode(guard)

/** Functions that `create()` makes for each instance. */
const isKnownCompile = known.recognizer('Handlebars', 'compile')
const isKnownTemplate = known.recognizer('Handlebars', 'template')

/** The properties of a compiler that apps may override: the dialect uses theirs. */
const CHANGEABLE = new Set(['constructor', 'compiler', 'nameLookup', 'depthedLookup', 'compilerInfo'])

/** Equals Handlebars' `escapeExpression` for strings. */
const escapeAsHandlebars = createEscaper({
  '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;', '`': '&#x60;', '=': '&#x3D;'
})

/** Returns whether a function is Handlebars' `escapeExpression`. Apps may replace it. */
const isHandlebarsEscape = createEscapeCheck(escapeAsHandlebars, known.recognizer('Utils', 'escapeExpression'))

/**
 * Prototype of a compiler → the runtime beside it and the methods of both, if known.
 *
 * @type {WeakMap<object, { VM: object, methods: CheckedMethods, count: number }>}
 */
const methodCache = new WeakMap()

/** @returns {boolean} whether the `compile`, compiler and runtime of an instance are Handlebars' */
function hasKnownCompiler (env) {
  return isKnownCompile(env.compile) && findUnknown(env) === undefined
}

/** Finds the first function of compiler and runtime with unknown code. `compile` may be ours. */
function findUnknown ({ JavaScriptCompiler, VM, template }) {
  const base = baseOf(JavaScriptCompiler)
  if (base === undefined) return 'JavaScriptCompiler'
  if (!isKnownTemplate(template)) return 'Handlebars.template'

  const names = Object.getOwnPropertyNames(base).filter((name) => !CHANGEABLE.has(name))
  const last = methodCache.get(base)
  if (last?.VM === VM && last.count === names.length && last.methods.findReplaced() === undefined) return undefined

  const methods = new CheckedMethods(known)
  const unknown = methods.findUnknown('JavaScriptCompiler', base, names) ?? methods.findUnknown('VM', VM)
  if (unknown === undefined) methodCache.set(base, { VM, methods, count: names.length })
  return unknown
}

/** Gives the prototype of Handlebars' compiler, if subclasses override nothing else and compile blocks themselves. */
function baseOf (JavaScriptCompiler) {
  let { prototype } = JavaScriptCompiler
  if (prototype.compiler !== JavaScriptCompiler) return undefined
  while (Object.getPrototypeOf(prototype) !== Object.prototype) {
    if (!Object.getOwnPropertyNames(prototype).every((name) => CHANGEABLE.has(name))) return undefined
    prototype = Object.getPrototypeOf(prototype)
  }
  return prototype
}

module.exports = { escapeAsHandlebars, findUnknown, guard, hasKnownCompiler, isHandlebarsEscape }
