'use strict'

/** The compile options of Pug that affect the generated code. @see https://pugjs.org/api/reference.html */
const OPTIONS = [
  'basedir', 'compileDebug', 'debug', 'doctype', 'filterAliases', 'filterOptions', 'filters', 'globals',
  'inlineRuntimeFunctions', 'plugins', 'pretty', 'self'
]

/**
 * @returns {object} the code that Pug generates as `body`; as `dependencies`, the files that it reads; and the options
 *   that matter where the code runs: `compileDebug`, `inlineRuntimeFunctions`, `self`
 */
function generate (source, { filename, engine, options }) {
  const inlineRuntimeFunctions = Boolean(options.inlineRuntimeFunctions)
  const { body, dependencies } = engine.compileClientWithDependenciesTracked(source, {
    ...pick(options),
    filename,
    // Their defaults: Pug would also read these two from a polluted `Object.prototype`.
    name: 'template',
    module: false,
    inlineRuntimeFunctions,
    // If the value is not a boolean, Pug's templates read their source files when they throw.
    compileDebug: typeof options.compileDebug === 'boolean' ? options.compileDebug : undefined
  })
  const compileDebug = options.compileDebug !== false
  return { body, dependencies, compileDebug, inlineRuntimeFunctions, self: Boolean(options.self) }
}

function pick (from) {
  return Object.fromEntries(OPTIONS.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]))
}

module.exports = { generate, pick }
