'use strict'

const engineOfNunjucks = require('./engine')
const { fallbackProgram } = require('../shared/engine-fallback')
const { writeResult } = require('../shared/output')
const { guard, isKnownRender, templateClassOf } = require('./nunjucks-internals')
const { fromCallback } = require('../../util/from-callback')
const { renderTemplate, rewriteAgain } = require('./spliced-template')
const { unknownCode, unrecognized } = require('../guards/unrecognized')

const { ByName, instanceFor } = engineOfNunjucks

const OTHER_RENDER = 'is of an environment of Nunjucks with another render()'

/**
 * Compiles a Nunjucks template. Nunjucks compiles it to JavaScript. The dialect rewrites that code to write to a page.
 * The environment finds, loads and caches the templates that it includes, extends and imports.
 *
 * @param {import('../dialect').Context} context has an environment, a `ByName`, or the package and options for one
 * @throws Nunjucks' error for a template that it cannot compile
 */
function compile (source, { filename, engine, options }) {
  if (engine instanceof ByName) return viewProgram(engine, filename)

  const env = instanceFor(engine, options)
  const Template = templateClassOf(env)
  if (Template === undefined) {
    const render = (locals) => fromCallback((done) => env.renderString(source, locals, { path: filename }, done))
    return fallbackProgram(render, unrecognized(guard, env, unknownCode(guard, 'Environment.getTemplate')))
  }

  const template = new Template(source, env, filename, true)
  const program = (out, locals) => writeResult(out, fromCallback((done) => {
    out.engineFallback = renderTemplate(template, locals, done)
  }))
  return Object.assign(program, { precompile: () => rewriteAgain(template) })
}

/** @param {string} name that of the view, including its extension */
function viewProgram (engine, name) {
  const program = (out, locals) => {
    const { env } = engine
    if (!isKnownRender(env.render)) {
      out.engineFallback = OTHER_RENDER
      return writeResult(out, fromCallback((done) => env.render(name, locals, done)))
    }
    return writeResult(out, fromCallback((done) => env.getTemplate(name, (error, template) => {
      if (error) done(error)
      else out.engineFallback = renderTemplate(template, locals, done)
    })))
  }
  return Object.assign(program, { precompile: () => precompileByName(engine.env, name) })
}

/** @returns {string | undefined | Promise<string | undefined>} why Nunjucks itself renders the template */
function precompileByName (env, name) {
  if (!isKnownRender(env.render)) return OTHER_RENDER
  return fromCallback((done) =>
    env.getTemplate(name, true, (error, template) => error ? done(error) : done(null, rewriteAgain(template))))
}

module.exports = { ...engineOfNunjucks, compile, answers: 'next tick' }
