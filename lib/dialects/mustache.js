'use strict'

const fs = require('node:fs')
const { explainPage } = require('./mustache/explain')
const { Page } = require('./mustache/page')
const { Setting } = require('./mustache/setting')
const { isStock } = require('./mustache/stock')

/**
 * Compiles a Mustache template. `Mustache.parse` reads it, when it is rendered
 * first; names are looked up as by `Mustache.Context`.
 *
 * @param {string} source
 * @param {object} context see `Setting`
 * @returns {import('../template/template').Program & { page: Page }}
 */
function compile (source, context) {
  const page = new Page(source, new Setting(context))
  const program = isStock(context.engine)
    ? (out, locals) => page.render(out, locals)
    : (out, locals) => { out.text += page.renderByEngine(locals) }
  return Object.assign(program, { page })
}

/**
 * @param {string} source
 * @param {object} context see `Setting`
 * @returns {import('./dialect').Explanation}
 * @throws {Error} as mustache.js does, if the template has an error
 */
function explain (source, context) {
  return explainPage(new Page(source, new Setting(context)))
}

/**
 * @param {string} filename
 * @param {object} context see `Setting`
 * @returns {(locals: object) => string} renders it by mustache.js, which keeps what it has
 *   parsed, as the partials are kept here
 */
function byEngine (filename, context) {
  const page = new Page(read(filename), new Setting({ ...context, filename, options: { ...context.options, cache: true } }))
  return (locals) => page.renderByEngine(locals)
}

/**
 * Reads a template. The package itself reads no files; those that do so for it
 * leave out a byte order mark.
 *
 * @param {string} filename
 * @returns {string}
 */
function read (filename) {
  return fs.readFileSync(filename, 'utf8').replace(/^\uFEFF/, '')
}

/**
 * @param {unknown} engine
 * @returns {boolean} whether it is the exports of a `mustache` package
 */
function accepts (engine) {
  return ['Context', 'Scanner', 'Writer', 'parse', 'render'].every((name) => typeof engine[name] === 'function')
}

module.exports = {
  name: 'mustache',
  package: 'mustache',
  extensions: ['.mustache', '.html'],
  compile,
  read,
  accepts,
  explain,
  byEngine
}
