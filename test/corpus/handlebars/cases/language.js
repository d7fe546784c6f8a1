'use strict'

const Handlebars = require('handlebars')

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

module.exports = {
  setup,
  locals: () => ({ a: '<a & "b">', b: 0, c: null, d: false, e: undefined, n: 1.5, obj: { 'foo bar': 'FB', k: { z: 'Z' }, 0: 'zero' }, list: ['x', 'y'], person: new Person(), f () { return `f${this.n}` }, safe: new Handlebars.SafeString('<i>'), html: { toHTML: () => '<u>' }, big: 10n, key: 'k', true: 'T', 12: 'twelve', '@x': 'at', _locals: 1 }),
  cases: {
    'language: helperMissing': { page: '{{none a}}{{none}}{{#none a}}x{{/none}}', setup: (env) => env.registerHelper('helperMissing', (...args) => `missing ${args.at(-1).name}`) },
    'language: blockHelperMissing': { page: '{{#obj}}$(long){{/obj}}{{#none}}x{{/none}}', setup: (env) => env.registerHelper('blockHelperMissing', function (context, { fn, name }) { return `${name} ${typeof context} ${fn(context).length}` }) },
    'language: helpers of the render': { page: '{{number}}{{mine a}}', options: { runtimeOptions: { helpers: { mine: (x) => `mine ${x}`, number: () => 6 } } } },
    'language: an error in a getter': { page: '$(long){{bad}}', locals: () => ({ get bad () { throw new Error('getter') } }) },
    'language: an error in toString': { page: '$(long){{{bad}}}', locals: () => ({ bad: Object.create(null) }) },
    'language: a symbol': { page: '$(long){{{bad}}}', locals: () => ({ bad: Symbol('s') }) },
    'language: a symbol escaped': { page: '$(long){{bad}}', locals: () => ({ bad: Symbol('s') }) },
    'language: values with valueOf': { page: '$(long){{{o}}}{{o}}{{{o}}}{{#if o}}{{{o}}}{{{o}}}{{/if}}', locals: () => ({ o: { valueOf: () => 7, toString: () => 'str' } }) },
    'language: no context': { page: '$(long){{a}}{{#if a}}x{{else}}$(long){{/if}}{{this}}', locals: () => undefined },
    'language: a decorator': { page: '{{* deco}}$(long){{a}}', setup: (env) => env.registerDecorator('deco', (fn) => (...args) => `[${fn(...args).length}]`) },
    'language: a block decorator in a block': { page: '{{#each list}}{{#*deco}}$(long){{/deco}}$(long){{a}}{{/each}}{{#*inline "z"}}$(long){{/inline}}{{> z}}', setup: (env, log) => env.registerDecorator('deco', (fn, props, container, options) => { log.push(options.fn({}).length); return (...args) => `[${fn(...args).length}]` }) },
    'language: a decorator of the render': { page: '{{* deco}}$(long){{a}}', options: { runtimeOptions: { decorators: { deco: (fn) => (...args) => `[${fn(...args).length}]` } } } },
    'language: a decorator with a local in a block': { page: '{{#if a}}{{* deco a}}$(long){{/if}}', setup: (env) => env.registerDecorator('deco', (fn, props, container, { args }) => () => String(args[0])) },
    'language: inline is replaced': { page: '{{#*inline "z"}}$(long){{/inline}}$(long){{a}}', setup: (env, log) => env.registerDecorator('inline', (fn, props, container, options) => { log.push(options.args, options.fn({}).length); return (...args) => `[${fn(...args).length}]` }) },
    'language: a compiler of the app': { page: '$(long){{a}}{{#if a}}$(long){{/if}}', setup: (env) => { env.JavaScriptCompiler = class extends env.JavaScriptCompiler { initializeBuffer () { return '"app:"' } get compiler () { return env.JavaScriptCompiler } } } },
    'language: names looked up by the app': { page: '$(long){{a}}{{#if a}}$(long){{x}}{{/if}}', setup: (env) => { env.JavaScriptCompiler = class extends env.JavaScriptCompiler { nameLookup (parent, name, type) { return type === 'context' ? ['"', name, '"'] : super.nameLookup(parent, name, type) } get compiler () { return env.JavaScriptCompiler } } } },
    'language: compile is wrapped': { page: '$(long){{a}}', setup: (env) => { const { compile } = env; env.compile = (source, options) => compile(source.replace('{{a}}', '{{n}}'), options) } }
  }
}
