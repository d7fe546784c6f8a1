'use strict'

const { runtime } = require('nunjucks')

const values = () => ({
  s: '<"&\'>\\`',
  empty: '',
  n: 1.5,
  zero: 0,
  yes: true,
  no: false,
  nil: null,
  list: ['a', ['<', null], undefined],
  o: { a: { b: '<b>' }, 'a-b': 1, toString: () => '<o>' },
  plain: {},
  valued: { valueOf: () => '<v>', toString: () => '<t>' },
  date: new Date(0),
  fn: (a, b) => `<${a}${b}>`,
  regexp: /</,
  boxed: new String('<boxed>'), // eslint-disable-line no-new-wrappers
  map: new Map([['a', 1]]),
  big: 10n
})

const each = (make) => Object.keys(values()).map(make).join('|')

module.exports = {
  values,
  cases: {
    'every value': { page: `${each((name) => `{{ ${name} }}`)}$(long)`, locals: values, spliced: 1 },
    'every value, safe': { page: `${each((name) => `{{ ${name} | safe }}`)}$(long)`, locals: values, spliced: 1 },
    'every value, escaped': { page: `${each((name) => `{{ ${name} | escape }}{{ ${name} | e }}`)}$(long)`, locals: values, spliced: 1 },
    'every value, escaped by force': { page: each((name) => `{{ ${name} | forceescape }}`), locals: values },
    'a value without a string': { page: '{{ x }}', locals: () => ({ x: Object.create(null) }), throws: true },
    'a symbol': { page: '{{ x }}', locals: () => ({ x: Symbol('x') }) },
    'toString that gives no string': { page: '$(long){{ x }}', locals: () => ({ x: { toString: () => 1 } }), throws: true },
    methods: { page: '{{ s.slice(0, 2) }}{{ list.join("<") }}{{ o.f(1).g(2) }}', locals: () => ({ ...values(), o: { f: (x) => ({ g: (y) => x + y }) } }) },
    functions: { page: '{{ fn(1, 2) }}{{ fn(a=1) }}{{ fn(1, b=2) }}{{ fn() | safe }}', locals: () => ({ fn: (...args) => JSON.stringify(args) }) },
    'this of functions': { page: '{{ fn() }}{{ o.fn() }}', locals: () => ({ x: 'y', fn () { return `${this.lookup('x')}${Object.keys(this.ctx)}` }, o: { x: 'z', fn () { return this.x } } }) },
    'variables of functions': { page: '$(long){% set x = 2 %}{{ fn() }}{% block a %}{% set x = 3 %}{{ fn() }}{% endblock %}{{ fn() }}', locals: () => ({ x: 1, fn () { return JSON.stringify([this.getVariables().x, this.getExported(), Object.keys(this.blocks)]) } }) },
    'a context that is changed': { page: '{{ fn() }}{{ y }}', locals: () => ({ fn () { this.setVariable('y', '<set>') } }) },
    'a block that a function calls': {
      page: '{% block a %}[$(long){{ x }}]{% endblock %}{{ fn() }}',
      locals: () => ({
        x: '<x>',
        fn () {
          let text
          this.getBlock('a')(this.env, this, new this.env.Frame(), this.env.runtime, (error, result) => { text = error ?? [typeof result, result] })
          return text
        }
      }),
      setup: (env) => Object.assign(env, { runtime, Frame: runtime.Frame })
    },
    'inherited locals': { page: '{{ a }}{{ b }}', locals: () => Object.assign(Object.create({ a: 1 }), { b: 2 }) },
    getters: { page: '{{ a }}{{ a }}$(long)', locals: () => { let n = 0; return { get a () { return ++n } } } },
    'a getter that throws': { page: 'x', locals: () => ({ get a () { throw new Error('got') } }), throws: true, sync: true },
    SafeString: { page: '{{ a }}{{ a | upper }}{{ a + "<" }}{{ a | length }}', locals: () => ({ a: new runtime.SafeString('<b>') }) },
    globals: { page: '{{ g }}{{ f(1) }}{{ over }}{{ range(3) }}', setup: (env) => env.addGlobal('g', '<g>').addGlobal('f', (x) => x + 1).addGlobal('over', 1), locals: () => ({ over: 2 }) }
  }
}
