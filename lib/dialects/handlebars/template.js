'use strict'

const { CappedMap } = require('../shared/capped-map')
const { OURS } = require('../shared/names')
const { Programs, createCompiler } = require('./compiler')
const { escapeAsHandlebars, findUnknown, guard, hasKnownCompiler, isHandlebarsEscape } = require('./is-unmodified')
const { cacheSetup } = require('./setup-cache')
const { AS_PARTIAL, DIALECT, SPLICE, SPLICES, callPartial, inserted, markBlock } = require('./render')
const { unknownCode, unrecognized } = require('../guards/unrecognized')

/** Whether the next main program to run writes to the page. */
let splicesNext = false

/** @returns {Function} a template of Handlebars; one that splices, where the engine's compiler is unmodified */
function createTemplate (engine, source, options) {
  if (!hasKnownCompiler(engine)) return engine.compile(source, options)

  // Handlebars compiles a partial at each render if the block of its call defines inline partials.
  const templateCache = new CappedMap()
  const compile = (text, options) => {
    // Handlebars rejects a partial that is neither, takes half the time for one that is not kept, and escapes in each
    // by the function that it has at compilation.
    const isKept = typeof text === 'string' && !templateCache.refuses(text)
    if (!isKept || !isHandlebarsEscape(env.Utils.escapeExpression)) return engine.compile(text, options)
    return templateCache.getOrCreate(text, () => compileTemplate(env, text, options))
  }
  const env = Object.create(engine, { compile: { __proto__: null, value: compile } })
  return compileTemplate(env, source, options)
}

/**
 * Compiles a template as `Handlebars.compile` does, on its first call. By default the template returns a string, from
 * the engine's programs. Called with options marked by `SPLICE`, it writes to the page and returns '' or a value that
 * could not be spliced. Both use one container, since Handlebars stores there what a render changes.
 *
 * @param {object} env an instance of Handlebars whose `compile` returns such templates
 */
function compileTemplate (env, source, options) {
  let compiled
  const compile = () => {
    if (compiled !== undefined) return compiled
    const { spec, environment, reason } = compileSpec(env, source, options)
    const partials = argumentsOf(environment, 'invokePartial').filter(([isDynamic]) => !isDynamic)
      .map(([, name]) => name)
    compiled = Object.assign(env.VM.template(spec, env), { reason, partials })
    if (!spec.useDecorators) cacheSetup(env, compiled)
    return compiled
  }
  const run = (context, execOptions, splices) => {
    const outer = splicesNext
    splicesNext = splices
    try {
      return compile()(context, execOptions)
    } finally {
      splicesNext = outer
    }
  }
  const template = (context, execOptions) => {
    const mark = execOptions?.[SPLICE]
    if (mark === AS_PARTIAL) markBlock(execOptions)
    return run(context, execOptions, mark !== undefined)
  }
  template._setup = (setupOptions) => compile()._setup(setupOptions)
  template._child = (...args) => compile()._child(...args)
  template[SPLICES] = true
  template[DIALECT] = {
    source,
    write: (context, execOptions) => run(context, execOptions, true),
    compile,
    create: (text = source) => compileTemplate(env, text, options)
  }
  return template
}

/**
 * @returns {{ spec: object, environment: object, reason?: string }} Handlebars' template specification with programs
 *   that write to the page, the environment that it was compiled from, and why the main program or any does not write
 * @throws Handlebars' error for a source that cannot be compiled
 */
function compileSpec (env, source, options) {
  const settings = { data: true, ...options }
  if (settings.compat) settings.useDepths = true
  const environment = new env.Compiler().compile(env.parse(source, settings), settings)
  const engineSpec = new env.JavaScriptCompiler().compile(environment, settings, undefined, true)

  const reason = reasonAgainstPrograms(env, environment)
  if (reason !== undefined) {
    return { spec: { ...engineSpec, main: mainOf(engineSpec.main, engineSpec.main) }, environment, reason }
  }

  let count = 0
  while (count in engineSpec) count++
  const programs = new Programs(count)
  const Compiler = createCompiler(env, programs)
  const compiled = new Compiler().compile(environment, settings, undefined, false)
  const partial = (container, given, context, options) => callPartial(env, container, given, context, options)
  const code = Object.hasOwn(compiled, 'code') ? compiled.code : compiled
  const written = new Function(OURS, `return ${code}`)( // eslint-disable-line no-new-func
    { ...inserted, fragments: programs.fragments, engineSpec, partial })

  const { adds, splices } = programs.traits.main
  const spec = { ...engineSpec, main: mainOf(engineSpec.main, splices ? written.main : engineSpec.main) }
  if (Object.hasOwn(engineSpec, 'main_d')) spec.main_d = written.main_d
  for (let i = 0; i < count; i++) {
    spec[count + i] = written[i]
    if (engineSpec[`${i}_d`]) spec[`${i}_d`] = spec[`${count + i}_d`] = written[`${i}_d`]
  }
  return {
    spec,
    environment,
    reason: adds ? 'starts with what may be a number, to which Handlebars adds the rest' : undefined
  }
}

/** @returns {string | undefined} why the template cannot be spliced: its programs may change or return numbers */
function reasonAgainstPrograms (env, environment) {
  const unknown = findUnknown(env)
  if (unknown !== undefined) return unrecognized(guard, env, unknownCode(guard, unknown))
  if (!isHandlebarsEscape(env.Utils.escapeExpression)) return 'is escaped by a function of the app'
  return argumentsOf(environment, 'registerDecorator').some(([, name]) => name !== 'inline')
    ? 'uses a decorator of the app'
    : undefined
}

/** @returns {unknown[][]} the arguments of each of these instructions of Handlebars' compiler, also in blocks */
function argumentsOf ({ opcodes, children }, name) {
  return [
    ...opcodes.filter(({ opcode }) => opcode === name).map(({ args }) => args),
    ...children.flatMap((child) => argumentsOf(child, name))
  ]
}

/** Returns a main program that runs the engine's or the one that writes to the page. */
function mainOf (engineMain, written) {
  let isPrepared = false
  return function (container, depth0, helpers, partials, data, blockParams, depths) {
    const program = splicesNext ? written : engineMain
    splicesNext = false
    if (!isPrepared) {
      isPrepared = true
      // As a prototype, it is no dictionary to V8, which finds a helper faster.
      Object.create(Object(helpers))
      const { escapeExpression } = container
      if (isHandlebarsEscape(escapeExpression)) {
        container.escapeExpression = (value) => typeof value === 'string'
          ? escapeAsHandlebars(value)
          : escapeExpression(value)
      }
    }
    return program(container, depth0, helpers, partials, data, blockParams, depths)
  }
}

module.exports = { compileSpec, createTemplate }
