'use strict'

const { long } = require('../long')

const setup = (env, log) => {
  env.addFilter('later', (value, callback) => setImmediate(() => { log.push(value); callback(null, `<${value}>`) }), true)
  env.addFilter('now', (value, callback) => callback(null, `<${value}>`), true)
  env.addFilter('args', (value, a, b, callback) => setImmediate(() => callback(null, `${value}${a}${b}`)), true)
  env.addFilter('failing', (value, callback) => setImmediate(() => callback(new Error(`failed ${value}`))), true)
  env.addFilter('failingNow', (value, callback) => callback(new Error(`failed ${value}`)), true)
  env.addFilter('throwing', () => { throw new Error('thrown') }, true)
  const later = (turns, done) => setImmediate(() => turns > 0 ? later(turns - 1, done) : done())
  env.addFilter('after', (value, callback) => later(value, () => { log.push(value); callback(null, value) }), true)
  env.addFilter('twice', (value, callback) => { callback(null, value); callback(null, `${value}!`) }, true)
}
const files = {
  'part.njk': `[${long('part')}{{ x | later }}]`,
  'short.njk': '({{ i }})',
  'layout.njk': `${long('head')}{% block body %}${long('default')}{{ x | later }}{% endblock %}${long('foot')}`,
  'macros.njk': '{% macro m(a) %}{{ a }}!{% endmacro %}',
  'fails.njk': '\n{{ x | failing }}'
}
const locals = () => ({ x: 'x', list: [1, 2, 3], delays: [6, 4, 2], o: { a: 1, b: 2 }, pairs: [[1, 2], [3, 4]], triples: [[1, 2, 3]], quads: [[1, 2, 3, 4]], empty: [], nil: null })
const page = (source, more) => ({ page: source, files, locals, setup, ...more })

