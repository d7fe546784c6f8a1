'use strict'

const { ownBlocks } = require('./builtins')
const { PLAIN, SPLICE, renderInto } = require('./render')
const { compileNow, compileTemplate } = require('./template')

/** The body of Handlebars' own `compile`, also when it is minified. */
const OWN_COMPILE = /^function\s*\((\w+),\s*(\w+)\)\s*\{\s*return [\w$.(),\s]*compile\)?\(\1,\s*\2,\s*\w+\);?\s*\}$/

/** What a compiler derived from Handlebars' may change of it. */
const CHANGEABLE = new Set(['constructor', 'compiler', 'nameLookup', 'compilerInfo'])

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
 * Compiles at once what `createTemplate` compiles when it is first called.
 *
 * @param {object} engine
 * @param {string} source
 * @param {object} options of `Handlebars.compile`
 * @param {number} blocks see `ownBlocks`
 * @returns {{ helpers: string[], whole?: string }} what the template may call, and why the
 *   engine itself renders it, if it does
 * @throws what Handlebars throws for a source that it cannot compile
 */
function compileAll (engine, source, options, blocks) {
  if (isOwn(engine)) return compileNow(engine, source, options, blocks)
  engine.precompile(source, options)
  return { helpers: [], whole: 'is compiled by a Handlebars that the app has changed' }
}

/**
 * @param {Function} template what `createTemplate` gave
 * @param {import('../../template/splicer').Splicer} out
 * @param {unknown} context
 * @param {object} render
 * @param {object} render.engine
 * @param {object} [render.runtimeOptions]
 * @param {{ text: string, rendered: object }} [render.body] a page that is spliced
 *   where its text is printed
 */
function writeTemplate (template, out, context, { engine, runtimeOptions, body }) {
  const options = runtimeOptions ? { ...runtimeOptions, [SPLICE]: true } : PLAIN
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

module.exports = { compileAll, createTemplate, writeTemplate }
