'use strict'

const { memoize } = require('../../util/memoize')
const { OURS, OUT } = require('../shared/names')
const { evaluate } = require('../shared/parse')
const { usesThis } = require('../shared/uses-this')
const { PROVIDED } = require('./generated')
const { LOCALS_NAME } = require('./rewrite')
const { analyseVariables } = require('./variables')

/** The number of functions with direct variables. The one that keeps `with` renders other sets of missing locals. */
const MAX_VARIANTS = 16

/**
 * Once there are so many, one of this many renders with another set compiles a function, in place of the least recently
 * used. Requests may choose the names of locals, and to compile takes as long as dozens of renders.
 */
const MISSES_PER_VARIANT = 64

/**
 * Creates the functions that render one template.
 *
 * Under `with`, JavaScript looks a name up in the locals first. A function with direct variables declares the names
 * that the locals have. For any other name, JavaScript throws the same ReferenceError at the same place. So each set of
 * names needs a separate function.
 *
 * @param {string} body the rewritten statements
 * @param {import('./output').Output} output what these call X
 * @param {object} options of the `ejs.Template`
 * @returns {(locals: object) => Chosen | undefined} `undefined` if the locals shadow a name that EJS provides
 *
 * @typedef {object} Chosen
 * @property {Function} run takes (locals, escapeFn, include, rethrow, splicer, original), the original being the locals
 * @property {boolean} seesLocals whether the template can access the locals object itself
 */
function createFunctions (generated, body, output, options) {
  const { localsName } = options
  const { reason, variables } = analyseVariables(generated, localsName)
  const build = (open, close) => evaluate(assemble(body, options, open, close), { [OURS]: output })

  if (!generated.hasWith) {
    const plain = { run: build('', ''), seesLocals: true }
    return () => plain
  }

  let withLocals
  const keepWith = () => (withLocals ??= { run: build(`with (${localsName} || {}) {`, '}'), seesLocals: true })
  const seesLocals = generated.tree.freeReferences.some(({ identifier }) => identifier.name === localsName)
  const chooseDirect = reason ? keepWith : directVariables(variables, seesLocals, build, keepWith)
  const shadowed = variables.map(({ name }) => name).filter((name) => PROVIDED.has(name))
  return (locals) => shadowed.some((name) => name in locals) ? undefined : chooseDirect(locals)
}

function directVariables (variables, seesLocals, build, keepWith) {
  const names = variables.map(({ name }) => name)
  /** The one that was used last is the first. */
  const variants = []
  let misses = 0

  const createVariant = (present) => {
    const found = variables.filter((_, index) => present[index])
    if (found.some(({ written }) => written)) return { present, ...keepWith(), called: [] }

    const declarations = found.map(({ name }) => `${name} = ${LOCALS_NAME}.${name}`)
    const open = declarations.length === 0 ? '{' : `var ${declarations.join(', ')};\n{`
    const called = found.filter((variable) => variable.called).map(({ name }) => name)
    return { present, run: build(open, '}'), seesLocals, called }
  }

  const variantFor = (locals) => {
    const isFor = ({ present }) => names.every((name, i) => Object.hasOwn(locals, name) === present[i])
    const index = variants.findIndex(isFor)
    if (index === 0) return variants[0]
    const isFull = variants.length === MAX_VARIANTS
    if (index === -1 && isFull && ++misses % MISSES_PER_VARIANT !== 0) return undefined
    const variant = index === -1 ? createVariant(names.map((name) => Object.hasOwn(locals, name))) : variants[index]
    variants.splice(index === -1 ? MAX_VARIANTS - 1 : index, 1)
    variants.unshift(variant)
    return variant
  }

  return (locals) => {
    const variant = variantFor(locals)
    if (variant === undefined || locals[Symbol.unscopables] !== undefined || inheritsNames(locals)) return keepWith()
    return variant.called.every((name) => ignoresThis(locals[name])) ? variant : keepWith()
  }
}

/** Whether locals inherit from another object than `Object.prototype`, as Express 4 makes of `__proto__` in JSON. */
function inheritsNames (locals) {
  const prototype = Object.getPrototypeOf(locals)
  return prototype !== Object.prototype && prototype !== null
}

/** Whether a function may use its `this`, as native ones that are not bound do. */
const needsThis = memoize((fn) => {
  if (usesThis(fn)) return true
  const isNative = Function.prototype.toString.call(fn).includes('[native code]')
  return isNative && !String(Object.getOwnPropertyDescriptor(fn, 'name')?.value).startsWith('bound ')
})

/** @returns {boolean} whether a local that the template calls ignores its `this` */
function ignoresThis (value) {
  return typeof value !== 'function' || !needsThis(value)
}

/** @returns {string} the source of `Chosen.run`, with the body between `open` and `close` */
function assemble (body, { async, compileDebug, filename, localsName, strict }, open, close) {
  return [
    `return ${async ? 'async ' : ''}function (${localsName}, escapeFn, include, rethrow, ${OUT}, ${LOCALS_NAME}) {`,
    strict && '"use strict"',
    compileDebug && 'var __line = 1\ntry {',
    open,
    body,
    close,
    compileDebug && `} catch (e) {\nrethrow(e, ${OURS}.source, ${OURS}.filename, __line, escapeFn)\n}`,
    `${OUT}.complete()`,
    '}',
    compileDebug && filename && `//# sourceURL=${JSON.stringify(filename)}`
  ].filter(Boolean).join('\n')
}

module.exports = { createFunctions, ignoresThis }
