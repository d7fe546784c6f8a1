'use strict'

const nunjucks = require('../../lib/dialects/nunjucks')
const { templateClassOf } = require('../../lib/dialects/nunjucks/engine')
const { ByName, instanceFor } = require('../../lib/dialects/nunjucks/environments')
const { fromCallback } = require('../../lib/util/from-callback')
const { ENGINE, LOCALS } = require('../hints')
const { explanationOf } = require('./nunjucks/spans')

const hints = [[/(?:filter|test) not found: |unknown block tag: /, ENGINE], [/Unable to call `/, `${ENGINE} ${LOCALS}`]]

/** See `Language.explain`. */
function explain (source, context) {
  if (!(context.engine instanceof ByName)) {
    const template = createTemplate(source, context)
    return template ? explanationOf(template) : { engineFallback: nunjucks.compile(source, context).precompile() }
  }

  const { spans, ...explanation } = explanationOf(context.engine.env.getTemplate(context.filename, true))
  return explanation
}

/** See `Language.byEngine`. */
function byEngine (filename, context) {
  const { engine } = context
  if (engine instanceof ByName) return (locals) => fromCallback((done) => engine.env.render(filename, locals, done))

  const source = nunjucks.read(filename, engine)
  const template = createTemplate(source, { ...context, filename })
  if (template === undefined) {
    const env = instanceFor(engine, context.options)
    return (locals) => fromCallback((done) => env.renderString(source, locals, { path: filename }, done))
  }
  let isSync = false
  const watched = Object.create(template)
  watched.rootRenderFunc = (env, context, frame, runtime, callback) => {
    let hasEnded = false
    template.rootRenderFunc(env, context, frame, runtime, (error, page) => {
      hasEnded = true
      callback(error, page)
    })
    isSync = hasEnded
  }
  // With a callback, Nunjucks delays every result, also of synchronous templates.
  return (locals) => isSync ? template.render(locals) : fromCallback((done) => watched.render(locals, done))
}

/**
 * @param {string} source
 * @param {import('../../lib/dialects/dialect').Context} context
 * @returns {object | undefined} compiled template of Nunjucks; nothing where the app has replaced what creates them
 * @throws the error of Nunjucks if the template does not compile
 */
function createTemplate (source, { filename, engine, options }) {
  const env = instanceFor(engine, options)
  const Template = templateClassOf(env)
  return Template && new Template(source, env, filename, true)
}

module.exports = { byEngine, explain, hints }
