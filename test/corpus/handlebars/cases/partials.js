'use strict'

const Handlebars = require('handlebars')
const L = require('../long')

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
const locals = () => ({ x: '<x>', name: 'N\nM', list: [{ x: 1 }, { x: 2 }], which2: 'short', v: 1, c: [{ v: 2, c: [{ v: 3 }, { v: 4 }] }, { v: 5 }] })
const of = (name, source, options) => ({ name: `partials: ${name}`, source, setup, locals, options })

module.exports = [
  of('numbers side by side, behind a number', '{{#each list}}{{#*inline "z"}}{{{@root.v}}}{{/inline}}{{{x}}}{{> z}}{{> z}}{{{x}}}{{/each}}'),
  of('numbers side by side, before a block', '{{#each list}}{{#*inline "z"}}{{{@root.v}}}{{/inline}}{{{x}}}{{> z}}{{#@root}}{{{v}}}{{> z}}{{/@root}}{{{x}}}{{/each}}'),
  of('numbers side by side, before text', `{{#each list}}{{#*inline "z"}}{{{@root.v}}}{{/inline}}{{{x}}}{{> z}}{{> z}}${L}{{{x}}}{{{x}}}{{/each}}`),
  of('by name', `{{> p}}${L}{{> short}}{{> empty}}-`),
  of('with a context', '{{> p list.[0]}}{{#each list}}{{> p}}{{> short this}}{{/each}}'),
  of('with a hash', '{{> p x=1 name="q"}}{{> short list.[1] x=(which)}}'),
  of('dynamic', '{{> (which)}}{{> (lookup . "which2")}}{{> (lookup . "none")}}'),
  of('dynamic with context', '{{> (which) list.[0] name=1}}'),
  of('quoted and numbered names', '{{> "p"}}{{> [short]}}{{> a/b}}'),
  of('standalone', 'a\n  {{> p}}\nb\n\t{{> short}}\nc\n  {{> empty}}\nd'),
  of('standalone inside another', 'a\n  {{> deep}}\nb'),
  of('standalone in each', '<ul>\n{{#each list}}\n    {{> p}}\n{{/each}}\n</ul>'),
  of('a tree', '<ul>\n  {{> tree}}\n</ul>'),
  of('preventIndent', 'a\n  {{> p}}\nb', { preventIndent: true }),
  of('ignoreStandalone', 'a\n  {{> p}}\nb{{#if x}}\n q {{/if}}\n', { ignoreStandalone: true }),
  of('explicitPartialContext', '{{> p}}{{> short x=1}}{{> p this}}', { explicitPartialContext: true }),
  of('blocks', `{{#> layout}}${L}{{x}}{{/layout}}`),
  of('blocks within blocks', `{{#> layout}}${L}{{#> layout}}${L}{{x}}{{/layout}}{{/layout}}{{#> twice}}${L}t{{/twice}}`),
  of('a block in user blocks', `{{#> inHelper}}${L}{{x}}{{/inHelper}}{{#size}}{{#> inHelper}}${L}{{/inHelper}}{{/size}}`),
  of('a block for what is missing', `{{#> missing}}${L}{{x}}{{/missing}}{{#> (lookup . "none")}}${L}{{/undefined}}`),
  of('a block with a failover', `{{#> fallback}}${L}{{/fallback}}{{> fallback}}`),
  of('a block standalone', `a\n  {{#> layout}}\n  ${L}\n  {{/layout}}\nb`),
  of('a block with parameters and hash', `{{#> layout list.[0] name="q"}}${L}{{x}}{{name}}{{/layout}}{{#each list as |item|}}{{#> layout}}${L}{{item.x}}{{@index}}{{/layout}}{{/each}}`),
  of('no block', '{{> layout}}'),
  of('inline', `{{#*inline "z"}}${L}{{x}}{{/inline}}{{> z}}{{> z x=1}}\n  {{> z}}\n{{#each list}}{{> z}}{{/each}}`),
  of('inline as slots', `{{#> slots}}{{#*inline "head"}}${L}{{x}}{{/inline}}{{#*inline "foot"}}foot{{x}}{{/inline}}{{/slots}}`),
  of('inline in a block', `{{#each list}}{{#*inline "z"}}${L}{{x}}{{../name}}{{/inline}}{{> z}}{{/each}}{{#size}}{{#*inline "y"}}${L}{{/inline}}{{> y}}{{/size}}`),
  of('inline out of its block', `{{#if x}}{{#*inline "z"}}${L}{{/inline}}{{/if}}{{> z}}`),
  of('inline over a registered one', `{{#*inline "p"}}${L}inline{{/inline}}{{> p}}{{> deep}}`),
  of('inline called with a block', `{{#*inline "z"}}${L}{{> @partial-block}}{{#size}}{{> @partial-block}}{{/size}}{{/inline}}{{#> z}}${L}{{x}}{{/z}}`),
  of('inline given by a dynamic name', `{{#*inline (which)}}${L}dyn{{/inline}}{{> p}}`),
  of('in a user block', `{{#shout}}{{> p}}${L}{{/shout}}{{> p}}{{#size}}{{#if x}}${L}{{> short}}{{/if}}{{/size}}`),
  of('the block by a helper', `{{#> withHelper}}${L}{{/withHelper}}{{#*inline "withHelper"}}{{blockOf}}{{> @partial-block}}{{/inline}}`),
  of('compiled ones', `{{> compiled}}{{> compiled x=1}}\n  {{> compiled}}\n{{#> blockCompiled}}${L}{{x}}{{/blockCompiled}}`),
  of('functions', '{{> own}}{{> own list.[0] a=1}}\n  {{> own}}\n'),
  of('a function that calls the block', `{{#> callsBlock}}${L}{{x}}{{/callsBlock}}`),
  of('a function that calls an inline one', `{{#*inline "z"}}${L}{{x}}{{/inline}}{{> callsInline}}`),
  of('a function that calls another', `{{> passesOn}}${L}{{> p}}{{> passesOn}}`),
  of('a function that returns nothing', '{{> nothing}}'),
  of('missing', `${L}{{> nope}}`),
  of('broken', `${L}{{> broken}}`),
  of('too many arguments', '{{> p a b}}'),
  of('a number', `${L}{{> number x=1}}{{> number x=2}}`),
  of('inline ones that are numbers', '{{#*inline "z"}}{{{v}}}{{/inline}}{{> z}}{{> z}}{{{v}}}{{#if v}}{{> z}}{{/if}}{{> short}}{{{v}}}{{{v}}}'),
  of('an inline one that is a number, indented', '{{#*inline "z"}}{{{v}}}{{/inline}}a\n  {{> z}}\n'),
  of('a sum of partials that a block goes on with', '{{#*inline "z"}}{{{@root.v}}}{{/inline}}{{#obj}}{{> z}}{{> z}}{{#@root.list}}{{{@root.v}}}{{> z}}{{/@root.list}}{{/obj}}'),
  of('a sum of partials that text ends', '{{#*inline "z"}}{{{@root.v}}}{{/inline}}{{#obj}}{{> z}}{{> z}}{{#@root.obj}}{{{@root.v}}}{{/@root.obj}}{{{@root.v}}}t{{#@root.obj}}{{{@root.v}}}{{/@root.obj}}{{/obj}}'),
  of('a partial of a number in an inline one, indented', '{{#*inline "n"}}{{{v}}}{{/inline}}{{#*inline "z"}}{{> n}}{{/inline}}a\n  {{> z}}\n'),
  of('numbers behind a partial', '{{> short}}{{{v}}}{{{v}}}{{#if v}}{{{v}}}{{/if}}'),
  of('blocks of numbers only', `{{#> z}}{{{v}}}{{/z}}{{#> z}}{{#if v}}{{{v}}}{{/if}}{{/z}}{{#if v}}{{> p}}{{/if}}{{#if x}}{{> short}}{{/if}}${L}`),
  of('functions that return numbers', '{{> five}}{{> five}}{{#if v}}{{> p}}{{/if}}', { runtimeOptions: { partials: { five: () => 5 } } }),
  of('side effects in order', `{{note 1}}{{> p}}{{note 2}}{{#if x}}${L}{{note 3}}{{/if}}{{note 4}}`),
  of('of the render', '{{> p}}{{> other}}', { runtimeOptions: { partials: { other: `${L}{{x}}other` } } }),
  of('of the render, compiled', '{{> p}}{{> other}}', { runtimeOptions: { partials: { other: Handlebars.compile(`${L}{{x}}other`) } } }),
  of('of the render, over others', '{{> p}}{{> deep}}', { runtimeOptions: { partials: { p: `${L}{{x}}other` } } }),
  of('compat', '{{#each list}}{{> p}}{{> short}}{{name}}{{/each}}', { compat: true }),
  of('data', '{{#each list}}{{> own}}{{#> layout}}{{@index}}{{@root.name}}{{/layout}}{{/each}}', { data: false }),
  of('no object for a partial', '{{> bad}}', { runtimeOptions: { partials: { bad: { type: 'Program', body: [] } } } })
]
