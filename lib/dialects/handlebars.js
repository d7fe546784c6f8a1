'use strict'

const fs = require('node:fs')
const { ownBlocks } = require('./handlebars/builtins')
const { SPLICE, renderInto } = require('./handlebars/render')
const { compileTemplate } = require('./handlebars/template')

/** The body of Handlebars' own `compile`, also when it is minified. */
const OWN_COMPILE = /^function\s*\((\w+),\s*(\w+)\)\s*\{\s*return [\w$.(),\s]*compile\)?\(\1,\s*\2,\s*\w+\);?\s*\}$/

/** What a compiler derived from Handlebars' may change of it. */
const CHANGEABLE = new Set(['constructor', 'compiler', 'nameLookup', 'compilerInfo'])

/**
 * Compiles a Handlebars template. Handlebars itself parses and compiles it, and
 * its runtime runs it; a second set of programs writes to the splicer. Blocks
 * given to helpers of the app return strings, as ever.
 *
 * @param {string} source
 * @param {object} context
 * @param {object} context.engine the `handlebars` package of the app, or what its
 *   `create()` gives
 * @param {object} context.options of `Handlebars.compile`; as `runtimeOptions` those
 *   that a template is called with
 * @returns {import('../template/template').Program}
 * @throws what Handlebars throws for a template that it cannot compile
 * @see https://handlebarsjs.com/api-reference/
 */
function compile (source, { engine, options }) {
  const { views, cache, runtimeOptions, ...compileOptions } = options
  const template = createTemplate(engine, source, compileOptions)
  const callOptions = { ...runtimeOptions, [SPLICE]: true }
  return (out, locals) => {
    renderInto(out, template, locals, callOptions, { blocks: ownBlocks(engine, runtimeOptions), body: undefined })
  }
}

/**
 * @param {object} engine
 * @param {string} source
 * @param {object} options of `Handlebars.compile`
 * @returns {Function} a template of Handlebars, which may be one that splices
 */
function createTemplate (engine, source, options) {
  return isOwn(engine) ? compileTemplate(engine, source, options) : engine.compile(source, options)
}

/**
 * @param {Function} template what `createTemplate` gave
 * @param {import('../template/splicer').Splicer} out
 * @param {unknown} context
 * @param {object} render
 * @param {object} render.engine
 * @param {object} [render.runtimeOptions]
 * @param {{ text: string, rendered: object }} [render.body] a page that is spliced
 *   where its text is printed
 */
function writeTemplate (template, out, context, { engine, runtimeOptions, body }) {
  const options = { ...runtimeOptions, [SPLICE]: true }
  renderInto(out, template, context, options, { blocks: ownBlocks(engine, runtimeOptions), body })
}

/**
 * @param {object} engine
 * @returns {boolean} whether it compiles in the way that the dialect builds on
 */
function isOwn ({ compile, JavaScriptCompiler }) {
  if (!OWN_COMPILE.test(String(compile))) return false
  let { prototype } = JavaScriptCompiler
  for (let above = Object.getPrototypeOf(prototype); above !== Object.prototype; above = Object.getPrototypeOf(prototype)) {
    if (!Object.getOwnPropertyNames(prototype).every((name) => CHANGEABLE.has(name))) return false
    prototype = above
  }
  return true
}

/**
 * @param {string} filename
 * @returns {string}
 */
function read (filename) {
  return fs.readFileSync(filename, 'utf8')
}

/**
 * @param {unknown} engine
 * @returns {boolean} whether it is a `handlebars` package or an instance of it
 */
function accepts (engine) {
  return typeof engine?.JavaScriptCompiler === 'function' && typeof engine.template === 'function'
}

/**
 * Handlebars has no function that Express could call for a view: those come
 * from `express-handlebars` and `hbs`.
 *
 * @returns {boolean}
 */
function renders () {
  return false
}

/**
 * @param {object} engine
 * @returns {Function} what renders a view as Express expects it
 */
function expressFunction (engine) {
  return (filename, locals, callback) => {
    let page
    try {
      page = engine.compile(read(filename))(locals)
    } catch (error) {
      return callback(error)
    }
    callback(null, page)
  }
}

/**
 * @returns {object} none: Handlebars takes no options from an Express app
 */
function appOptions () {
  return {}
}

module.exports = {
  name: 'handlebars',
  extensions: ['.hbs', '.handlebars'],
  compile,
  createTemplate,
  writeTemplate,
  read,
  accepts,
  renders,
  expressFunction,
  appOptions
}
