'use strict'

const { long } = require('../long')

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

module.exports = [
  { name: 'every value', page: `${each((name) => `{{ ${name} }}`)}${long()}`, locals: values, spliced: 1 },
  { name: 'every value, safe', page: `${each((name) => `{{ ${name} | safe }}`)}${long()}`, locals: values, spliced: 1 },
  { name: 'every value, escaped', page: `${each((name) => `{{ ${name} | escape }}{{ ${name} | e }}`)}${long()}`, locals: values, spliced: 1 },
  { name: 'every value, escaped by force', page: each((name) => `{{ ${name} | forceescape }}`), locals: values },
  { name: 'a value without a string', page: '{{ x }}', locals: () => ({ x: Object.create(null) }), throws: true },
  { name: 'a symbol', page: '{{ x }}', locals: () => ({ x: Symbol('x') }) },
  { name: 'toString that gives no string', page: `${long()}{{ x }}`, locals: () => ({ x: { toString: () => 1 } }), throws: true },
  { name: 'missing values', page: `{{ missing }}{{ missing.x }}{{ missing.x.y }}{{ missing['x'] }}${long()}` },
  { name: 'members', page: '{{ o.a.b }}{{ o[\'a-b\'] }}{{ o[s] }}{{ list[0] }}{{ list[1][0] }}{{ list.length }}{{ s.length }}', locals: values },
  { name: 'methods', page: '{{ s.slice(0, 2) }}{{ list.join("<") }}{{ o.f(1).g(2) }}', locals: () => ({ ...values(), o: { f: (x) => ({ g: (y) => x + y }) } }) },
  { name: 'functions', page: '{{ fn(1, 2) }}{{ fn(a=1) }}{{ fn(1, b=2) }}{{ fn() | safe }}', locals: () => ({ fn: (...args) => JSON.stringify(args) }) },
  { name: 'this of functions', page: '{{ fn() }}{{ o.fn() }}', locals: () => ({ x: 'y', fn () { return `${this.lookup('x')}${Object.keys(this.ctx)}` }, o: { x: 'z', fn () { return this.x } } }) },
  { name: 'variables of functions', page: `${long()}{% set x = 2 %}{{ fn() }}{% block a %}{% set x = 3 %}{{ fn() }}{% endblock %}{{ fn() }}`, locals: () => ({ x: 1, fn () { return JSON.stringify([this.getVariables().x, this.getExported(), Object.keys(this.blocks)]) } }) },
  { name: 'a context that is changed', page: '{{ fn() }}{{ y }}', locals: () => ({ fn () { this.setVariable('y', '<set>') } }) },
  {
    name: 'a block that a function calls',
    page: `{% block a %}[${long()}{{ x }}]{% endblock %}{{ fn() }}`,
    locals: () => ({
      x: '<x>',
      fn () {
        let text
        this.getBlock('a')(this.env, this, new this.env.Frame(), this.env.runtime, (error, result) => { text = error ?? [typeof result, result] })
        return text
      }
    }),
    setup: (env) => Object.assign(env, { runtime: require('nunjucks').runtime, Frame: require('nunjucks').runtime.Frame })
  },
  { name: 'set', page: `{% set x = 1 %}{{ x }}{% set x, y = "<" %}{{ x }}{{ y }}{% set x = x + 1 %}{{ x }}${long()}`, locals: () => ({ x: 5 }) },
  { name: 'set in inner scopes', page: '{% set x = 1 %}{% for i in [1, 2] %}{% set x = x + i %}{% set y = i %}{{ x }}{% endfor %}{{ x }}{{ y }}{% if 1 %}{% set z = 2 %}{% endif %}{{ z }}' },
  { name: 'set blocks', page: `{% set x %}<b>${long()}{{ s }}</b>{% endset %}{{ x }}{{ x | safe }}{{ x | length }}{{ x | upper }}{% set a, b %}c{% endset %}{{ a }}{{ b }}`, locals: values },
  { name: 'nested set blocks', page: `{% set x %}1{% set y %}2${long()}{% for i in [1] %}{{ i }}{% endfor %}{% endset %}{{ y }}3{% endset %}{{ x }}${long()}{{ y }}` },
  { name: 'set block with a filter', page: '{% set x | upper %}abc{% endset %}{{ x }}', throws: true },
  { name: 'locals with names of the generated code', page: `{{ output }}{{ env }}{{ cb }}{{ frame }}{{ runtime }}{{ context }}{{ lineno }}{{ tasks }}{{ result }}{{ template }}{{ parentTemplate }}${long()}{% set output = 5 %}{{ output }}`, locals: () => ({ output: 1, env: 2, cb: 3, frame: 4, runtime: 5, context: 6, lineno: 7, tasks: 8, result: 9, template: 10, parentTemplate: 11 }), spliced: 1 },
  { name: 'loops over names of the generated code', page: '{% for output in [1, 2] %}{{ output }}{% endfor %}{% for frame, runtime in { a: 1 } %}{{ frame }}{{ runtime }}{% endfor %}' },
  { name: 'names of Object.prototype', page: '{{ constructor.name }}{{ toString }}{{ hasOwnProperty }}{{ __proto__ }}' },
  { name: 'a local called __proto__', page: '{{ a }}{{ b }}', locals: () => JSON.parse('{"a": 1, "__proto__": {"b": 2}}') },
  { name: 'inherited locals', page: '{{ a }}{{ b }}', locals: () => Object.assign(Object.create({ a: 1 }), { b: 2 }) },
  { name: 'getters', page: `{{ a }}{{ a }}${long()}`, locals: () => { let n = 0; return { get a () { return ++n } } } },
  { name: 'a getter that throws', page: 'x', locals: () => ({ get a () { throw new Error('got') } }), throws: true, sync: true },
  { name: 'SafeString', page: '{{ a }}{{ a | upper }}{{ a + "<" }}{{ a | length }}', locals: () => ({ a: new (require('nunjucks').runtime.SafeString)('<b>') }) },
  { name: 'globals', page: '{{ g }}{{ f(1) }}{{ over }}{{ range(3) }}', setup: (env) => env.addGlobal('g', '<g>').addGlobal('f', (x) => x + 1).addGlobal('over', 1), locals: () => ({ over: 2 }) },
  { name: 'range, cycler and joiner', page: `{% set c = cycler("odd", "even") %}{% set j = joiner("|") %}{% for i in range(0, 6, 2) %}{{ j() }}{{ c.next() }}{{ i }}${long()}{% endfor %}{{ c.reset() }}{{ c.current }}`, spliced: 3 }
]
