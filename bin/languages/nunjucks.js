'use strict'

const nunjucks = require('../../lib/dialects/nunjucks')
const { templateClassOf } = require('../../lib/dialects/nunjucks/nunjucks-internals')
const { ByName, instanceFor } = require('../../lib/dialects/nunjucks/engine')
const { ENGINE_HINT, LOCALS_HINT } = require('../hints')
const { explainTemplate } = require('./nunjucks/spans')

const hints = [
  [/(?:filter|test) not found: |unknown block tag: /, ENGINE_HINT],
  [/Unable to call `/, `${ENGINE_HINT} ${LOCALS_HINT}`]
]

/** See `Language.explain`. */
function explain (source, context) {
  if (!(context.engine instanceof ByName)) {
    const template = createTemplate(source, context)
    return template ? explainTemplate(template) : { engineFallback: nunjucks.compile(source, context).precompile() }
  }

  const { spans, ...explanation } = explainTemplate(context.engine.env.getTemplate(context.filename, true))
  return explanation
}

/**
 * @returns {object | undefined} the compiled template of Nunjucks; nothing where the app has replaced what creates them
 * @throws the error of Nunjucks if the template does not compile
 */
function createTemplate (source, { filename, engine, options }) {
  const env = instanceFor(engine, options)
  const Template = templateClassOf(env)
  return Template && new Template(source, env, filename, true)
}

module.exports = { explain, hints }
