'use strict'

const { long } = require('../long')

const locals = () => ({ x: '<x>', nil: null, f: () => { throw new RangeError('f failed') }, promise: () => { throw Object.assign(new Error('with a line'), { lineno: 7, colno: 3 }) } })
const syntax = ['{% if %}', '{% if x %}', '{% endif %}', '{{ x', '{{ }}', '{% for x %}{% endfor %}', '{% block %}{% endblock %}', '{{ x | }}', '{% strange %}', '{{ x..y }}', '{# open', '{% set %}', '{% set x %}', '{% macro m( %}{% endmacro %}', '{{ "open }}', '{% include %}', '{% import "a" %}', '{% from "a" import %}', '{% extends %}', '{{ 1 + }}', '{% endblock %}', '{% call %}{% endcall %}', '{% macro m(1) %}{% endmacro %}', '{{ {1: 2} }}', '{% switch %}{% endswitch %}', '{{ x if }}', '{% for 1 in x %}{% endfor %}']
const runtime = ['{{ nil.x() }}', '{{ nothing() }}', '{{ x() }}', '{{ f() }}', '{{ x.y.z() }}', '{{ f(nothing()) }}', '{{ x | nothing }}', '{{ promise() }}', '{% for i in [1] %}\n{{ f() }}{% endfor %}', '{% if f() %}{% endif %}', '{% set y = f() %}', '{% set y %}\n{{ f() }}{% endset %}', '{% block b %}\n\n{{ f() }}{% endblock %}', '{% macro m() %}\n{{ f() }}{% endmacro %}{{ m() }}', '{% filter upper %}{{ f() }}{% endfilter %}', '{% for a, b in [1, null] %}{{ a }}{% endfor %}', '{% switch f() %}{% case 1 %}{% endswitch %}']

module.exports = [
  ...syntax.map((source) => ({ name: `syntax: ${source}`, page: `line 1\n${long()}\n  ${source}`, locals, throws: true })),
  ...runtime.map((source) => ({ name: `error: ${source}`, page: `line 1\n${long()}\n  ${source}`, locals, throws: true })),
  ...runtime.map((source) => ({ name: `error in a child: ${source}`, page: `{% extends "layout.njk" %}\n{% block own %}\n ${source.replaceAll('block b', 'block c')}{% endblock %}`, files: { 'layout.njk': `${long()}\n{% block own %}{% endblock %}` }, locals, throws: true })),
  ...runtime.map((source) => ({ name: `error in an included file: ${source}`, page: 'a\n  {% include "part.njk" %}', files: { 'part.njk': `${long()}\n ${source}` }, locals, throws: true })),
  { name: 'error in a parent', page: '{% extends "layout.njk" %}{% block b %}{% endblock %}', files: { 'layout.njk': `${long()}{% block b %}{% endblock %}\n\n {{ f() }}` }, locals, throws: true },
  { name: 'error in a default block', page: '{% extends "layout.njk" %}{% block b %}{{ super() }}{% endblock %}', files: { 'layout.njk': `${long()}{% block b %}\n{{ f() }}{% endblock %}` }, locals, throws: true }
]
