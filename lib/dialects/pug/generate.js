'use strict'

/** The compile options of Pug that affect the generated code. @see https://pugjs.org/api/reference.html */
const OPTIONS = [
  'basedir', 'compileDebug', 'debug', 'doctype', 'filterAliases', 'filterOptions', 'filters', 'globals',
  'inlineRuntimeFunctions', 'plugins', 'pretty', 'self'
]

/** @returns {{ body: string, dependencies: string[] }} the code that Pug generates and the files that it reads */
function generate (source, { filename, engine, options }) {
  return engine.compileClientWithDependenciesTracked(source, {
    ...pick(options),
    filename,
    // Their defaults: Pug would also read these two from a polluted `Object.prototype`.
    name: 'template',
    module: false,
    inlineRuntimeFunctions: Boolean(options.inlineRuntimeFunctions),
    // If the value is not a boolean, Pug's templates read their source files when they throw.
    compileDebug: typeof options.compileDebug === 'boolean' ? options.compileDebug : undefined
  })
}

function pick (from) {
  return Object.fromEntries(OPTIONS.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]))
}

module.exports = { generate, pick }
