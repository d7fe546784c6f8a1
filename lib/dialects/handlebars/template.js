'use strict'

const { createCompiler } = require('./compiler')
const { fasterThan } = require('./escape')
const { Setup } = require('./setup')
const { AS_PARTIAL, SPLICE, SPLICES, add, callPartial, dual, knowBlock, state, withPrograms, writeRaw } = require('./render')
const { NEVER_SURE } = require('./sum')

/** How many sources of partials an instance's templates remember that cannot be kept where they are registered. */
const MOST_SOURCES = 100

/** Where an opcode of Handlebars' compiler that calls a function by its name has that among its arguments. */
const NAMED_AT = { invokeAmbiguous: 0, invokeHelper: 1, invokeKnownHelper: 1, registerDecorator: 1 }

/** Whether the main program that is about to run is to write to the page. */
let splicesNext = false

/**
 * Compiles a template as `Handlebars.compile` does. What it gives returns a
 * string as well, from the engine's own programs; called with options marked by
 * `SPLICE` it writes to the page, and returns '' or what could not be spliced.
 * Both share one container, since Handlebars keeps in it what a render changes.
 *
 * @param {object} env an instance of Handlebars
 * @param {string} source
 * @param {object} options of `Handlebars.compile`
 * @returns {Function} a template of Handlebars, which is compiled when it is first called:
 *   an app may have partials that cannot be, and never call them
 */
function compileTemplate (env, source, options) {
  const settings = settingsOf(options)
  let compiledOnce
  const variants = new Map()
  const setups = new Map()
  let latest

  const variant = (blocks) => {
    latest = variants.get(blocks)
    if (latest === undefined) {
      const { spec, environment } = compiledOnce ??= compileByEngine(env, source, settings)
      latest = env.template(splicing(env, spec, environment, blocks).spec)
      setups.set(latest, new Setup(env, latest, !spec.useDecorators))
      variants.set(blocks, latest)
    }
    return latest
  }

  function template (context, execOptions) {
    const splices = execOptions?.[SPLICE]
    const compiled = splices === undefined && latest !== undefined ? latest : variant(state.blocks)
    if (splices === AS_PARTIAL) knowBlock(execOptions)
    const setup = setups.get(compiled)
    const outer = splicesNext
    splicesNext = splices !== undefined
    setup.depth++
    try {
      const result = compiled.call(this, context, execOptions)
      setup.isClean = setup.depth === 1
      return result
    } finally {
      setup.depth--
      splicesNext = outer
    }
  }
  template._setup = (setupOptions) => (latest ?? variant(state.blocks))._setup(setupOptions)
  template._child = (...args) => (latest ?? variant(state.blocks))._child(...args)
  template[SPLICES] = true
  return template
}

/**
 * Compiles all of a template, as `compileTemplate` does when it is first called.
 *
 * @param {object} env
 * @param {string} source
 * @param {object} options
 * @param {number} blocks see `ownBlocks`
 * @returns {{ helpers: string[], whole?: string }} what the template may call, and see `splicing`
 * @throws what Handlebars throws for a source that it cannot compile
 */
function compileNow (env, source, options, blocks) {
  const { spec, environment } = compileByEngine(env, source, settingsOf(options))
  const { whole } = splicing(env, spec, environment, blocks)
  return { helpers: namesIn(environment, ['invokeAmbiguous', 'invokeHelper', 'invokeKnownHelper']), whole }
}

/**
 * @param {object} options of `Handlebars.compile`
 * @returns {object} all that it sets for its compiler
 */
function settingsOf (options) {
  const settings = { data: true, ...options }
  if (settings.compat) settings.useDepths = true
  return settings
}

/**
 * @param {object} env
 * @param {string} source
 * @param {object} settings
 * @returns {{ spec: object, environment: object }} see `splicing`
 * @throws what Handlebars throws for a source that it cannot compile
 */
function compileByEngine (env, source, settings) {
  const environment = new env.Compiler().compile(env.parse(source, settings), settings)
  return { environment, spec: new env.JavaScriptCompiler().compile(environment, settings, undefined, true) }
}

/**
 * @param {object} env
 * @param {object} spec what the engine's own compiler made of the template
 * @param {object} environment what it was made of
 * @param {number} blocks see `ownBlocks`
 * @returns {{ spec: object, whole?: string }} the template with programs that write to the
 *   page among its own; or why there are none, or none that the template starts with
 */
function splicing (env, spec, environment, blocks) {
  const own = { ...spec, main: mainOf(spec, spec.main, env) }
  const change = changeBy(environment, blocks)
  if (change !== undefined) return { spec: own, whole: change }

  const count = countOf(spec)
  const { Compiler, fragments, programs } = createCompiler(env, { count, blocks })
  const compiled = new Compiler().compile(environment, spec.compilerOptions, undefined, false)

  const written = instantiate(compiled.code ?? compiled, {
    add,
    dual,
    fragments,
    partial: partialOf(env, spec.compilerOptions),
    textPartial: (container, ...args) => container.invokePartial(...args),
    raw: writeRaw,
    state,
    withPrograms
  })
  if (programs.main.splices) own.main = mainOf(spec, written.main, env)
  if (spec.main_d) own.main_d = written.main_d
  for (let i = 0; i < count; i++) {
    own[count + i] = written[i]
    if (spec[`${i}_d`]) own[`${i}_d`] = own[`${count + i}_d`] = written[`${i}_d`]
  }
  return { spec: own, whole: sumOf(programs.main) }
}

