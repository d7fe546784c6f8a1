'use strict'

const { runtime: { SafeString } } = require('nunjucks')
const { long } = require('../long')

/** Values that are printed, and whose members are read. */
const VALUES = [
  () => '<"&\'>\\`', () => '', () => 'plain', () => 1.5, () => -0, () => NaN, () => 10n, () => true, () => false, () => null, () => undefined,
  () => [1, ['<', null]], () => ({ m: '<m>', 0: '<0>', n: { m: 1 } }), () => Object.create(null), () => ({ toString: () => '<t>', valueOf: () => '<v>' }),
  () => ({ m () { return `<${this === undefined ? 'none' : Object.keys(this)}>` }, n: { m: (...given) => given.join('<') } }),
  () => new SafeString('<safe>'), () => Object('<boxed>'), () => Symbol('<s>'), () => (a, b) => `<${a}${b}>`,
  () => new (class { get m () { this.count = (this.count ?? 0) + 1; return `<${this.count}>` } })(),
  () => ({ get m () { throw new RangeError('no <m>') } }), () => new Map([['m', 1]]), () => new Date(0)
]

const files = {
  'macros.njk': `{% macro show(a, b="<b>", c=none) %}[{{ a }}{{ b }}{{ c }}{{ a.m }}{{ kwargs.d }}{{ caller() if caller }}]{% endmacro %}{% set text = "<text>" %}{% set value = x %}${long()}`,
  'part.njk': `(${long()}{{ x }}{{ x.m }})`,
  'include.njk': '{% macro part(x) %}{% include "part.njk" %}{% endmacro %}',
  'fails.njk': '{% set a = 1 %}\n\n  {{ x.m.n() }}'
}

/** Where a template prints a value `x` or reads its members. */
const PLACES = {
  printed: '{{ x }}{{ x }}{{ x }}{{ x }}{{ x }}{{ x }}{{ x }}{{ x }}{{ x }}{{ x }}{{ [x] }}{{ x if x else "<none>" }}',
  'a member': '{{ x.m }}{{ x["m"] }}{{ x[0] }}{{ x.n.m }}{{ x[key] }}{{ x.m.length }}{{ x.m.name }}',
  'members in an order': '{{ x[x.m] }}{{ o[x.m].y }}{{ o.y[x.n.m] }}',
  'a method': '{{ x.m() }}',
  'a method that is passed on': '{% set f = x.m %}{{ f }}{{ f.length }}{{ f(1, 2) }}',
  'a method with arguments': '{{ x.n.m(1, a=2) }}{{ x.toString() }}{{ x.slice(0, 1) }}',
  captured: `{% set y %}{{ x }}${long()}{{ x.m }}{% endset %}{{ y }}{% filter upper %}{{ x }}{% endfilter %}`,
  'given to a macro': '{% macro own(a, b="<") %}{{ a }}{{ a.m }}{{ b }}{{ varargs }}{% endmacro %}{{ own(x) }}{{ own(b=x) }}{{ own(1, x, 3) }}',
  'given to an imported macro': '{% from "macros.njk" import show %}{{ show(x) }}{{ show(1, x) }}{{ show(1, c=x, d=x) }}{% call show(x) %}{{ x }}{% endcall %}',
  'a variable of an imported file': '{% import "macros.njk" as m with context %}{{ m.value }}{{ m.text }}{{ m.value.m }}{{ m.show }}{% import "macros.njk" as n %}{{ n.value }}',
  'in an included file': '{% include "part.njk" %}{% from "include.njk" import part %}{{ part(x) }}',
  'in a loop': '{% for y in [x, x] %}{{ loop.index }}{{ y }}{{ y.m }}{{ x.n.m }}{% endfor %}{% for k, v in x %}{{ k }}{{ v }}{{ v.m }}{% endfor %}',
  'in asynchronous loops': '{% asyncEach y in [x] %}{{ y.m }}{{ y }}{% endeach %}{% asyncAll y in [x, x] %}{{ y.m }}{{ y }}{% endall %}',
  'filtered by waiting': '{{ x | later }}{{ (x | later).m }}{{ (x.m | later) if x }}{{ x | now }}',
  filtered: '{{ x | safe }}{{ x.m | safe }}{{ x | escape }}{{ x.m | default("<d>") }}{{ x | string }}{{ x | safe | upper }}{{ [x.m | safe] | safe }}',
  'by super': '{% extends "layout.njk" %}{% block b %}{{ super() }}{{ x.m }}{{ super() }}{% endblock %}'
}

const setup = (env) => {
  // What the rest of a page throws behind a wait would end the process.
  env.addFilter('later', (value, callback) => setImmediate(() => { try { callback(null, value) } catch (error) { callback(error) } }), true)
  env.addFilter('now', (value, callback) => callback(null, value), true)
}
const locals = VALUES.map((value) => () => ({ x: value(), key: 'm', o: { y: '<y>', undefined: { y: '<u>' } } }))
const layout = { 'layout.njk': `${long()}{% block b %}{{ x }}{{ x.m }}{% endblock %}` }

const error = (name, page) => ({ name: `line of an error ${name}`, page, files, locals: () => ({ x: { n: 1 }, f: (x) => x }), throws: true })

module.exports = [
  ...Object.entries(PLACES).map(([name, page]) => ({ name: `values, ${name}`, page, files: { ...files, ...layout }, setup, locals })),
  ...Object.entries(PLACES).map(([name, page]) => ({ name: `values without escaping, ${name}`, page, files: { ...files, ...layout }, setup, locals, options: { autoescape: false } })),
  error('of a member', '\n  {{ x.m() }}'),
  error('of a nested member', 'a\n {{ f(\n x.n.m.o()) }}'),
  error('of an argument', '{% from "macros.njk" import show %}\n\n {{ show(x.m()) }}'),
  error('of an imported file', '\n{% from "fails.njk" import a with context %}'),
  error('of an imported file without context', '\n{% import "fails.njk" as a %}'),
  {
    name: 'a getter that renders the same macro',
    page: '{% macro m(o) %}<{{ o.name }}{{ o.deep.name }}>{% endmacro %}{{ keep(m) }}{{ m(first) }}{{ first.name }}',
    locals () {
      let macro
      const second = { name: '2', deep: { name: '<deep>' } }
      return { keep (given) { macro = given }, first: { get name () { return `1${macro(second)}` }, deep: second } }
    }
  },
  { name: 'members in asyncEach over names of the generated code', page: '{% asyncEach undefined in [1] %}{{ o.missing }}{{ nil.x }}{% endeach %}{% asyncEach runtime in [r] %}{{ o.x }}{% endeach %}', locals: () => ({ o: { x: '<x>' }, nil: null, r: { suppressValue: (value) => `r${value}`, memberLookup: (o, name) => `m${name}`, contextOrFrameLookup: (context, frame, name) => ({ x: name }) } }) }
]
