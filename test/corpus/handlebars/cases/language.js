'use strict'

const Handlebars = require('handlebars')
const L = require('../long')

class Person {
  constructor () { this.own = 'own' }
  get proto () { return 'proto' }
  get nothing () { return null }
  method () { return 'method' }
}

function setup (env, log) {
  env.log = (...args) => log.push(args)
  env.registerHelper({
    args: (...args) => JSON.stringify(args.slice(0, -1)),
    hash: ({ hash }) => JSON.stringify(hash),
    precompiled: ({ hash }) => JSON.stringify(env.precompile(SENT, hash)),
    kind: (value) => String(value),
    declared: ({ fn }) => String(fn.blockParams),
    tracked: (...args) => JSON.stringify([args.at(-1).data.contextPath, ...['ids', 'hashIds', 'types', 'hashTypes', 'contexts', 'hashContexts', 'blockParams'].map((name) => args.at(-1)[name])], (name, value) => typeof value === 'bigint' ? String(value) : value),
    name: ({ name, loc, hash, data }) => `${name} ${JSON.stringify(loc)} ${Object.keys(data ?? {})}`,
    bold: function ({ fn }) { return new env.SafeString(`<b>${fn(this)}</b>`) },
    raw: ({ fn }) => fn(),
    both: function (value, { fn, inverse }) { return `${fn(this)}|${inverse(this)}` },
    list: function (items, { fn, data }) { return items.map((item, i) => fn(item, { data: Object.assign(env.createFrame(data), { i }), blockParams: [item, i] })).join('') },
    safe: (text) => new env.SafeString(text),
    number: () => 5,
    nothing: () => undefined,
    self: function () { return JSON.stringify(this) },
    'with-dash': () => 'dash',
    boom: () => { throw new RangeError('boom') }
  })
}
/** A template that the app sends to browsers as code. */
const SENT = '{{#each list as |x|}}{{x}}{{../a}}{{{b}}}{{#if (c d)}}{{> e}}{{/if}}{{/each}}{{f}}{{f}}'

const locals = () => ({ a: '<a & "b">', b: 0, c: null, d: false, e: undefined, n: 1.5, obj: { 'foo bar': 'FB', k: { z: 'Z' }, 0: 'zero' }, list: ['x', 'y'], person: new Person(), f () { return `f${this.n}` }, safe: new Handlebars.SafeString('<i>'), html: { toHTML: () => '<u>' }, big: 10n, key: 'k', true: 'T', 12: 'twelve', '@x': 'at', _locals: 1 })
const of = (name, source, options, more) => ({ name: `language: ${name}`, source, setup, locals, options, ...more })

