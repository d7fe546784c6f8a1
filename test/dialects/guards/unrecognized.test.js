'use strict'

const { Eta } = require('eta')
const Handlebars = require('handlebars')
const mustache = require('mustache')
const { byName } = require('../../../lib/dialects')

const other = () => 'other'

/** @returns {object} an environment of Handlebars whose compiler has another method */
function withOtherCompiler () {
  const env = Handlebars.create()
  env.JavaScriptCompiler = class Compiler extends env.JavaScriptCompiler {}
  Object.assign(env.JavaScriptCompiler.prototype, { compiler: env.JavaScriptCompiler, appendContent: other })
  return env
}

test.each([
  ['eta', Object.assign(new Eta(), { renderAsync: other }), 'Eta.renderAsync'],
  ['handlebars', Object.assign(Handlebars.create(), { template: other }), 'Handlebars.template'],
  ['handlebars', Object.assign(Handlebars.create(), { VM: { ...Handlebars.VM, invokePartial: other } }), 'VM.invokePartial'],
  ['handlebars', withOtherCompiler(), 'JavaScriptCompiler'],
  ['mustache', { ...mustache, Writer: class Writer extends mustache.Writer {} }, 'mustache.Writer']
])('what differs in %s is named: %#', (name, engine, method) => {
  const program = byName(name).compile('a', { filename: '/a', engine, options: {}, load: () => {} })
  expect(program.precompile()).toBe(`is rendered by functions of ${name} whose code is unknown, such as ${method}()`)
})
