'use strict'

const { evaluate, nameFragments } = require('../shared/generated-code')
const { ready, writeAsync, writePage } = require('../shared/output')
const { PROVIDED } = require('./generated')
const { escape } = require('./is-unmodified')
const { rewrite } = require('./rewrite')
const { analyse } = require('./variables')

/** The number of functions with direct variables. Further sets of missing locals are rendered by the function that keeps `with`. */
const MAX_VARIANTS = 16

/**
 * Creates the functions that render one template.
 *
 * Under `with`, JavaScript looks a name up in the locals first. A function with direct variables declares the names that
 * the locals have. For any other name, JavaScript throws the same ReferenceError at the same place. So each set of names
 * needs its own function.
 *
 * @param {import('./generated').Generated} generated
 * @param {object} template the `ejs.Template`
 * @param {boolean} escapesAsDefault whether the engine's own escape function is in use
 * @returns {{ choose: (locals: object) => Chosen | undefined, usesInclude: boolean, includes: Set<string> }}
 *   `choose` returns `undefined` if the locals shadow a name that EJS provides
 *
 * @typedef {object} Chosen
 * @property {Function} run takes (locals, escapeFn, include, rethrow, splicer, spliceInclude, locals)
 * @property {boolean} seesLocals whether the template can access the locals object itself
 */
function createFunctions (generated, template, escapesAsDefault) {
  const { localsName } = template.opts
  const { reason, variables } = analyse(generated, localsName)
  const rewritten = rewrite(generated, escapesAsDefault)
  const { usesInclude, includes } = rewritten
  const build = (open, close) => compile(assemble(rewritten, template.opts, open, close), rewritten.fragments, template)

  if (!generated.hasWith) {
    const plain = { run: build('', ''), seesLocals: true }
    return { choose: () => plain, usesInclude, includes }
  }

  let withLocals
  const keepWith = () => {
    withLocals ??= { run: build(`with (${localsName} || {}) {`, '}'), seesLocals: true }
    return withLocals
  }
  const seesLocals = generated.references.some(({ identifier }) => identifier.name === localsName)
  const chooseDirect = reason ? keepWith : directVariables(variables, seesLocals, build, keepWith)
  const shadowed = variables.map(({ name }) => name).filter((name) => PROVIDED.has(name))
  const choose = (locals) => shadowed.some((name) => Object.hasOwn(locals, name)) ? undefined : chooseDirect(locals)
  return { choose, usesInclude, includes }
}

/** @returns {(locals: object) => Chosen} */
function directVariables (variables, seesLocals, build, keepWith) {
  const names = variables.map(({ name }) => name)
  const variants = []

  const create = (present) => {
    const found = variables.filter((_, index) => present[index])
    if (found.some(({ written }) => written)) return { present, ...keepWith(), called: [] }

    const declarations = found.map(({ name }) => `${name} = __brLocals.${name}`)
    const open = declarations.length === 0 ? '{' : `var ${declarations.join(', ')};\n{`
    const called = found.filter((variable) => variable.called).map(({ name }) => name)
    return { present, run: build(open, '}'), seesLocals, called }
  }

  const find = (locals) => {
    const existing = variants.find(({ present }) => matches(present, names, locals))
    if (existing || variants.length === MAX_VARIANTS) return existing
    const variant = create(names.map((name) => Object.hasOwn(locals, name)))
    variants.push(variant)
    return variant
  }

  return (locals) => {
    const variant = find(locals)
    if (variant === undefined || locals[Symbol.unscopables] !== undefined) return keepWith()
    return variant.called.every((name) => ignoresThis(locals[name])) ? variant : keepWith()
  }
}

/** @returns {boolean} whether the locals have exactly the names that are marked as present */
function matches (present, names, locals) {
  for (let i = 0; i < names.length; i++) {
    if (Object.hasOwn(locals, names[i]) !== present[i]) return false
  }
  return true
}

/** Maps a function to whether it ignores its `this`. @type {WeakMap<Function, boolean>} */
const ignoresThisCache = new WeakMap()

/** @returns {boolean} whether a local that the template calls ignores its `this` */
function ignoresThis (value) {
  if (typeof value !== 'function') return true
  let ignores = ignoresThisCache.get(value)
  if (ignores === undefined) {
    const source = Function.prototype.toString.call(value)
    ignores = source.includes('[native code]') ? String(value.name).startsWith('bound ') : !/\b(?:this|eval|super)\b/.test(source)
    ignoresThisCache.set(value, ignores)
  }
  return ignores
}

/** @returns {string} the source of `Chosen.run`, with the body between `open` and `close` */
function assemble ({ body, usesAppend }, { async, compileDebug, filename, localsName, strict }, open, close) {
  return [
    `return ${async ? 'async ' : ''}function (${localsName}, escapeFn, include, rethrow, __br, __brInclude, __brLocals) {`,
    strict && '"use strict"',
    compileDebug && 'var __line = 1\ntry {',
    usesAppend && 'function __append(s) { __brRaw(__br, s) }',
    open,
    body,
    close,
    compileDebug && '} catch (e) {\nrethrow(e, __brText, __brFilename, __line, escapeFn)\n}',
    '}',
    compileDebug && filename && `//# sourceURL=${JSON.stringify(filename)}`
  ].filter(Boolean).join('\n')
}

function compile (source, fragments, { templateText, opts: { filename } }) {
  return evaluate(source, { ...NAMES, __brText: templateText, __brFilename: filename, ...nameFragments(fragments) })
}

/** `<%- value %>` */
function writeRaw (out, value) {
  if (value === undefined || value === null) return
  if (typeof value !== 'object' || !writePage(out, value)) out.text += value
}

/** `<%= value %>` */
function writeEscaped (out, value) {
  if (value === undefined || value === null) return
  if (typeof value === 'string') out.text += escape(value)
  else if (typeof value === 'number') out.text += value
  else if (!writeAsync(out, value, writeEscaped)) {
    // The conversion may write to the page itself.
    const text = String(value)
    out.text += escape(text)
  }
}

/** `<%= value %>` with an escape function of the app */
function writeEscapedBy (out, escape, value) {
  const isWritten = typeof value === 'object' && writeAsync(out, value, (inner, given) => writeEscapedBy(inner, escape, given))
  if (!isWritten) writeRaw(out, escape(value))
}

/** Wraps the values of `for await`: a streamed page can send its output before each wait. */
function each (out, values) {
  if (typeof values?.[Symbol.asyncIterator] !== 'function') return values
  return {
    [Symbol.asyncIterator] () {
      const iterator = values[Symbol.asyncIterator]()
      return {
        next: () => ready(out, iterator.next()),
        return: (value) => iterator.return?.(value) ?? { done: true, value }
      }
    }
  }
}

/** The functions that rewritten code calls. */
const NAMES = { __brRaw: writeRaw, __brEscape: writeEscaped, __brEscapeBy: writeEscapedBy, __brReady: ready, __brEach: each }

module.exports = { createFunctions, ignoresThis }
