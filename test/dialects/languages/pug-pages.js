'use strict'

const fs = require('node:fs')
const pug = require('pug')
const dialect = require('../../../lib/dialects').byName('pug')
const { Template } = require('../../../lib/views/template')

/**
 * Renders as `pug.renderFile` does, with options separate from locals.
 *
 * @param {string} filename
 * @param {object} options
 * @param {object} locals
 * @returns {string} empty if the template returns nothing
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
 * @returns {Template} the template that the dialect compiles
 */
function byDialect (filename, options = {}, engine = pug) {
  const source = dialect.read(filename)
  return new Template(filename, dialect.compile(source, { filename, engine, options }))
}

module.exports = { byDialect, byEngine }