module.exports = [
  of('values', `${L}{{a}}{{{a}}}{{&a}}{{b}}{{c}}{{d}}{{e}}{{n}}{{obj}}{{list}}{{f}}{{safe}}{{html}}{{big}}{{missing}}`),
  of('raw values', `${L}{{{b}}}{{{c}}}{{{d}}}{{{e}}}{{{n}}}{{{obj}}}{{{list}}}{{{f}}}{{{safe}}}{{{html}}}{{{big}}}`),
  of('raw values first', '{{{b}}}{{{n}}}{{{d}}}{{{list}}}{{{obj}}}'),
  of('noEscape', `${L}{{a}}{{b}}{{n}}{{#if a}}{{n}}{{n}}{{/if}}`, { noEscape: true }),
  of('paths', '{{obj.k.z}}{{obj/k/z}}{{this.a}}{{./a}}{{obj.[foo bar]}}{{obj.["foo bar"]}}{{obj.[0]}}{{list.[1]}}{{list.length}}{{obj.none.deep}}{{lookup obj key}}{{lookup list 0}}{{[a]}}{{this}}{{.}}'),
  of('literals as paths', '{{true}}{{12}}{{"a"}}{{"missing"}}{{false}}{{null}}{{undefined}}'),
  of('literals as arguments', '{{args 1 -2.5 "s" \'t\' true false null undefined a obj.k}}{{hash a=1 b="x" c=null d=(args 1) e=list}}'),
  of('subexpressions', '{{args (args (args 1) a) (lookup obj "key")}}{{#if (args)}}{{#each (lookup . "list")}}{{this}}{{/each}}{{/if}}{{(lookup . "a")}}'),
  of('helper options', '{{name}}{{#each list}}{{name}}{{/each}}{{with-dash}}{{number}}{{nothing}}{{self}}{{{number}}}{{{number}}}'),
  of('user blocks', `{{#bold}}${L}{{a}}{{/bold}}{{#both a}}${L}x{{else}}${L}y{{/both}}{{#list list as |item i|}}${L}{{item}}{{i}}{{@i}}{{../a}}{{/list}}{{#bold}}{{#each list}}${L}{{this}}{{/each}}{{/bold}}`),
  of('blocks in user blocks in blocks', `{{#each list}}${L}{{#bold}}{{#if this}}${L}{{this}}{{@index}}{{#each @root.list}}{{../this}}{{/each}}{{/if}}{{/bold}}{{/each}}`),
  of('raw blocks', `{{{{raw}}}}${L}{{not}} {{#parsed}}{{/x}}{{{{/raw}}}}`),
  of('comments', `{{! c }}a{{!-- }} --}}\n{{!-- standalone --}}\n${L}{{!-- a {{b}} --}}`),
  of('escaped mustaches', 'a \\{{a}} \\\\{{a}} \\\\\\{{a}}\n\\{{#if}}'),
  of('whitespace control', `  {{~a~}}  x  {{~#if a~}}  ${L}  {{~else~}}  y  {{~/if~}}  z  {{{~a~}}}  {{~> (lookup . "none") ~}}`),
  of('whitespace control of blocks', '{{#each list ~}}\n  {{~this}}  \n{{~/each~}}\n\n end'),
  of('standalone lines', `a\n  {{#if a}}  \n    ${L}\n  {{else}}\nq\n  {{/if}}  \r\n{{#each list}}\r\n{{this}}\r\n{{/each}}\r\n`),
  of('root and data', '{{@root.a}}{{#each list}}{{@root.n}}{{@index}}{{@none}}{{@root.obj.k.z}}{{/each}}{{@custom}}', { runtimeOptions: { data: { custom: 'C', level: 1 } } }),
  of('a root of the render', '{{@root.a}}{{@root.x}}', { runtimeOptions: { data: { root: { x: 'R' } } } }),
  of('no data', `{{#each list}}${L}{{this}}{{name}}{{/each}}`, { data: false }),
  of('log', '{{log "a" a level="warn"}}{{log}}'),
  of('strict, present', '{{a}}{{obj.k.z}}', { strict: true }),
  of('strict, missing', `${L}{{obj.none}}`, { strict: true }),
  of('strict, a missing helper', '{{none 1}}', { strict: true }),
  of('strict, in a block', `{{#each list}}${L}{{this.q.r}}{{/each}}`, { strict: true }),
  of('assumeObjects', '{{a}}{{obj.k.z}}{{obj.none.x}}', { assumeObjects: true }),
  of('knownHelpers', '{{number}}{{name}}{{#list list}}{{this}}{{/list}}', { knownHelpers: { number: true, list: true } }),
  of('knownHelpersOnly', `{{number}}{{a}}{{#obj}}${L}{{k.z}}{{/obj}}{{#each list}}${L}{{/each}}`, { knownHelpers: { number: true }, knownHelpersOnly: true }),
  of('knownHelpersOnly with an unknown one', '{{args 1}}', { knownHelpersOnly: true }),
  of('built-in helpers that are not known', `{{#each list}}${L}{{this}}{{/each}}{{#if a}}${L}{{/if}}`, { knownHelpers: { each: false, if: false } }),
  of('compat', `{{#obj}}${L}{{a}}{{#k}}${L}{{n}}{{z}}{{/k}}{{/obj}}{{#each list}}{{a}}{{/each}}`, { compat: true }),
  of('trackIds', `{{#each list as |x|}}${L}{{args x}}{{/each}}{{#with obj}}{{#k}}${L}{{z}}{{/k}}{{/with}}`, { trackIds: true }),
  of('stringParams', '{{args a "b" obj.k}}', { stringParams: true }),
  of('block params in two equal blocks', `{{#each list as |x|}}${L}{{#if @root.n}}{{#if @root.n}}{{x}}{{/if}}{{/if}}{{#unless @root.b}}y{{#if @root.n}}{{x}}{{/if}}{{/unless}}{{/each}}`),
  of('what trackIds tells a helper', `{{#each list as |x|}}${L}{{tracked x.y a=x b=../n c="x" d=(args 1)}}{{/each}}{{tracked}}`, { trackIds: true }),
  of('what trackIds tells a helper in a partial', `${L}{{#*inline "z"}}${L}{{tracked k}}{{/inline}}{{> z obj}}{{> z obj n=1}}{{#with obj}}{{> z}}{{> z "text"}}{{/with}}`, { trackIds: true }),
  of('block params that nothing reads', `${L}{{#declared as |x y|}}{{/declared}}{{#declared}}{{/declared}}`, { data: false }),
  of('block params without data', `${L}{{#each list as |x|}}{{#if x}}{{x}}{{/if}}{{/each}}`, { data: false }),
  of('an inherited property without a value', `${L}{{kind person.nothing}}{{kind person.missing}}`),
  of('what stringParams tells a helper', `${L}{{#with obj}}{{tracked k "x" a=1 b=k c=../n d=(args 1)}}{{/with}}{{tracked}}`, { stringParams: true }),
  of('trackIds of members and hashes', `{{#each list as |x|}}${L}{{args x.y}}{{hash a=x b="x" c=(hash d=x.y)}}{{/each}}`, { trackIds: true }),
  of('stringParams of hashes', '{{hash a=1 b="x" c=(hash d=a)}}{{args (args 1)}}{{#if (args a)}}{{args 1}}{{/if}}', { stringParams: true }),
  of('srcName', `${L}{{a}}{{#if a}}${L}{{/if}}`, { srcName: 'x.hbs' }),
  of('prototype properties', '{{person.own}}{{person.proto}}{{person.method}}{{a.length}}{{obj.constructor}}{{__proto__}}{{lookup person "proto"}}'),
  of('prototype properties allowed', '{{person.own}}{{person.proto}}{{person.method}}{{obj.constructor}}{{lookup person "proto"}}{{#with person}}{{proto}}{{/with}}', { runtimeOptions: { allowProtoPropertiesByDefault: true, allowProtoMethodsByDefault: true } }),
  of('prototype properties named', '{{person.proto}}{{person.method}}', { runtimeOptions: { allowedProtoProperties: { proto: true }, allowedProtoMethods: { method: true } } }),
  of('a missing helper', `${L}{{none a}}`),
  of('a missing block helper', '{{#none a}}x{{/none}}'),
  of('helperMissing', '{{none a}}{{none}}{{#none a}}x{{/none}}', {}, { setup: (env) => env.registerHelper('helperMissing', (...args) => `missing ${args.at(-1).name}`) }),
  of('blockHelperMissing', `{{#obj}}${L}{{/obj}}{{#none}}x{{/none}}`, {}, { setup: (env) => env.registerHelper('blockHelperMissing', function (context, { fn, name }) { return `${name} ${typeof context} ${fn(context).length}` }) }),
  of('allowCallsToHelperMissing', '{{helperMissing}}{{#blockHelperMissing a}}x{{/blockHelperMissing}}', { runtimeOptions: { allowCallsToHelperMissing: true } }),
  of('calls to helperMissing', '{{#blockHelperMissing a}}x{{/blockHelperMissing}}'),
  of('helpers of the render', '{{number}}{{mine a}}', { runtimeOptions: { helpers: { mine: (x) => `mine ${x}`, number: () => 6 } } }),
  of('an error in a helper', `${L}{{#each list}}${L}{{boom}}{{/each}}`),
  of('an error in a getter', `${L}{{bad}}`, {}, { locals: () => ({ get bad () { throw new Error('getter') } }) }),
  of('an error in toString', `${L}{{{bad}}}`, {}, { locals: () => ({ bad: Object.create(null) }) }),
  of('a symbol', `${L}{{{bad}}}`, {}, { locals: () => ({ bad: Symbol('s') }) }),
  of('a symbol escaped', `${L}{{bad}}`, {}, { locals: () => ({ bad: Symbol('s') }) }),
  of('a big number and a number', '{{{big}}}{{{n}}}'),
  of('values with valueOf', `${L}{{{o}}}{{o}}{{{o}}}{{#if o}}{{{o}}}{{{o}}}{{/if}}`, {}, { locals: () => ({ o: { valueOf: () => 7, toString: () => 'str' } }) }),
  of('no context', `${L}{{a}}{{#if a}}x{{else}}${L}{{/if}}{{this}}`, {}, { locals: () => undefined }),
  of('null as context', `${L}{{a}}{{#with this}}x{{else}}${L}{{../a}}{{/with}}`, {}, { locals: () => null }),
  of('a string as context', `${L}{{this}}{{length}}`, {}, { locals: () => 'text' }),
  ...[
    '{{', '{{#if a}}', '{{#if a}}{{/each}}', '{{/if}}', '{{a.}}', '{{a b=}}', 'x\ny {{> }}', '{{#each x as |}}{{/each}}',
    '{{{a}}', '{{a}}}', '{{#*inline}}', '{{{{raw}}}}', '{{../a/../b}}', '{{else}}', '{{#if a}}{{else}}{{else}}{{/if}}', '{{a"b"}}'
  ].map((source) => of(`no template: ${JSON.stringify(source)}`, source)),
  of('a decorator', `{{* deco}}${L}{{a}}`, {}, { setup: (env) => env.registerDecorator('deco', (fn) => (...args) => `[${fn(...args).length}]`) }),
  of('a block decorator in a block', `{{#each list}}{{#*deco}}${L}{{/deco}}${L}{{a}}{{/each}}{{#*inline "z"}}${L}{{/inline}}{{> z}}`, {}, { setup: (env, log) => env.registerDecorator('deco', (fn, props, container, options) => { log.push(options.fn({}).length); return (...args) => `[${fn(...args).length}]` }) }),
  of('a decorator of the render', `{{* deco}}${L}{{a}}`, { runtimeOptions: { decorators: { deco: (fn) => (...args) => `[${fn(...args).length}]` } } }),
  of('a decorator with a local in a block', `{{#if a}}{{* deco a}}${L}{{/if}}`, {}, { setup: (env) => env.registerDecorator('deco', (fn, props, container, { args }) => () => String(args[0])) }),
  of('code for browsers', `${L}{{{precompiled}}}{{{precompiled compat=true data=false}}}{{{precompiled srcName="sent.hbs" destName="sent.js"}}}`),
  of('a missing decorator', `{{* deco}}${L}`),
  of('inline is replaced', `{{#*inline "z"}}${L}{{/inline}}${L}{{a}}`, {}, { setup: (env, log) => env.registerDecorator('inline', (fn, props, container, options) => { log.push(options.args, options.fn({}).length); return (...args) => `[${fn(...args).length}]` }) }),
  of('a compiler of the app', `${L}{{a}}{{#if a}}${L}{{/if}}`, {}, { setup: (env) => { env.JavaScriptCompiler = class extends env.JavaScriptCompiler { initializeBuffer () { return '"app:"' } get compiler () { return env.JavaScriptCompiler } } } }),
  of('names looked up by the app', `${L}{{a}}{{#if a}}${L}{{x}}{{/if}}`, {}, { setup: (env) => { env.JavaScriptCompiler = class extends env.JavaScriptCompiler { nameLookup (parent, name, type) { return type === 'context' ? ['"', name, '"'] : super.nameLookup(parent, name, type) } get compiler () { return env.JavaScriptCompiler } } } }),
  of('compile is wrapped', `${L}{{a}}`, {}, { setup: (env) => { const { compile } = env; env.compile = (source, options) => compile(source.replace('{{a}}', '{{n}}'), options) } })
]
