'use strict'

const Handlebars = require('handlebars')

const L = require('../../long').handlebars()

const partials = {
  p: `${L}{{x}}\n\n<b>{{name}}</b>\n`,
  short: 's{{x}}',
  empty: '',
  layout: `<html>${L}{{> @partial-block}}${L}\n  {{> @partial-block}}\n</html>`,
  twice: '{{#> layout}}a{{> @partial-block}}b{{/layout}}',
  slots: `${L}{{> head}}|{{> foot}}\n    {{> head}}\n`,
  tree: '<li>{{v}}</li>\n{{#each c}}\n  {{> tree}}\n{{/each}}',
  deep: `  {{> p}}\n${L}`,
  broken: '{{#if}}',
  inHelper: `{{#size}}{{> @partial-block}}${L}{{/size}}${L}{{> @partial-block}}`,
  number: '{{{x}}}',
  fallback: `{{#> @partial-block}}${L}fall{{/@partial-block}}`
}

function setup (env, log) {
  env.registerPartial(partials)
  env.registerPartial('compiled', env.compile(`${L}{{x}}{{> p}}{{#if name}}${L}{{/if}}`))
  env.registerPartial('blockCompiled', env.compile(`${L}{{> @partial-block}}`))
  env.registerPartial('own', (context, { name, hash, indent, data }) => `[${name} ${JSON.stringify(hash)} ${indent} ${context.x} ${typeof data}]\nx\n`)
  env.registerPartial('callsBlock', (context, options) => `{${options.data['partial-block'](context, options).length} ${options.fn(context).length}}`)
  env.registerPartial('callsInline', (context, options) => `{${options.partials.z(context, options).length}}`)
  env.registerPartial('passesOn', (context, options) => `{${env.partials.p(context, options).length}}`)
  env.registerPartial('nothing', () => undefined)
  env.registerHelper('size', function ({ fn }) { return `${fn(this).length}` })
  env.registerHelper('shout', function ({ fn }) { return fn(this).toUpperCase() })
  env.registerHelper('which', () => 'p')
  env.registerHelper('blockOf', function ({ data }) { return `(${data['partial-block']?.(this).length})` })
  env.registerHelper('note', (value) => { log.push(value) })
}

module.exports = {
  setup,
  five: () => 5,
  compiled: Handlebars.compile(`${L}{{x}}other`)
}
