'use strict'

const { OURS, OUT } = require('../shared/names')
const { evaluate } = require('../shared/parse')
const { PROVIDED } = require('./generated')
const { memberEdits } = require('./members')
const { GIVEN, LOCALS_NAME } = require('./rewrite')
const { analyseVariables } = require('./variables')

/** The number of functions without `with`. The one that keeps it renders other sets of missing locals. */
const MAX_VARIANTS = 16

/**
 * When there are 16, one in 64 renders with a new set compiles a function, in place of the least recently used.
 * Requests may choose the names of locals, and compiling takes as long as dozens of renders.
 */
const MISSES_PER_VARIANT = 64

/**
 * Creates the functions that render one template.
 *
 * Under `with`, JavaScript looks a name up in the locals first. A function without it has variables of the names that
 * the locals have, or members if it calls one. For any other name, JavaScript throws the same ReferenceError at the
 * same place. So each set of names needs a separate function.
 *
 * @param {import('./generated').Generated} generated
 * @param {import('../shared/tree').Edit[]} edits those that make the template write to a splicer
 * @param {import('./output').Output} output what the written code calls X
 * @param {object} options those of the `ejs.Template`
 * @returns {(locals: object) => Chosen | undefined} `undefined` if the locals shadow a name that EJS provides
 *
 * @typedef {object} Chosen
 * @property {Function} run takes (locals, escapeFn, include, rethrow, splicer, locals, given)
 * @property {boolean} seesLocals whether the template can access the locals object itself
 */
function createFunctions (generated, edits, output, options) {
  const { tree } = generated
  const { localsName } = options
  const { reason, variables } = analyseVariables(generated, localsName)
  const build = ({ open = '', close = '', more = [] }) => {
    const body = tree.edited([...edits, ...more])
    return evaluate(assemble({ open, body, close, hasMembers: more.length > 0 }, options), { [OURS]: output })
  }
  if (!generated.hasWith) {
    const plain = { run: build({}), seesLocals: true }
    return () => plain
  }

  let withLocals
  const keepWith = () =>
    (withLocals ??= { run: build({ open: `with (${localsName} || {}) {`, close: '}' }), seesLocals: true })
  const shadowed = variables.map(({ name }) => name).filter((name) => PROVIDED.has(name))
  const used = variables.filter(({ name }) => !PROVIDED.has(name))
  const seesLocals = used.some(({ name }) => name === localsName)
  const create = (present) => {
    const found = used.filter((_, i) => present[i])
    if (found.some((variable) => variable.keepsWith)) return keepWith()
    if (found.some(({ called }) => called)) {
      const more = memberEdits(generated, used, present, options)
      return more ? { run: build({ open: '{', close: '}', more }), seesLocals: true } : keepWith()
    }
    const declarations = found.map(({ name }) => `${name} = ${LOCALS_NAME}.${name}`)
    const open = declarations.length === 0 ? '{' : `var ${declarations.join(', ')};\n{`
    return { run: build({ open, close: '}' }), seesLocals }
  }
  const choose = reason ? keepWith : bySetOfNames(used.map(({ name }) => name), create, keepWith)
  return (locals) => shadowed.some((name) => name in locals) ? undefined : choose(locals)
}

/** @returns {(locals: object) => Chosen} keeps the functions that were used last, by the names that the locals have */
function bySetOfNames (names, create, keepWith) {
  /** The one that was used last is the first. */
  const variants = []
  let misses = 0

  const variantFor = (locals) => {
    const isFor = ({ present }) => names.every((name, i) => Object.hasOwn(locals, name) === present[i])
    const index = variants.findIndex(isFor)
    if (index === 0) return variants[0].chosen
    const isFull = variants.length === MAX_VARIANTS
    if (index === -1 && isFull && ++misses % MISSES_PER_VARIANT !== 0) return keepWith()
    const present = names.map((name) => Object.hasOwn(locals, name))
    const variant = variants[index] ?? { present, chosen: create(present) }
    variants.splice(index === -1 ? MAX_VARIANTS - 1 : index, 1)
    variants.unshift(variant)
    return variant.chosen
  }

  return (locals) => locals[Symbol.unscopables] !== undefined || inheritsNames(locals)
    ? keepWith()
    : variantFor(locals)
}

/** Whether locals inherit from an object other than `Object.prototype`, as Express 4 makes of `__proto__` in JSON. */
function inheritsNames (locals) {
  const prototype = Object.getPrototypeOf(locals)
  return prototype !== Object.prototype && prototype !== null
}

/** @returns {string} the source of `Chosen.run`, with the body between `open` and `close` */
function assemble ({ open, body, close, hasMembers }, { async, compileDebug, filename, localsName, strict }) {
  const parameters = `${localsName}, escapeFn, include, rethrow, ${OUT}, ${LOCALS_NAME}, ${GIVEN}`
  const error = hasMembers ? `${OURS}.withoutMembers(e)` : 'e'
  const failed = compileDebug
    ? `rethrow(${error}, ${OURS}.source, ${OURS}.filename, __line, escapeFn)`
    : `throw ${error}`
  return [
    `return ${async ? 'async ' : ''}function (${parameters}) {`,
    strict && '"use strict"',
    compileDebug && 'var __line = 1',
    (compileDebug || hasMembers) && 'try {',
    open,
    body,
    close,
    (compileDebug || hasMembers) && `} catch (e) {\n${failed}\n}`,
    `${OUT}.complete()`,
    '}',
    compileDebug && filename && `//# sourceURL=${JSON.stringify(filename)}`
  ].filter(Boolean).join('\n')
}

module.exports = { createFunctions }