/**
 * @param {object} environment
 * @param {number} blocks
 * @returns {string | undefined} what may change the template's programs at a render
 */
function changeBy (environment, blocks) {
  if (blocks === -1) return 'is rendered with a decorator "inline" that is not Handlebars\' own'
  const name = namesIn(environment, ['registerDecorator']).find((name) => name !== 'inline')
  return name === undefined ? undefined : `uses the decorator "${name}"`
}

/**
 * @param {object} environment
 * @param {(keyof typeof NAMED_AT)[]} kinds of opcodes
 * @returns {string[]} the names in them
 */
function namesIn ({ opcodes, children }, kinds) {
  const own = opcodes.filter(({ opcode }) => kinds.includes(opcode)).map(({ opcode, args }) => args[NAMED_AT[opcode]])
  return [...own, ...children.flatMap((child) => namesIn(child, kinds))]
}

/**
 * @param {import('./programs').Traits} main
 * @returns {string | undefined} why the template starts with the engine's own program, if it
 *   does so for what that returns; without a part that is spliced, it does so as well
 */
function sumOf ({ isString, splices }) {
  return isString === NEVER_SURE && !splices ? 'starts with what may be a number, to which Handlebars adds the rest' : undefined
}

/**
 * @param {object} spec
 * @returns {number} how many programs it has beside the main one
 */
function countOf (spec) {
  let count = 0
  while (count in spec) count++
  return count
}

/**
 * @param {string} code an object of functions
 * @param {object} __br what they use
 * @returns {object}
 */
function instantiate (code, __br) {
  return new Function('__br', `return ${code}`)(__br) // eslint-disable-line no-new-func
}

/**
 * @param {{ main: Function, compilerOptions: object }} spec
 * @param {Function} written the main program that writes
 * @param {object} env
 * @returns {Function} the program that a template starts with
 */
function mainOf ({ main, compilerOptions }, written, env) {
  let known
  return function (container, depth0, helpers, partials, data, blockParams, depths) {
    const program = splicesNext ? written : main
    splicesNext = false
    if (known === undefined) {
      known = container
      container.escapeExpression = fasterThan(container.escapeExpression)
      container.invokePartial = adopting(container.invokePartial, env, compilerOptions)
    }
    return program(container, depth0, helpers, partials, data, blockParams, depths)
  }
}

/**
 * Has the partials that Handlebars would compile when they are first called
 * compiled here, so that they can be spliced later.
 *
 * @param {Function} invokePartial of a container
 * @param {object} env
 * @param {object} compilerOptions
 * @returns {Function}
 */
function adopting (invokePartial, env, compilerOptions) {
  return function (partial, context, options) {
    const found = typeof partial === 'function' ? partial : adopt(env, partial, context, options, compilerOptions, this)
    return invokePartial.call(this, found, context, options)
  }
}

/**
 * @param {object} env
 * @param {object} compilerOptions
 * @returns {Function} calls a partial for a program that writes
 */
function partialOf (env, compilerOptions) {
  return (container, partial, context, options) => {
    const found = typeof partial === 'function' ? partial : adopt(env, partial, context, options, compilerOptions, container)
    return callPartial(container, found, context, options)
  }
}

/** @type {WeakMap<object, Map<string, Function>>} */
const unkept = new WeakMap()

/**
 * Finds a partial as Handlebars does, and compiles it if it is source.
 *
 * @param {object} env
 * @param {unknown} partial what a name gave, or what a dynamic partial is
 * @param {unknown} context
 * @param {object} options of the call
 * @param {object} compilerOptions
 * @param {object} container
 * @returns {unknown}
 */
function adopt (env, partial, context, options, compilerOptions, container) {
  const found = env.VM.resolvePartial.call(container, partial, context, options)
  if (typeof found !== 'string') return found
  // Handlebars keeps what it compiled in a copy of the partials then.
  if (options.fn?.partials) return compileUnkept(env, found, compilerOptions)

  const template = compileTemplate(env, found, compilerOptions)
  options.partials[options.name] = template
  return template
}

/**
 * @param {object} env
 * @param {string} source
 * @param {object} compilerOptions
 * @returns {Function} a template, from the last ones
 */
function compileUnkept (env, source, compilerOptions) {
  if (!unkept.has(compilerOptions)) unkept.set(compilerOptions, new Map())
  const templates = unkept.get(compilerOptions)
  let template = templates.get(source)
  if (template === undefined) {
    template = compileTemplate(env, source, compilerOptions)
    if (templates.size === MOST_SOURCES) templates.clear()
    templates.set(source, template)
  }
  return template
}

module.exports = { compileNow, compileTemplate }
