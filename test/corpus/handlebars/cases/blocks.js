'use strict'

const Handlebars = require('handlebars')

/** A template with blocks of all kinds, whose helpers the app replaces. */
const replaced = '$(long){{#each list}}$(long){{/each}}{{#if yes}}$(long){{/if}}{{#unless no}}$(long){{/unless}}{{#with user}}$(long){{/with}}{{#user}}$(long){{/user}}'

function replacing (name) {
  return {
    [`${name} is replaced`]: {
      page: `${replaced}{{#list}}$(long){{n}}{{/list}}{{#user.tags}}$(long){{/user.tags}}`,
      setup: (env) => env.registerHelper(name, function (value, { fn, inverse }) { return fn(this).length + inverse(this).length })
    },
    [`${name} is replaced for the render`]: {
      page: replaced,
      options: { runtimeOptions: { helpers: { [name]: function (value, { fn }) { return `[${fn(this).length}]` } } } }
    }
  }
}

module.exports = {
  sparse: [1, , 3], // eslint-disable-line no-sparse-arrays
  cases: {
    'each over a Set and a Map': { page: '{{#each set}}$(long){{this}}{{@last}}{{/each}}{{#each map}}$(long){{this.[0]}}{{/each}}', locals: () => ({ set: new Set([1, 2]), map: new Map([['k', 1]]) }) },
    'each over a function': { page: '{{#each f}}$(long){{this}}{{/each}}', locals: () => ({ f: () => [1, 2], own: 1 }) },
    'an iterator that is closed': { page: '{{#each it}}$(long){{fail this}}{{/each}}', setup: (env, log) => env.registerHelper('fail', (n) => { log.push(n); if (n === 2) throw new TypeError('two') }), locals: () => ({ it: new Set([1, 2, 3]) }) },
    'if of a function': { page: '{{#if f}}$(long){{/if}}{{#unless f}}$(long){{else}}q{{/unless}}', locals: () => ({ f () { return this.v }, v: [] }) },
    'if of values': { page: '{{#each v}}{{#if this}}$(long)yes{{else}}$(long)no{{/if}}{{/each}}', locals: () => ({ v: [0, '', null, undefined, [], {}, [0], 'x', NaN, 1n] }) },
    'with of a function': { page: '{{#with f as |x|}}$(long){{x.a}}{{/with}}', locals: () => ({ f: () => ({ a: 1 }) }) },
    'a block of a lambda': { page: '{{#f}}$(long){{a}}{{/f}}x{{#g}}$(long){{/g}}{{#h}}$(long){{v}}{{/h}}', locals: () => ({ f: () => ({ a: 1 }), g: () => false, h (options) { return options.fn({ v: 'given' }).length }, v: 'own' }) },
    'a lambda that puts another block': { page: '{{#f}}$(long){{/f}}', locals: () => ({ f (options) { options.fn = () => 'other'; return true } }) },
    'a lambda that keeps the block': { page: '{{#f}}$(long){{/f}}{{#g}}{{/g}}', locals: () => { let kept; return { f (options) { kept = options; return true }, g: () => ({ toString: () => 'x', length: kept.fn({}).length }) } } },
    'an object whose toString counts': { page: '{{{o}}}{{#if yes}}$(long){{touch}}{{/if}}{{{o}}}', locals: () => { let n = 0; return { yes: true, touch: () => ++n, o: { toString: () => `n${n}` } } } },
    'a missing built-in helper': { page: '$(long){{#each list}}$(long){{/each}}', setup: (env) => env.unregisterHelper('each') },
    'helpers copied from another instance': {
      page: '{{#unless no}}$(long){{/unless}}{{#list}}$(long){{/list}}',
      setup (env) {
        const other = Handlebars.create()
        other.registerHelper('if', (value, { fn, inverse }) => fn({}).length + inverse({}).length)
        other.registerHelper('each', (value, { fn }) => fn({}).length)
        env.registerHelper({ unless: other.helpers.unless, blockHelperMissing: other.helpers.blockHelperMissing })
      }
    },
    ...Object.assign({}, ...['each', 'if', 'unless', 'with', 'blockHelperMissing'].map(replacing))
  }
}
