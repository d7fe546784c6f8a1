'use strict'

const fs = require('node:fs')
const { templateClassOf } = require('./nunjucks-internals')
const { ByName, instanceFor } = require('./environments')
const { fromCallback } = require('../../util/from-callback')

/** Renders by the environment: a file, or a view that it finds itself. @type {import('../dialect').ByEngine} */
function byEngine (filename, { engine, options }) {
  if (engine instanceof ByName) return (locals) => fromCallback((done) => engine.env.render(filename, locals, done))
  const env = instanceFor(engine, options)
  const source = fs.readFileSync(filename, 'utf8')
  const Template = templateClassOf(env)
  // What `renderString` does, which compiles for each render.
  const template = Template && new Template(source, env, filename, true)
  return (locals) => fromCallback((done) => {
    if (template) template.render(locals, done)
    else env.renderString(source, locals, { path: filename }, done)
  })
}

module.exports = { byEngine }
