'use strict'

const engineOfPug = require('./engine')
const { generate, pick } = require('./generate')
const { createProgram } = require('./program')
const { STORED, engineFallback } = require('../shared/engine-fallback')
const { reuse } = require('../shared/reuse')

const { fallbackReason, runtimeOf } = engineOfPug

/** The code of Pug's functions that the dialect has made. @type {WeakMap<Function, { body, dependencies }>} */
const generated = new WeakMap()

/**
 * Compiles a Pug template. Pug compiles it, with all templates that it includes and extends, to JavaScript. The dialect
 * rewrites that code to write long static text to a splicer.
 *
 * @param {import('../dialect').Context} context with Pug's compile options
 * @returns {import('../../../types/template').Program & { dependencies: string[] }} `dependencies` are the files that
 *   Pug reads for the template
 * @throws Pug's error for a template or options that it cannot compile
 */
function compile (source, { filename, engine, options, previous, stored }) {
  const known = generated.get(stored)
  if (stored && !known) return byPug(stored, filename, STORED)
  const reason = fallbackReason(engine)
  if (reason) return byPug(stored ?? engine.compile(source, { ...pick(options), filename }), filename, reason)

  const code = known ?? generate(source, { filename, engine, options })
  const compileDebug = options.compileDebug !== false
  const inlineRuntimeFunctions = Boolean(options.inlineRuntimeFunctions)
  const isNamed = seesFilename(code.body, options)
  const key = [code.body, filename, runtimeOf(engine), compileDebug, inlineRuntimeFunctions, isNamed]
  return reuse(previous, key, () => {
    const program = createProgram(code, runtimeOf(engine), { compileDebug, inlineRuntimeFunctions })
    generated.set(program.compiled, code)
    return isNamed ? named(program, filename) : program
  })
}

function byPug (render, filename, reason) {
  const { dependencies = [] } = render
  return named(Object.assign(engineFallback(render, reason), { compiled: render, dependencies }), filename)
}

/** @returns {boolean} whether the template may read the local `filename` */
function seesFilename (body, { self }) {
  // Pug's code mentions `locals` twice: as its parameter, and where it reads them.
  return Boolean(self) || /\b(?:filename|eval)\b/.test(body) || body.match(/\blocals\b/g)?.length > 2
}

/** Adds `filename` to the locals, as Pug's `renderFile` does. */
function named (program, filename) {
  return Object.assign((out, locals) => {
    locals.filename = filename
    return program(out, locals)
  }, program)
}

module.exports = { ...engineOfPug, compile, expressFunction: (engine) => engine.__express }
