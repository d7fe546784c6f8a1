'use strict'

const fs = require('node:fs')
const { writeResult } = require('../shared/output')
const { templateClassOf } = require('./engine')
const { ByName, engineOf, instanceFor, isInstance, isPackage } = require('./environments')
const { settled } = require('./settled')
const { splicedOf } = require('./spliced-template')

/**
 * Compiles a Nunjucks template. Nunjucks compiles it to JavaScript. The dialect rewrites that code to write to a page. The
 * environment finds, loads and caches the templates that it includes, extends and imports.
 *
 * @param {string} source
 * @param {object} context
 * @param {string} context.filename
 * @param {object} context.engine an environment, a `ByName`, or the `nunjucks` package of the app
 * @param {object} context.options the options of `nunjucks.configure`, if the engine is the package
 * @returns {import('../../template').Program}
 * @throws Nunjucks' own error for a template that it cannot compile
 * @see https://mozilla.github.io/nunjucks/api.html
 */
function compile (source, { filename, engine, options }) {
  if (engine instanceof ByName) return (out, locals) => writeResult(out, settled((done) => renderName(engine.env, filename, locals, done)))

  const env = instanceFor(engine, options)
  const Template = templateClassOf(env)
  const template = new Template(source, env, filename, true)
  return (out, locals) => writeResult(out, settled((done) => splicedOf(template).render(locals, null, done)))
}

/**
 * Renders a view as `env.render(name, locals, callback)` does.
 *
 * @param {object} env
 * @param {string} name the name of the view, including its extension
 * @param {object} locals
 * @param {(error: unknown, page?: import('../../page/rendered').Rendered | string) => void} done
 */
function renderName (env, name, locals, done) {
  if (!/\bgetTemplate\b/.test(String(env.render))) return env.render(name, locals, done)
  env.getTemplate(name, (error, template) => {
    if (error) done(error)
    else splicedOf(template).render(locals, null, done)
  })
}

/** @returns {string} the source of a file; empty if the environment reads the file */
function read (filename, engine) {
  return engine instanceof ByName ? '' : fs.readFileSync(filename, 'utf8')
}

/** @returns {boolean} whether a value is an environment or the exports of a `nunjucks` package */
function accepts (engine) {
  return isInstance(engine) || isPackage(engine)
}

/**
 * Creates a function that Express can call for a view. It takes the folders from the view, not from `locals.settings`,
 * which may come from a request.
 *
 * @param {object} engine
 * @returns {(this: { root: string | string[] } | undefined, filename: string, locals: object, callback: Function) => void}
 */
function expressFunction (engine) {
  return function (filename, locals, callback) {
    instanceFor(engine, { __proto__: null, views: this?.root, cache: locals.cache }).render(filename, locals, callback)
  }
}

module.exports = {
  name: 'nunjucks',
  package: 'nunjucks',
  extensions: ['.njk', '.nunjucks'],
  compile,
  read,
  accepts,
  engineOf,
  expressFunction,
  answers: 'next tick'
}