module.exports = [
  { name: 'async filters', ...page(`a{{ x | later }}${long()}{{ x | later | later }}b{{ x | now }}{{ x | args(1, 2) }}`, { spliced: 1 }) },
  { name: 'an async filter that calls at once', ...page(`a{{ x | now }}${long()}`, { spliced: 1 }) },
  { name: 'async filters in expressions', ...page(`{{ (x | later) + 1 }}{{ [x | later, 2] | join }}{{ (x | later) | upper }}{% set y = x | later %}{{ y }}${long()}`) },
  { name: 'async filters in if', ...page(`{% if x | later %}1${long()}{{ x | later }}{% else %}2{% endif %}{% if nil | now %}a{% elif x | later %}b{% endif %}c`, { spliced: 1 }) },
  { name: 'async filters in for', ...page(`{% for i in list %}{{ i | later }}{{ loop.index }}${long()}{% else %}none{% endfor %}after`, { spliced: 3 }) },
  { name: 'async filters in the list of for', ...page('{% for i in "ab" | later %}{{ i }}{% endfor %}after') },
  { name: 'async filters in for of two names', ...page('{% for k, v in o %}{{ k }}{{ v | later }}{{ loop.last }}{% endfor %}') },
  { name: 'async filters in blocks', ...page(`{% extends "layout.njk" %}{% block body %}{{ x | later }}{{ super() }}${long()}{% endblock %}`, { spliced: 3 }) },
  { name: 'async filters in included files', ...page('{% include "part.njk" %}{% include "part.njk" %}', { spliced: 2 }) },
  { name: 'async filters in a set block', ...page(`{% set y %}{{ x | now }}{% endset %}{{ y }}${long()}`, { throws: true }) },
  { name: 'async filters in a macro', ...page('{% macro m() %}a{{ x | now }}b{% endmacro %}{{ m() }}') },
  { name: 'asyncEach', ...page(`{% asyncEach i in list %}{{ i }}{{ loop.index }}{{ loop.last }}${long()}{% endeach %}after`, { spliced: 3 }) },
  { name: 'asyncEach with async filters', ...page('{% asyncEach i in delays %}{{ i | after }}{% endeach %}') },
  { name: 'asyncEach with includes', ...page('{% asyncEach i in list %}{% include "short.njk" %}{% include "part.njk" %}{% endeach %}', { spliced: 3 }) },
  { name: 'asyncEach of names', ...page('{% asyncEach a, b in pairs %}{{ a }}{{ b }}{{ loop.index }}{% endeach %}{% asyncEach a, b, c in triples %}{{ a }}{{ b }}{{ c }}{% endeach %}{% asyncEach k, v in o %}{{ k }}{{ v }}{% endeach %}') },
  { name: 'asyncEach of four names', ...page('{% asyncEach a, b, c, d in quads %}{{ a }}{{ b }}{{ c }}{{ d }}{% endeach %}') },
  { name: 'asyncEach, else', ...page('{% asyncEach i in empty %}{{ i }}{% else %}none{% endeach %}') },
  { name: 'asyncEach of nothing', ...page('{% asyncEach i in nil %}{{ i }}{% endeach %}') },
  { name: 'asyncEach over names of the generated code', ...page(`${long()}{% asyncEach output in list %}{{ output }}{% endeach %}after`) },
  { name: 'asyncEach over frame', ...page(`${long()}{% asyncEach frame in list %}{{ frame }}{% endeach %}after`, { throws: true }) },
  { name: 'asyncEach over cb', ...page(`${long()}{% asyncEach cb in list %}{{ cb }}{% endeach %}after`) },
  { name: 'nested asyncEach', ...page(`{% asyncEach i in list %}{% asyncEach j in pairs %}{{ i }}{{ j }}{{ loop.index }}{% endeach %}${long()}{% endeach %}`, { spliced: 3 }) },
  { name: 'asyncAll', ...page(`{% asyncAll i in list %}{{ i }}{{ loop.index }}${long()}{% endall %}after${long()}`, { spliced: 1 }) },
  { name: 'asyncAll, out of order', ...page('{% asyncAll i in delays %}[{{ i | after }}]{% endall %}after') },
  { name: 'asyncAll with includes', ...page('{% asyncAll i in list %}{% include "short.njk" %}{% include "part.njk" %}{{ i }}{% endall %}') },
  { name: 'asyncAll of names', ...page('{% asyncAll a, b in pairs %}{{ a }}{{ b }}{% endall %}{% asyncAll a, b, c in triples %}{{ c }}{% endall %}{% asyncAll k, v in o %}{{ k }}{{ v }}{% endall %}') },
  { name: 'asyncAll of nothing', ...page('a{% asyncAll i in empty %}{{ i }}{% else %}none{% endall %}b{% asyncAll i in nil %}x{% endall %}c') },
  { name: 'asyncAll with blocks', ...page(`{% asyncAll i in list %}{% block b %}${long()}{{ i }}{% endblock %}{% endall %}`) },
  { name: 'async and imports', ...page('{% import "macros.njk" as m %}{{ m.m(x | later) }}{% from "macros.njk" import m as n %}{{ n(x) | later }}') },
  { name: 'async in a call', ...page('{% macro m() %}<{{ caller() }}>{% endmacro %}{% call m() %}{{ x | now }}{% endcall %}', { throws: true }) },
  { name: 'an async filter in a block of a condition', ...page(`{% if x %}{% block b %}{{ x | later }}${long()}{% endblock %}{% endif %}`) },
  { name: 'an async filter that fails', ...page(`${long()}\n{{ x | failing }}`, { throws: true }) },
  { name: 'an async filter that fails at once', ...page(`${long()}\n{{ x | failingNow }}`, { throws: true }) },
  { name: 'an async filter that throws', ...page(`${long()}\n{{ x | throwing }}`, { throws: true }) },
  { name: 'an async filter that fails in an included file', ...page('a{% include "fails.njk" %}b', { throws: true }) },
  { name: 'an async filter that fails in a loop', ...page('a{% for i in list %}{{ i | failing }}{% endfor %}', { throws: true }) },
  { name: 'an async filter that calls twice', ...page(`a{{ x | twice }}${long()}`, { spliced: 1 }) },
  { name: 'an async filter in a switch', ...page(`{% switch x %}{% case "x" %}{{ x | now }}${long()}{% endswitch %}after`, { throws: true }) }
]
