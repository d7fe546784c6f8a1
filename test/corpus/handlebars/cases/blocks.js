'use strict'

const L = require('../long')

const list = () => ({ list: [{ n: 1 }, { n: 2 }, { n: 3 }], map: { a: 'x', b: 'y' }, none: [], yes: true, no: false, zero: 0, name: 'N', user: { name: 'U', tags: ['t'] } })
const lists = (source, more) => ({ source, locals: list, ...more })

module.exports = [
  { name: 'each over an array', ...lists(`${L}{{#each list}}${L}{{n}}{{@index}}{{@key}}{{@first}}{{@last}}{{/each}}`) },
  { name: 'each over an object', ...lists(`{{#each map}}${L}{{this}}{{@key}}{{@index}}{{@first}}{{@last}}{{/each}}`) },
  { name: 'each with else', ...lists(`{{#each none}}a{{else}}${L}{{name}}{{/each}}`) },
  { name: 'each of nothing', ...lists(`a{{#each nothing}}a{{else}}${L}{{/each}}b`) },
  { name: 'each over a Set and a Map', source: `{{#each set}}${L}{{this}}{{@last}}{{/each}}{{#each map}}${L}{{this.[0]}}{{/each}}`, locals: () => ({ set: new Set([1, 2]), map: new Map([['k', 1]]) }) },
  { name: 'each over a sparse array', source: `{{#each a}}${L}{{@index}}{{/each}}`, locals: () => ({ a: [1, , 3] }) }, // eslint-disable-line no-sparse-arrays
  { name: 'each over a function', source: `{{#each f}}${L}{{this}}{{/each}}`, locals: () => ({ f: () => [1, 2], own: 1 }) },
  { name: 'each over a string and a number', source: `{{#each s}}a{{else}}${L}{{/each}}{{#each n}}a{{else}}${L}{{/each}}`, locals: () => ({ s: 'abc', n: 5 }) },
  { name: 'an iterator that is closed', source: `{{#each it}}${L}{{fail this}}{{/each}}`, setup: (env, log) => env.registerHelper('fail', (n) => { log.push(n); if (n === 2) throw new TypeError('two') }), locals: () => ({ it: new Set([1, 2, 3]) }) },
  { name: 'block parameters', ...lists(`{{#each list as |item i|}}${L}{{item.n}}{{i}}{{../name}}{{#with ../user as |u|}}${L}{{u.name}}{{item.n}}{{i}}{{/with}}{{/each}}`) },
  { name: 'depths', ...lists(`{{#each list}}{{#each ../list}}${L}{{../n}}-{{n}}-{{../../name}}-{{@index}}-{{@../index}}-{{@root.name}}{{/each}}{{/each}}`) },
  { name: 'a depth that is the same context', ...lists(`{{#if yes}}${L}{{#if name}}${L}{{../name}}{{/if}}{{/if}}`) },
  { name: 'if, else if, else', ...lists(`{{#if no}}${L}a{{else if zero}}${L}b{{else unless yes}}${L}c{{else}}${L}d{{/if}}`) },
  { name: 'if with includeZero', ...lists(`{{#if zero includeZero=true}}${L}zero{{else}}${L}none{{/if}}{{#unless zero includeZero=true}}${L}x{{/unless}}`) },
  { name: 'if of a function', source: `{{#if f}}${L}{{/if}}{{#unless f}}${L}{{else}}q{{/unless}}`, locals: () => ({ f () { return this.v }, v: [] }) },
  { name: 'if of values', source: `{{#each v}}{{#if this}}${L}yes{{else}}${L}no{{/if}}{{/each}}`, locals: () => ({ v: [0, '', null, undefined, [], {}, [0], 'x', NaN, 1n] }) },
  { name: 'with', ...lists(`{{#with user}}${L}{{name}}{{../name}}{{else}}none{{/with}}{{#with nothing}}a{{else}}${L}{{name}}{{/with}}`) },
  { name: 'with of a function', source: `{{#with f as |x|}}${L}{{x.a}}{{/with}}`, locals: () => ({ f: () => ({ a: 1 }) }) },
  { name: 'a block of a property', ...lists(`{{#user}}${L}{{name}}{{#tags}}${L}{{.}}{{/tags}}{{/user}}{{#list}}${L}{{n}}{{@index}}{{/list}}{{#none}}a{{/none}}{{#yes}}${L}{{name}}{{/yes}}{{#no}}a{{/no}}`) },
  { name: 'an inverse block', ...lists(`{{^none}}${L}{{name}}{{/none}}{{^user}}a{{/user}}{{^nothing}}${L}{{/nothing}}{{#no}}a{{^}}${L}{{/no}}`) },
  { name: 'a block of a path', ...lists(`a{{#user.tags}}${L}{{.}}{{/user.tags}}{{#this.user}}${L}{{name}}{{/this.user}}{{#./yes}}${L}{{/./yes}}{{#user.no}}a{{else}}${L}{{/user.no}}`) },
  { name: 'a block of a lambda', source: `{{#f}}${L}{{a}}{{/f}}x{{#g}}${L}{{/g}}{{#h}}${L}{{v}}{{/h}}`, locals: () => ({ f: () => ({ a: 1 }), g: () => false, h (options) { return options.fn({ v: 'given' }).length }, v: 'own' }) },
  { name: 'a lambda that puts another block', source: `{{#f}}${L}{{/f}}`, locals: () => ({ f (options) { options.fn = () => 'other'; return true } }) },
  { name: 'a lambda that keeps the block', source: `{{#f}}${L}{{/f}}{{#g}}{{/g}}`, locals: () => { let kept; return { f (options) { kept = options; return true }, g: () => ({ toString: () => 'x', length: kept.fn({}).length }) } } },
  { name: 'blocks that are numbers side by side', source: '{{#if a}}{{{a}}}{{/if}}{{#if b}}{{{b}}}{{/if}}{{{a}}}', locals: () => ({ a: 1, b: 2 }) },
  { name: 'numbers side by side behind text', source: `${L}{{{a}}}{{{b}}}{{#if a}}{{{a}}}{{{b}}}{{/if}}`, locals: () => ({ a: 1, b: 2 }) },
  { name: 'numbers side by side behind a block', source: `{{#o}}${L}{{/o}}{{{a}}}{{{b}}}{{#if a}}{{{a}}}{{{b}}}{{/if}}{{#o}}{{{b}}}{{/o}}{{{a}}}`, locals: () => ({ a: 1, b: 2, o: {} }) },
  { name: 'numbers side by side at the end', source: `{{#o}}${L}{{/o}}{{{a}}}{{{b}}}{{#o}}{{/o}}{{{a}}}{{{b}}}{{#if b}}{{{b}}}{{/if}}`, locals: () => ({ a: 1, b: 2, o: {} }) },
  { name: 'a number before a block', source: `{{{a}}}{{#o}}${L}{{/o}}{{{b}}}{{#o}}{{{../b}}}{{/o}}`, locals: () => ({ a: 1, b: 2, o: {} }) },
  { name: 'a number before a long block', source: `{{{a}}}{{#if b}}${L}{{/if}}{{#each l}}{{{a}}}{{#if a}}${L}{{/if}}{{/each}}`, locals: () => ({ a: 1, b: 2, l: [{ a: 1 }] }) },
  { name: 'a block alone that is a number', source: '{{#each l}}{{#o}}{{{n}}}{{/o}}{{#o}}{{{n}}}{{/o}}{{/each}}', locals: () => ({ l: [{ o: { n: 1 } }] }) },
  { name: 'the same block twice', ...lists(`{{#if yes}}${L}{{/if}}-{{#if yes}}${L}{{/if}}{{#unless no}}${L}{{/unless}}`) },
  { name: 'an empty block', ...lists('{{#if yes}}{{/if}}{{#each list}}{{/each}}{{#user}}{{/user}}{{#with user}}{{else}}{{/with}}') },
  { name: 'an empty template', source: '' },
  { name: 'only a block', ...lists(`{{#user}}${L}{{name}}{{/user}}`) },
  { name: 'an object whose toString counts', source: `{{{o}}}{{#if yes}}${L}{{touch}}{{/if}}{{{o}}}`, locals: () => { let n = 0; return { yes: true, touch: () => ++n, o: { toString: () => `n${n}` } } } },
  ...['each', 'if', 'unless', 'with'].map((name) => ({
    name: `${name} without its argument`, source: `${L}{{#${name}}}a{{/${name}}}`
  })),
  ...['each', 'if', 'unless', 'with', 'blockHelperMissing'].flatMap((name) => [
    {
      name: `${name} is replaced`,
      ...lists(`${L}{{#each list}}${L}{{/each}}{{#if yes}}${L}{{/if}}{{#unless no}}${L}{{/unless}}{{#with user}}${L}{{/with}}{{#user}}${L}{{/user}}{{#list}}${L}{{n}}{{/list}}{{#user.tags}}${L}{{/user.tags}}`),
      setup: (env) => env.registerHelper(name, function (value, { fn, inverse }) { return fn(this).length + inverse(this).length })
    },
    {
      name: `${name} is replaced for the render`,
      ...lists(`${L}{{#each list}}${L}{{/each}}{{#if yes}}${L}{{/if}}{{#unless no}}${L}{{/unless}}{{#with user}}${L}{{/with}}{{#user}}${L}{{/user}}`),
      options: { runtimeOptions: { helpers: { [name]: function (value, { fn }) { return `[${fn(this).length}]` } } } }
    }
  ]),
  { name: 'a missing built-in helper', ...lists(`${L}{{#each list}}${L}{{/each}}`), setup: (env) => env.unregisterHelper('each') },
  { name: 'helpers copied from another instance', ...lists(`{{#unless no}}${L}{{/unless}}{{#list}}${L}{{/list}}`), setup: (env) => { const other = require('handlebars').create(); other.registerHelper('if', (value, { fn, inverse }) => fn({}).length + inverse({}).length); other.registerHelper('each', (value, { fn }) => fn({}).length); env.registerHelper({ unless: other.helpers.unless, blockHelperMissing: other.helpers.blockHelperMissing }) } }
]
