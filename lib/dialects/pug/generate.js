'use strict'

/**
 * The compile options of Pug that decide what code it generates.
 *
 * @see https://pugjs.org/api/reference.html
 */
const OPTIONS = [
  'basedir', 'compileDebug', 'debug', 'doctype', 'filterAliases', 'filterOptions', 'filters', 'globals',
  'inlineRuntimeFunctions', 'plugins', 'pretty', 'self'
]

/**
 * @param {string} source
 * @param {object} context of the dialect's `compile`
 * @returns {{ body: string, dependencies: string[] }} the code that Pug generates, and the files that it has read
 */
function generate (source, { filename, engine, options }) {
  return engine.compileClientWithDependenciesTracked(source, {
    ...pick(options),
    filename,
    inlineRuntimeFunctions: Boolean(options.inlineRuntimeFunctions),
    // With a value that is no boolean, Pug's templates read the sources when one throws.
    compileDebug: typeof options.compileDebug === 'boolean' ? options.compileDebug : undefined
  })
}

/** @returns {object} Pug's options among what is there */
function pick (from) {
  return Object.fromEntries(OPTIONS.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]))
}

module.exports = { generate, pick }
