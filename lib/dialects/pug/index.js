'use strict'

const engineOfPug = require('./engine')
const { generate, pick } = require('./generate')
const { compileCode, createProgram } = require('./program')
const { STORED, fallbackProgram } = require('../shared/engine-fallback')
const { reuse } = require('../shared/reuse')

const { fallbackReason, runtimeOf } = engineOfPug

/** What the dialect has compiled: the function of Pug → its code. @type {WeakMap<Function, object>} */
const codes = new WeakMap()

/**
 * Compiles a Pug template. Pug compiles it, with all templates that it includes and extends, to JavaScript. The dialect
 * rewrites that code to write long static text to a splicer.
 *
 * @param {import('../dialect').Context} context has Pug's compile options, and those of `appOptions`
 * @returns {import('../../../types/template').Program & { compiled: Function, dependencies: string[] }} `compiled` is
 *   what `pug.compile` returns, `dependencies` are the files that Pug reads for the template
 * @throws Pug's error for a template or options that it cannot compile
 */
function compile (source, { filename, engine, options, previous, stored }) {
  const { setsCompileDebug } = options
  const known = codes.get(stored)
  const reason = stored && !known ? STORED : fallbackReason(engine)
  if (reason) {
    const render = stored ?? engine.compile(source, { ...pick(options), filename })
    const { dependencies = [] } = render
    const program = Object.assign(fallbackProgram(render, reason), { compiled: render, dependencies })
    return withLocals(program, filename, setsCompileDebug)
  }

  const code = known ?? generate(source, { filename, engine, options })
  const runtime = runtimeOf(engine)
  const compiled = stored ?? compileCode(code, runtime)
  codes.set(compiled, code)
  const { body, compileDebug, dependencies, inlineRuntimeFunctions, self } = code
  const key = [body, filename, runtime, compileDebug, inlineRuntimeFunctions, self, setsCompileDebug]
  const program = reuse(previous, key, () => {
    const program = createProgram(code, compiled, runtime)
    return seesLocals(code) ? withLocals(program, filename, setsCompileDebug) : program
  })
  return Object.assign(program, { compiled, dependencies })
}

/** @returns {boolean} whether the template may read a local that Pug sets */
function seesLocals ({ body, self }) {
  // Pug's code mentions `locals` twice: as its parameter, and where it reads them.
  return self || /\b(?:filename|compileDebug|eval)\b/.test(body) || body.match(/\blocals\b/g)?.length > 2
}

/** Adds `filename` to the locals, as Pug's `renderFile` does, and `compileDebug`, as its `__express` in production. */
function withLocals (program, filename, setsCompileDebug) {
  return Object.assign((out, locals) => {
    if (setsCompileDebug && locals.compileDebug === undefined) locals.compileDebug = false
    locals.filename = filename
    return program(out, locals)
  }, program)
}

module.exports = { ...engineOfPug, compile }
