'use strict'

const { createEscaper } = require('../../page/escape')
const { evaluate, nameFragments } = require('../shared/generated-code')
const { ready, writeAsync, writePage } = require('../shared/output')
const { GIVEN } = require('./generated')
const { rewrite } = require('./rewrite')
const { analyse } = require('./variables')

/** The entities of EJS's own escape function. */
const escape = createEscaper({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' })

/** How many sets of missing locals get a function of their own. Views have few; beyond that, `with` is kept. */
const MOST_VARIANTS = 16

/**
 * Makes the functions that run one template.
 *
 * Under `with`, a name is looked up in the locals and then outside. A function with direct variables declares those
 * names that the locals have and leaves the others to JavaScript, where a missing one is the same ReferenceError at
 * the same place. So there is one such function for each set of names that turned up.
 *
 * @param {import('./generated').Generated} generated
 * @param {object} template the `ejs.Template`
 * @param {boolean} escapesAsDefault the engine's own escape function is in use
 * @returns {{ choose: (locals: object) => Chosen | undefined, usesInclude: boolean }}
 *   `choose` gives nothing if the locals shadow what EJS's own code relies on
 *
 * @typedef {object} Chosen
 * @property {Function} run takes (locals, escapeFn, include, rethrow, splicer, spliceInclude, locals)
 * @property {boolean} seesLocals the object itself can be seen by the template
 */
function createFunctions (generated, template, escapesAsDefault) {
  const { localsName } = template.opts
  const { reason, variables } = analyse(generated, localsName)
  const rewritten = rewrite(generated, escapesAsDefault)
  const { usesInclude } = rewritten
  const build = (open, close) => compile(assemble(rewritten, template.opts, open, close), rewritten.fragments, template)

  if (!generated.hasWith) {
    const plain = { run: build('', ''), seesLocals: true }
    return { choose: () => plain, usesInclude }
  }

  let withLocals
  const keepWith = () => {
    withLocals ??= { run: build(`with (${localsName} || {}) {`, '}'), seesLocals: true }
    return withLocals
  }
  const seesLocals = generated.references.some(({ identifier }) => identifier.name === localsName)
  const chooseDirect = reason ? keepWith : directVariables(variables, seesLocals, build, keepWith)
  const shadowed = variables.map(({ name }) => name).filter((name) => GIVEN.has(name))
  const choose = (locals) => shadowed.some((name) => Object.hasOwn(locals, name)) ? undefined : chooseDirect(locals)
  return { choose, usesInclude }
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
    const known = variants.find(({ present }) => matches(present, names, locals))
    if (known || variants.length === MOST_VARIANTS) return known
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

/** Whether the locals have those names, and those only, that are present. */
function matches (present, names, locals) {
  for (let i = 0; i < names.length; i++) {
    if (Object.hasOwn(locals, names[i]) !== present[i]) return false
  }
  return true
}

/** Maps a function to whether it ignores its `this`. @type {WeakMap<Function, boolean>} */
const thisless = new WeakMap()

/** Whether it makes no difference what the `this` is of a local that the template calls. */
function ignoresThis (value) {
  if (typeof value !== 'function') return true
  let ignores = thisless.get(value)
  if (ignores === undefined) {
    const source = Function.prototype.toString.call(value)
    ignores = source.includes('[native code]') ? String(value.name).startsWith('bound ') : !/\b(?:this|eval|super)\b/.test(source)
    thisless.set(value, ignores)
  }
  return ignores
}

/** @returns {string} the source of a function, see `Chosen.run`; the body stands between `open` and `close` */
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
  if (typeof value !== 'string' && writeAsync(out, value, writeEscaped)) return
  const text = typeof value === 'string' ? value : String(value)
  out.text += escape(text)
}

/** `<%= value %>` with an escape function of the app */
function writeEscapedBy (out, escape, value) {
  const isWritten = typeof value === 'object' && writeAsync(out, value, (inner, given) => writeEscapedBy(inner, escape, given))
  if (!isWritten) writeRaw(out, escape(value))
}

/** `for await (const each of values)`: the page is ready to go whenever it waits for the next one. */
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

/** What rewritten code calls, by its names there. */
const NAMES = { __brRaw: writeRaw, __brEscape: writeEscaped, __brEscapeBy: writeEscapedBy, __brReady: ready, __brEach: each }

module.exports = { createFunctions, escape, ignoresThis }
