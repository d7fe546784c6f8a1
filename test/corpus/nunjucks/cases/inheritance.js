'use strict'

const { long } = require('../long')

const layout = `<html>${long('head')}{% block title %}default {{ t }}{% endblock %}${long('nav')}{% block body %}${long('default')}{% endblock %}${long('foot')}</html>`
const locals = () => ({ t: '<t>', parent: 'layout.njk', list: [1, 2] })
const files = {
  'layout.njk': layout,
  'middle.njk': `{% extends "layout.njk" %}{% block body %}<main>{{ super() }}${long('middle')}{% block inner %}inner{% endblock %}</main>{% endblock %}`,
  'set.njk': '{% set x = "parent" %}{% block body %}{{ x }}{% endblock %}{{ x }}',
  'same-a.njk': '{% extends parent %}{% set parent = "layout.njk" %}{% block title %}{{ super() }}!{% endblock %}',
  'part.njk': `part ${long('part')}{{ t }}`
}
const page = (source, more) => ({ page: source, files, locals, ...more })

module.exports = [
  { name: 'blocks without a parent', ...page(`a{% block x %}${long()}{% endblock %}b{% block y %}{% block z %}z{% endblock %}{% endblock z %}`), throws: true },
  { name: 'nested blocks', ...page(`a{% block x %}1{% block y %}${long()}{{ t }}{% endblock %}2{% endblock x %}b`, { spliced: 1 }) },
  { name: 'a layout as it is', ...page(layout, { spliced: 4 }) },
  { name: 'extends', ...page(`{% extends "layout.njk" %}{% block body %}own ${long()}{{ t }}{% endblock %}`, { spliced: 4 }) },
  { name: 'extends, nothing replaced', ...page('{% extends "layout.njk" %}', { spliced: 4 }) },
  { name: 'extends, with text and tags around', ...page(`before ${long()}{% extends "layout.njk" %}after {{ t }}{% block title %}T{% endblock %}${long()}{% block none %}never{% endblock %}`, { throws: true }) },
  { name: 'extends twice', ...page(`{% extends "middle.njk" %}{% block inner %}${long()}{% endblock %}{% block title %}{{ super() }}{% endblock %}`, { spliced: 5 }) },
  { name: 'extends by a variable', ...page('{% extends parent %}{% block title %}x{% endblock %}') },
  { name: 'extends by an expression', ...page('{% extends parent if list else "none.njk" %}{% block title %}x{% endblock %}') },
  { name: 'extends in a condition', ...page(`{% if t %}{% extends "layout.njk" %}{% endif %}{% block title %}x{% endblock %}${long()}`) },
  { name: 'extends not reached', ...page(`{% if nothing %}{% extends "layout.njk" %}{% endif %}{% block title %}x{% endblock %}${long()}`, { spliced: 1 }) },
  { name: 'extends in a block', ...page('{% block a %}{% extends "layout.njk" %}{% endblock %}') },
  { name: 'extends a template object', page: '{% extends base() %}{% block title %}x{% endblock %}', files, locals, setup (env) { env.addGlobal('base', () => env.getTemplate('layout.njk')) } },
  { name: 'super', ...page('{% extends "layout.njk" %}{% block body %}A{{ super() }}B{% endblock %}', { spliced: 3 }) },
  { name: 'super twice', ...page('{% extends "layout.njk" %}{% block body %}{{ super() }}B{{ super() }}{% endblock %}', { spliced: 3 }) },
  { name: 'super, unused branch', ...page('{% extends "layout.njk" %}{% block body %}{% if nothing %}{{ super() }}{% endif %}{% endblock %}', { spliced: 3 }) },
  { name: 'super in a loop', ...page('{% extends "layout.njk" %}{% block body %}{% for i in list %}{{ i }}{{ super() }}{% endfor %}{% endblock %}', { spliced: 3 }) },
  { name: 'super, filtered', ...page('{% extends "layout.njk" %}{% block body %}{{ super() | upper }}{{ super() | length }}{{ super() }}{% endblock %}', { spliced: 3 }) },
  { name: 'super, captured', ...page('{% extends "layout.njk" %}{% block body %}{% set x %}{{ super() }}{% endset %}{{ x }}{{ x | escape }}{% set y = super() %}{{ y }}{% endblock %}', { throws: true }) },
  { name: 'super as an argument', ...page('{% extends "layout.njk" %}{% macro m(x) %}<{{ x }}>{% endmacro %}{% block body %}{{ m(super()) }}{% endblock %}') },
  { name: 'super in an expression', ...page('{% extends "layout.njk" %}{% block body %}{{ super() + "<" }}{{ super() ~ "<" }}{{ super() if t }}{% if super() %}yes{% endif %}{% endblock %}') },
  { name: 'super of an empty block', ...page('{% extends "empty.njk" %}{% block x %}[{{ super() }}]{% endblock %}', { files: { 'empty.njk': '{% block x %}{% endblock %}' } }) },
  { name: 'super of short text', ...page('{% extends "short.njk" %}{% block x %}[{{ super() }}]{% endblock %}', { files: { 'short.njk': '{% block x %}<b>{% endblock %}' } }) },
  { name: 'super through three', ...page('{% extends "b.njk" %}{% block x %}c{{ super() }}{% endblock %}', { files: { 'a.njk': `{% block x %}a${long()}{% endblock %}`, 'b.njk': '{% extends "a.njk" %}{% block x %}b{{ super() }}{% endblock %}' }, spliced: 0 }) },
  { name: 'super without a parent', ...page('{% block a %}{{ super() }}{% endblock %}', { throws: true }) },
  { name: 'super of a block that the parent has not', ...page('{% extends "layout.njk" %}{% block title %}{% block own %}{{ super() }}{% endblock %}{% endblock %}') },
  { name: 'the same source, extended by itself', ...page('{% extends next() %}{% block x %}{{ super() }}!{% endblock %}', { files: { 'a.njk': '{% extends next() %}{% block x %}{{ super() }}!{% endblock %}', 'z.njk': `{% block x %}${long()}{% endblock %}` }, locals: () => { const names = ['a.njk', 'z.njk']; return { next: () => names.shift() } } }) },
  { name: 'variables set around extends', ...page('{% set x = "child" %}{% extends "set.njk" %}{% set y = 1 %}{% block body %}{{ super() }}{{ x }}{{ y }}{% endblock %}') },
  { name: 'variables set in blocks', ...page('{% extends "layout.njk" %}{% block title %}{% set q = 1 %}{{ q }}{% endblock %}{% block body %}{{ q }}{% endblock %}') },
  { name: 'a loop around a block', ...page('{% extends "loop.njk" %}{% block item %}[{{ item }}{{ loop.index }}]{% endblock %}', { files: { 'loop.njk': `{% for item in list %}${long()}{% block item %}{{ item }}{% endblock %}{% endfor %}` }, spliced: 2 }) },
  { name: 'a block in an if', ...page('{% extends "if.njk" %}{% block a %}A{% endblock %}', { files: { 'if.njk': '{% if t %}{% block a %}{% endblock %}{% endif %}' } }) },
  { name: 'a block in a macro', ...page(`{% macro m() %}[{% block a %}${long()}{% endblock %}]{% endmacro %}{{ m() }}{{ m() | length }}`) },
  { name: 'a block in a set block', ...page(`{% set x %}[{% block a %}${long()}{% endblock %}]{% endset %}{{ x }}`, { throws: true }) },
  { name: 'a block in a filter block', ...page(`{% filter upper %}[{% block a %}${long()}{% endblock %}]{% endfilter %}`) },
  { name: 'includes in blocks', ...page('{% extends "layout.njk" %}{% block body %}{% include "part.njk" %}{% endblock %}{% block title %}{% include "part.njk" %}{% endblock %}', { spliced: 5 }) },
  { name: 'includes and imports beside extends', ...page('{% extends "layout.njk" %}{% include "part.njk" %}{% import "m.njk" as m %}{% block body %}{{ m.f() }}{% endblock %}', { files: { ...files, 'm.njk': '{% macro f() %}f{% endmacro %}' } }) },
  { name: 'an included template that extends', ...page('{% include "middle.njk" %}', { spliced: 4 }) },
  { name: 'a block of the names of Object.prototype', ...page('{% block toString %}x{% endblock %}', { throws: true, sync: true }) },
  { name: 'a block called root', ...page(`{% block root %}${long()}{% endblock %}`, { spliced: 1 }) },
  { name: 'a block of another alphabet', ...page(`{% block ünï %}${long()}{% endblock %}`, { spliced: 1 }) },
  { name: 'a block that is defined twice', ...page('{% block a %}{% endblock %}{% block a %}{% endblock %}', { throws: true }) },
  { name: 'a parent that is not there', ...page('{% extends "none.njk" %}', { throws: true }) },
  { name: 'a parent that is undefined', ...page('{% extends nothing %}', { throws: true }) },
  { name: 'extends, with text around', ...page(`before ${long()}{% extends "layout.njk" %}after {{ t }}{% block title %}T{% endblock %}${long()}`, { spliced: 4 }) },
  { name: 'super in a set block', ...page('{% extends "layout.njk" %}{% block body %}{% set x %}{{ super() }}{% endset %}{{ x }}{% endblock %}', { throws: true }) },
  { name: 'a parent that cannot be compiled', ...page(`${long()}{% extends "bad.njk" %}`, { files: { 'bad.njk': '\n{% if %}' }, throws: true, sync: true }) }
]
