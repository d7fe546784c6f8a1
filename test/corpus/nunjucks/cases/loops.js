'use strict'

const { long } = require('../long')

const locals = () => ({
  list: ['<a>', 'b', 'c'],
  pairs: [[1, '<'], [2, 'y']],
  triples: [[1, 2, 3], [4, 5, 6]],
  o: { x: '<x>', y: 2 },
  map: new Map([['k', 'v']]),
  set: new Set([1, 2]),
  none: [],
  nil: null,
  string: 'ab',
  n: 3
})
const all = '{{ loop.index }}{{ loop.index0 }}{{ loop.revindex }}{{ loop.revindex0 }}{{ loop.first }}{{ loop.last }}{{ loop.length }}'

module.exports = [
  { name: 'a list', page: `{% for x in list %}<li>{{ x }}</li>{% endfor %}${long()}`, locals, spliced: 1 },
  { name: 'long text in a loop', page: `{% for x in list %}${long()}{{ x }}{% endfor %}`, locals, spliced: 3 },
  { name: 'loop variables', page: `{% for x in list %}${all}{{ x }}${long()}{% endfor %}{{ loop.index }}`, locals, spliced: 3 },
  { name: 'loop variables of two names', page: `{% for k, v in o %}${all}{{ k }}{{ v }}{% endfor %}{% for a, b in pairs %}${all}{{ a }}{{ b }}{% endfor %}`, locals },
  { name: 'three names', page: `{% for a, b, c in triples %}{{ a }}{{ b }}{{ c }}{{ loop.last }}${long()}{% endfor %}`, locals, spliced: 2 },
  { name: 'three names of an object', page: '{% for a, b, c in o %}{{ a }}{{ b }}{{ c }}{% endfor %}', locals },
  { name: 'maps and sets', page: '{% for k, v in map %}{{ k }}{{ v }}{% endfor %}{% for x in set %}{{ x }}{{ loop.last }}{% endfor %}', locals },
  { name: 'one name of an object', page: `{% for x in o %}{{ x }}{% else %}${long()}{% endfor %}`, locals },
  { name: 'else', page: `{% for x in none %}x{% else %}${long()}{% endfor %}{% for x in nil %}x{% else %}none{% endfor %}{% for k, v in none %}x{% else %}none{% endfor %}`, locals, spliced: 1 },
  { name: 'what is no list', page: '{% for x in string %}{{ x }}{% endfor %}{% for x in n %}{{ x }}{% else %}e{% endfor %}', locals },
  { name: 'nested loops', page: `{% for x in list %}{{ loop.index }}{% for y in pairs %}{{ loop.index }}{{ x }}{{ y[1] }}${long()}{% endfor %}{{ loop.index }}{% endfor %}`, locals, spliced: 6 },
  { name: 'nested loops of one name', page: '{% for x in list %}{% for x in pairs %}{{ x }}{% endfor %}{{ x }}{% endfor %}{{ x }}', locals },
  { name: 'nested loops, the outer one is told', page: '{% for x in list %}{% set outer = loop %}{% for y in list %}{{ outer.index }}{{ loop.index }}{% endfor %}{% endfor %}', locals },
  { name: 'a loop over loop', page: '{% for loop in [{ a: 1 }, { a: 2 }] %}{{ loop.a }}{{ loop.index }}{% endfor %}', locals },
  { name: 'a loop whose variable loop cannot be set', page: '{% for loop in list %}{{ loop }}{% endfor %}', locals, throws: true },
  { name: 'a loop over objects called loop, unseen', page: '{% for loop in objects %}x{% endfor %}{{ objects | dump }}', locals: () => ({ objects: [{}, {}] }) },
  { name: 'loop set by the template', page: '{% for x in list %}{% set loop = 5 %}{{ loop }}{% endfor %}', locals, throws: true },
  { name: 'loop as a local', page: '{{ loop }}{% for x in list %}{{ loop.index }}{% endfor %}{{ loop }}', locals: () => ({ ...locals(), loop: 'l' }) },
  { name: 'set in a loop', page: '{% set n = 0 %}{% for x in list %}{% set n = n + 1 %}{% set m = x %}{{ m }}{{ n }}{% endfor %}{{ n }}{{ m }}', locals },
  { name: 'a loop variable set again', page: '{% for x in list %}{{ x }}{% set x = "s" %}{{ x }}{% endfor %}{{ x }}', locals },
  { name: 'a list that grows', page: '{% for x in list %}{{ x }}{% if loop.index < 3 %}{{ list.push("more") }}{% endif %}{{ loop.length }}{% endfor %}', locals },
  { name: 'a loop seen by what it includes', page: '{% for x in list %}{% include "row.njk" %}{% endfor %}', files: { 'row.njk': `{{ loop.index }}{{ x }}${long()}` }, locals, spliced: 3 },
  { name: 'a loop seen by what an included file includes', page: '{% for x in list %}{% include "row.njk" %}{% endfor %}', files: { 'row.njk': '{% for y in [1] %}{% include "cell.njk" %}{% endfor %}', 'cell.njk': '{{ loop.length }}{{ x }}{{ y }}' }, locals },
  { name: 'a loop seen by a caller', page: '{% macro each(list) %}{% for x in list %}{{ caller() }}{% endfor %}{% endmacro %}{% call each([1, 2]) %}{{ loop.index }}{{ x }}{% endcall %}', locals },
  { name: 'a loop seen by what a caller includes', page: '{% macro each(list) %}{% for x in list %}{{ caller() }}{% endfor %}{% endmacro %}{% call each([1, 2]) %}{% include "row.njk" %}{% endcall %}', files: { 'row.njk': '{{ loop.index }}{{ x }}' }, locals },
  { name: 'a loop seen by an imported macro', page: '{% import "m.njk" as m with context %}{% for x in list %}{{ m.f() }}{% endfor %}', files: { 'm.njk': '{% macro f() %}[{{ loop.index }}{{ x }}]{% endmacro %}' }, locals },
  { name: 'a loop seen by an import in it', page: '{% for x in list %}{% import "m.njk" as m with context %}{{ m.y }}{{ m.f() }}{% endfor %}', files: { 'm.njk': '{% set y = loop.index %}{% macro f() %}{{ loop.index }}{% endmacro %}' }, locals },
  { name: 'a loop seen by a block in it', page: '{% for x in list %}{% block row %}{{ loop.index }}{{ x }}{% endblock %}{% endfor %}', locals },
  { name: 'a loop seen by a macro defined in it', page: '{% for x in list %}{% macro f() %}{{ loop.index }}{{ x }}{% endmacro %}{{ f() }}{% endfor %}', locals },
  { name: 'a loop in a macro, after one that is not seen', page: '{% for x in list %}{{ x }}{% endfor %}{% macro f(list) %}{% for x in list %}{{ x }}{% endfor %}{% endmacro %}{{ f(list) }}', locals },
  { name: 'a loop in a set block', page: `{% set t %}{% for x in list %}{{ loop.index }}${long()}{{ x }}{% endfor %}{% endset %}{{ t }}`, locals, spliced: 0 },
  { name: 'a variable of a loop with the name of one above', page: '{% set x = "above" %}{% for x in list %}{{ x }}{% include "row.njk" %}{% endfor %}{{ x }}', files: { 'row.njk': '({{ x }})' }, locals },
  { name: 'a global function that looks names up', page: '{% for x in list %}{{ fn() }}{% endfor %}', locals: () => ({ ...locals(), fn () { return [this.lookup('x'), this.lookup('loop')].join() } }) }
]
