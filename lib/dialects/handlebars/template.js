'use strict'

const { OURS } = require('../shared/names')
const { Programs, createCompiler } = require('./compiler')
const { keepWrapped } = require('./wrapped-helpers')
const { escapeAsHandlebars, findUnknown, guard, hasKnownCompiler, isHandlebarsEscape } = require('./engine')
const { AS_PAGE, DIALECT, SPLICES, inserted, partialToCall, writesToPage } = require('./render')
const { unknownCode, unrecognized } = require('../guards/unrecognized')

/** @returns {Function} a template of Handlebars; one that splices if the engine's compiler is unmodified */
function createTemplate (engine, source, options) {
  if (!hasKnownCompiler(engine)) return engine.compile(source, options)

  const specCache = new Map()
  // Handlebars compiles a partial that is a string at each render if the call gives partials, or if its block defines
  // some. Here it is compiled once, if it is registered: the locals could give any number of others.
  const compile = (text, options) => {
    if (!specCache.has(text)) {
      const registered = Object.values(engine.partials)
      if (typeof text !== 'string' || !registered.includes(text)) return engine.compile(text, options)
      for (const key of specCache.keys()) if (!registered.includes(key)) specCache.delete(key)
      specCache.set(text, lazily(() => compileSpec(env, text, options)))
    }
    return compileTemplate(env, text, options, specCache.get(text))
  }
  const env = Object.create(engine, {
    compile: { __proto__: null, value: compile },
    helpers: { __proto__: null, writable: true, value: {} }
  })
  return compileTemplate(env, source, options)
}

/** Returns a function that gives the result of the first call that does not throw. */
function lazily (create) {
  let value
  return () => (value ??= create())
}

/**
 * Compiles a template as `Handlebars.compile` does, on its first call. By default the template returns a string, from
 * the engine's programs. Called with options marked by `SPLICE`, it writes to the page and returns '' or a value that
 * could not be spliced. Both use one container, since Handlebars stores there what a render changes.
 *
 * @param {object} env an instance of Handlebars whose `compile` returns such templates
 * @param {() => object} [specOf] gives the result of `compileSpec`, which templates of one source share
 */
function compileTemplate (env, source, options, specOf = lazily(() => compileSpec(env, source, options))) {
  const compile = lazily(() => {
    const { spec: { ...spec }, spliced, partials, reason } = specOf()
    const { main: text } = spec
    spec.container = (container) => container
    const render = env.VM.template(spec, env)
    const container = render._child('container', undefined, [], [])()
    keepWrapped(env, render, container)
    const { escapeExpression } = container
    if (!isHandlebarsEscape(escapeExpression)) return { render, spec, text, spliced: text, partials, reason }
    const escape = (value) => typeof value === 'string' ? escapeAsHandlebars(value) : escapeExpression(value)
    container.escapeExpression = escape
    return { render, spec, text, spliced, partials, reason }
  })
  // One function: recursive partials are to nest about as deep as with Handlebars.
  const template = (context, execOptions, how) => {
    const compiled = compile()
    const outer = compiled.spec.main
    compiled.spec.main = how === AS_PAGE || writesToPage(execOptions) ? compiled.spliced : compiled.text
    try {
      return compiled.render(context, execOptions)
    } finally {
      compiled.spec.main = outer
    }
  }
  template._setup = (setupOptions) => compile().render._setup(setupOptions)
  template._child = (...args) => compile().render._child(...args)
  template[SPLICES] = true
  template[DIALECT] = {
    source,
    write: (context, execOptions) => template(context, execOptions, AS_PAGE),
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
  const partials = argumentsOf(environment, 'invokePartial').filter(([isDynamic]) => !isDynamic).map(([, name]) => name)
  const engineSpec = new env.JavaScriptCompiler().compile(environment, settings, undefined, true)

  const reason = fallbackReason(env, environment)
  if (reason !== undefined) return { spec: engineSpec, spliced: engineSpec.main, environment, partials, reason }

  let count = 0
  while (count in engineSpec) count++
  const programs = new Programs(count)
  const Compiler = createCompiler(env, programs)
  const compiled = new Compiler().compile(environment, settings, undefined, false)
  const partial = (given, context, options) => partialToCall(env, given, context, options)
  const code = Object.hasOwn(compiled, 'code') ? compiled.code : compiled
  const given = { ...inserted, fragments: programs.fragments, engineSpec, partial }
  const written = new Function(OURS, `return ${code}`)(given) // eslint-disable-line no-new-func

  const { adds, splices } = programs.traits.main
  const spec = { ...engineSpec }
  const spliced = splices ? written.main : spec.main
  if (Object.hasOwn(engineSpec, 'main_d')) spec.main_d = spliced.decorator = written.main_d
  for (let i = 0; i < count; i++) {
    spec[count + i] = written[i]
    if (engineSpec[`${i}_d`]) spec[`${i}_d`] = spec[`${count + i}_d`] = written[`${i}_d`]
  }
  if (!adds) return { spec, spliced, environment, partials }
  const mayAdd = 'starts with what may be a number, to which Handlebars adds the rest'
  return { spec, spliced, environment, partials, reason: mayAdd }
}

/** @returns {string | undefined} why the template cannot be spliced: its programs may change or return numbers */
function fallbackReason (env, environment) {
  const unknown = findUnknown(env)
  if (unknown !== undefined) return unrecognized(guard, env, unknownCode(guard, unknown))
  if (!isHandlebarsEscape(env.Utils.escapeExpression)) return 'is escaped by a function of the app'
  return argumentsOf(environment, 'registerDecorator').some(([, name]) => name !== 'inline')
    ? 'uses a decorator of the app'
    : undefined
}

/** @returns {unknown[][]} the arguments of each of these instructions of Handlebars' compiler, even in blocks */
function argumentsOf ({ opcodes, children }, name) {
  return [
    ...opcodes.filter(({ opcode }) => opcode === name).map(({ args }) => args),
    ...children.flatMap((child) => argumentsOf(child, name))
  ]
}

module.exports = { compileSpec, createTemplate }
