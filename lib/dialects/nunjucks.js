'use strict'

const fs = require('node:fs')
const { Rendered } = require('../template/rendered')
const { ByName } = require('./nunjucks/by-name')
const { templateClassOf } = require('./nunjucks/engine')
const { explanationOf } = require('./nunjucks/explain')
const { engineOf, instanceFor, isInstance, isPackage } = require('./nunjucks/instances')
const { lend } = require('./nunjucks/output')
const { render } = require('./nunjucks/spliced')

/**
 * Compiles a Nunjucks template. Nunjucks itself turns it into JavaScript; what that
 * code writes to a string is made to go to a page. The environment finds, loads and
 * keeps what is included, extended and imported.
 *
 * @param {string} source
 * @param {object} context
 * @param {string} context.filename
 * @param {object} context.engine an environment, which may find the view by its name
 *   itself, or the `nunjucks` package of the app
 * @param {object} context.options those of `nunjucks.configure`, where the engine is the
 *   package
 * @returns {import('../template/template').Program}
 * @throws what Nunjucks throws for a template that it cannot compile
 * @see https://mozilla.github.io/nunjucks/api.html
 */
function compile (source, { filename, engine, options }) {
  if (engine instanceof ByName) return (out, locals) => write(out, (done) => renderName(engine.env, filename, locals, done))

  const template = createTemplate(source, filename, instanceFor(engine, options))
  return (out, locals) => write(out, (done) => render(template, locals, done))
}

/**
 * @param {string} source
 * @param {string} filename
 * @param {object} env
 * @returns {object} a template of Nunjucks, compiled
 */
function createTemplate (source, filename, env) {
  const Template = templateClassOf(env)
  return new Template(source, env, filename, true)
}

/**
 * @param {string} source
 * @param {object} context see `Dialect.explain`
 * @returns {import('./dialect').Explanation}
 * @throws what Nunjucks throws for a template that it cannot compile
 */
function explain (source, { filename, engine, options }) {
  if (!(engine instanceof ByName)) return explanationOf(createTemplate(source, filename, instanceFor(engine, options)))

  const { spans, ...explanation } = explanationOf(engine.env.getTemplate(filename, true))
  return explanation
}

/**
 * @param {string} filename
 * @param {object} context
 * @returns {(locals: object) => string | Promise<string>} Nunjucks' own rendering
 * @throws what Nunjucks throws for a template that it cannot compile
 */
function byEngine (filename, { engine, options }) {
  if (engine instanceof ByName) return (locals) => settled((done) => engine.env.render(filename, locals, done))

  const template = createTemplate(read(filename, engine), filename, instanceFor(engine, options))
  let endsAtOnce = false
  const watched = Object.create(template)
  watched.rootRenderFunc = (env, context, frame, runtime, callback) => {
    let hasEnded = false
    template.rootRenderFunc(env, context, frame, runtime, (error, page) => {
      hasEnded = true
      callback(error, page)
    })
    endsAtOnce = hasEnded
  }
  // With a callback, which is for what takes its time, Nunjucks is late with all else too.
  return (locals) => endsAtOnce ? template.render(locals) : settled((done) => watched.render(locals, done))
}

/**
 * @param {import('../template/splicer').Splicer} out
 * @param {(done: (error: unknown, page?: Rendered | string) => void) => void} start
 * @returns {void | Promise<void>}
 * @throws what Nunjucks gives as an error
 */
function write (out, start) {
  return settled((done) => start(lend(out, once((error, page) => {
    if (!error) append(out, page)
    done(error)
  }))))
}

/**
 * @param {(error: unknown, page?: Rendered | string) => void} callback
 * @returns {(error: unknown, page?: Rendered | string) => void}
 */
function once (callback) {
  let isCalled = false
  return (error, page) => {
    if (!isCalled) callback(error, page)
    isCalled = true
  }
}

/**
 * @param {import('../template/splicer').Splicer} out
 * @param {Rendered | string} page that ends what is written
 */
function append (out, page) {
  if (page instanceof Rendered) out.splice(page)
  else out.text += page
  // A filter that calls back twice has the template go on.
  out.complete()
}

/**
 * Renders a view as `env.render(name, locals, callback)` does.
 *
 * @param {object} env
 * @param {string} name with its extension
 * @param {object} locals
 * @param {(error: unknown, page?: Rendered | string) => void} done
 */
function renderName (env, name, locals, done) {
  if (!/\bgetTemplate\b/.test(String(env.render))) return env.render(name, locals, done)
  env.getTemplate(name, (error, template) => {
    if (error) done(error)
    else render(template, locals, done)
  })
}

/**
 * @template T
 * @param {(done: (error: unknown, value?: T) => void) => void} start
 * @returns {T | Promise<T>} the value itself if it is there at once
 * @throws the error that is there at once
 */
function settled (start) {
  let result
  let settle
  start((error, value) => {
    result ??= { error, value }
    settle?.()
  })
  if (result?.error) throw result.error
  if (result) return result.value
  return new Promise((resolve, reject) => {
    settle = () => result.error ? reject(result.error) : resolve(result.value)
  })
}

/**
 * @param {string} filename
 * @param {object} engine
 * @returns {string} nothing where the environment reads by itself
 */
function read (filename, engine) {
  return engine instanceof ByName ? '' : fs.readFileSync(filename, 'utf8')
}

/**
 * @param {unknown} engine
 * @returns {boolean} whether it is an environment of Nunjucks, or the exports of its package
 */
function accepts (engine) {
  return isInstance(engine) || isPackage(engine)
}

/**
 * Gives what Express can call for a view. The folders are those of the view that calls it:
 * locals may have `settings` of a request's.
 *
 * @param {object} engine
 * @returns {(this: { root: string | string[] } | undefined, filename: string, locals: object, callback: Function) => void}
 */
function expressFunction (engine) {
  return function (filename, locals, callback) {
    instanceFor(engine, { views: this?.root, cache: locals.cache }).render(filename, locals, callback)
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
  answers: 'next tick',
  explain,
  byEngine
}
