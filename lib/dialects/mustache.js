'use strict'

const fs = require('node:fs')
const { Template } = require('../template/template')
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
    : (out, locals) => page.renderByEngine(out, locals)
  return Object.assign(program, { page })
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

/**
 * Gives what Express is to call for a view: the package has no such function.
 *
 * @param {object} engine
 * @returns {Function} takes a file, the locals with Express's settings among
 *   them, and a callback
 */
function expressFunction (engine) {
  return function renderFile (filename, locals, callback) {
    let text
    try {
      const load = (file) => new Template(file, compile(read(file), { filename: file, engine, options, load }))
      const options = { views: locals.settings?.views }
      text = load(filename).render(locals).toString()
    } catch (error) {
      return callback(error)
    }
    callback(null, text)
  }
}

/**
 * @param {object} engine
 * @param {object} app an Express app
 * @returns {object} compile options: the package takes none from an app
 */
function appOptions (engine, app) {
  return { views: app.get('views') }
}

module.exports = {
  name: 'mustache',
  extensions: ['.mustache', '.html'],
  compile,
  read,
  accepts,
  expressFunction,
  appOptions
}
