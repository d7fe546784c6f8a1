'use strict'

const { long } = require('../long')

const files = {
  'forms.njk': `{% macro field(name, value='', type='text') %}<input type="{{ type }}" name="{{ name }}" value="{{ value | escape }}">${long()}{% endmacro %}{% macro label(text) %}<label>{{ text }}</label>{% endmacro %}{% set version = "1<" %}{% macro _private() %}p{% endmacro %}{% set _hidden = 1 %}`,
  'context.njk': '{% macro show() %}{{ x }}{% endmacro %}{% set copied = x %}',
  'nested.njk': '{% from "forms.njk" import label %}{% macro twice(t) %}{{ label(t) }}{{ label(t) }}{% endmacro %}',
  'output.njk': '{% macro output(x) %}o{{ x }}{% endmacro %}'
}
const locals = () => ({ x: '<x>', list: [1, 2] })
const page = (source, more) => ({ page: source, files, locals, ...more })

module.exports = [
  { name: 'macro', ...page(`{% macro m(a, b) %}<b>{{ a }}{{ b }}</b>{% endmacro %}{{ m(1, x) }}{{ m(b=1) }}${long()}`, { spliced: 1 }) },
  { name: 'macro of long text', ...page(`{% macro m() %}${long()}{% endmacro %}{{ m() }}{{ m() | length }}`, { spliced: 0 }) },
  { name: 'defaults', ...page('{% macro m(a, b=2, c=x) %}{{ a }}{{ b }}{{ c }}{% endmacro %}{{ m(1) }}{{ m(1, 5) }}{{ m(1, c=3, b="<") }}{{ m() }}{{ m(1, 2, 3, 4) }}') },
  { name: 'kwargs that are made', ...page('{% macro m(a) %}{{ a }}{{ kwargs | dump }}{% endmacro %}{{ m(1, z=2) }}') },
  { name: 'macros in macros', ...page(`{% macro outer(a) %}{% macro inner(b) %}[{{ b }}]{% endmacro %}{{ inner(a) }}${long()}{% endmacro %}{{ outer(x) }}`) },
  { name: 'a macro that calls itself', ...page('{% macro tree(n) %}<{{ n }}{% if n > 0 %}{{ tree(n - 1) }}{% endif %}>{% endmacro %}{{ tree(3) }}') },
  { name: 'macro scopes', ...page('{% set y = 1 %}{% macro m() %}{{ y }}{{ x }}{% set y = 2 %}{{ y }}{% endmacro %}{{ m() }}{{ y }}{% for i in list %}{{ m() }}{% endfor %}') },
  { name: 'macro with loops and conditions', ...page(`{% macro m(list) %}{% for i in list %}{{ loop.index }}{% if i %}{{ i }}{% endif %}{% else %}none{% endfor %}{% endmacro %}{{ m(list) }}{{ m([]) }}${long()}`) },
  { name: 'a macro in an expression', ...page('{% macro m() %}<b>{% endmacro %}{{ m() + "<" }}{{ m() ~ x }}{{ m() | escape }}{{ m() | upper }}{% if m() %}y{% endif %}{% set q = m() %}{{ q }}') },
  { name: 'a macro given to a function', ...page('{% macro m(a) %}<{{ a }}>{% endmacro %}{{ f(m) }}', { locals: () => ({ f: (m) => `${typeof m(1)} ${m(2)}` }) }) },
  { name: 'call', ...page(`{% macro m(t) %}<h>{{ t }}</h>{{ caller() }}{% endmacro %}{% call m(x) %}body ${long()}{{ x }}{% endcall %}`) },
  { name: 'call with arguments', ...page('{% macro m(list) %}{% for i in list %}{{ caller(i, loop.index) }}{% endfor %}{% endmacro %}{% call(a, b="d") m(list) %}[{{ a }}{{ b }}]{% endcall %}') },
  { name: 'call with keyword arguments', ...page('{% macro m(a, b=2) %}{{ a }}{{ b }}{{ caller() }}{% endmacro %}{% call m(1, b=3) %}c{% endcall %}{% call m(b=3) %}{{ x }}{% endcall %}') },
  { name: 'caller that is filtered or asked for', ...page('{% macro m() %}{{ caller() | upper if caller else "none" }}{% endmacro %}{{ m() }}{% call m() %}<b>{% endcall %}') },
  { name: 'nested calls', ...page(`{% macro m() %}<{{ caller() }}>{% endmacro %}{% call m() %}a{% call m() %}b${long()}{% endcall %}{% endcall %}`) },
  { name: 'call in a loop', ...page('{% macro m() %}<{{ caller() }}>{% endmacro %}{% for i in list %}{% call m() %}{{ i }}{{ loop.index }}{% endcall %}{% endfor %}') },
  { name: 'call that sets', ...page('{% set y = 1 %}{% macro m() %}{{ caller() }}{% endmacro %}{% call m() %}{% set y = 2 %}{{ y }}{% endcall %}{{ y }}') },
  { name: 'call of what is no macro', ...page('{% call f(1) %}<b>{{ x }}{% endcall %}', { locals: () => ({ x: 1, f: (n, options) => `${n}${options.caller()}` }) }) },
  { name: 'import', ...page(`{% import "forms.njk" as forms %}{{ forms.field("a", x) }}{{ forms.label(x) }}{{ forms.version }}{{ forms._private }}{{ forms._hidden }}${long()}`, { spliced: 1 }) },
  { name: 'from import', ...page('{% from "forms.njk" import field, label as l, version %}{{ field("a", type="<") }}{{ l(x) }}{{ version }}') },
  { name: 'from import of what is not there', ...page(`${long()}{% from "forms.njk" import none %}`, { throws: true }) },
  { name: 'from import of a private name', ...page('{% from "forms.njk" import _private %}', { throws: true }) },
  { name: 'import with context', ...page('{% import "context.njk" as c with context %}{{ c.show() }}{{ c.copied }}{% import "context.njk" as d %}{{ d.show() }}{{ d.copied }}{% import "context.njk" as e without context %}{{ e.copied }}') },
  { name: 'from import with context', ...page('{% from "context.njk" import show, copied with context %}{{ show() }}{{ copied }}') },
  { name: 'import of a name of the generated code', ...page(`{% from "output.njk" import output %}{{ output(1) }}${long()}{% import "output.njk" as runtime %}{{ runtime.output(2) }}`, { spliced: 1 }) },
  { name: 'import that imports', ...page('{% import "nested.njk" as n %}{{ n.twice(x) }}') },
  { name: 'import in a block', ...page('{% block b %}{% import "forms.njk" as f %}{{ f.label(1) }}{% endblock %}{{ f }}') },
  { name: 'import in a loop', ...page('{% for i in list %}{% from "forms.njk" import label %}{{ label(i) }}{% endfor %}') },
  { name: 'import of a missing file', ...page('{% import "none.njk" as n %}', { throws: true }) },
  { name: 'import of what cannot be compiled', ...page('{% import "bad.njk" as n %}', { files: { 'bad.njk': '{% if %}' }, throws: true }) },
  { name: 'import of what fails', ...page('{% import "fails.njk" as n %}', { files: { 'fails.njk': '\n{{ a.b.c() }}' }, throws: true }) },
  { name: 'a macro that is not there', ...page(`{% import "forms.njk" as f %}${long()}\n{{ f.none(1) }}`, { throws: true }) },
  { name: 'a macro that fails', ...page('{% macro m() %}\n{{ x.y() }}{% endmacro %}\n\n{{ m() }}', { throws: true }) }
]
