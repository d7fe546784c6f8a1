'use strict'

const fs = require('node:fs')
const pug = require('pug')
const dialect = require('../../lib/dialects').byName('pug')
const { Template } = require('../../lib/template/template')

/**
 * Renders as `pug.renderFile` does when options and locals are kept apart.
 *
 * @param {string} filename
 * @param {object} options
 * @param {object} locals
 * @returns {string} empty where the template returns nothing
 */
function byEngine (filename, options, locals) {
  const source = fs.readFileSync(filename, 'utf8')
  const render = pug.compile(source, { ...options, filename })
  locals.filename = filename
  return render(locals) ?? ''
}

/**
 * @param {string} filename
 * @param {object} [options]
 * @param {object} [engine]
 * @returns {Template} as the dialect compiles it
 */
function byDialect (filename, options = {}, engine = pug) {
  const source = dialect.read(filename)
  return new Template(filename, dialect.compile(source, { filename, engine, options }))
}

/**
 * Pug takes most of the time of a test: what it generates is kept, and given again to
 * whoever asks for the same.
 *
 * @returns {{ keep: object, engine: object }} a plugin for the first compilation, and an
 *   engine for the second one
 */
function keepGenerated () {
  let body
  const compileClientWithDependenciesTracked = (source, options) =>
    body === undefined ? pug.compileClientWithDependenciesTracked(source, options) : { body, dependencies: [] }
  return {
    keep: { postCodeGen: (js) => { body = js; return js } },
    engine: { ...pug, compileClientWithDependenciesTracked }
  }
}

/**
 * @param {import('../../lib/template/rendered').Rendered} rendered
 * @returns {import('../../lib/template/static-fragment').StaticFragment[]}
 */
function fragmentsOf (rendered) {
  return rendered.chunks.filter((chunk) => typeof chunk !== 'string')
}

module.exports = { byDialect, byEngine, fragmentsOf, keepGenerated }
