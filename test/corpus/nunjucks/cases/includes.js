'use strict'

const { long } = require('../long')

const files = {
  'part.njk': `[${long('part')}{{ x }}]`,
  'short.njk': '({{ x }})',
  'deep/one.njk': '{% include "./two.njk" %}{% include "../short.njk" %}',
  'deep/two.njk': `two ${long('two')}`,
  'sets.njk': '{% set x = "changed" %}{{ x }}',
  'recursive.njk': `{{ n }}{% set n = n - 1 %}{% if n > 0 %}{% include "recursive.njk" %}{% endif %}${long()}`,
  'empty.njk': '',
  'bad.njk': 'a\n{% if %}',
  'fails.njk': `${long()}\n\n{{ x.y.z() }}`
}
const locals = () => ({ x: '<x>', name: 'part.njk', n: 3, list: ['short.njk', 'part.njk'] })
const page = (source, more) => ({ page: source, files, locals, ...more })

module.exports = [
  { name: 'include', ...page('a{% include "part.njk" %}b', { spliced: 1 }) },
  { name: 'include of short text', ...page('a{% include "short.njk" %}b', { spliced: 0 }) },
  { name: 'include of nothing', ...page('a{% include "empty.njk" %}b') },
  { name: 'several includes', ...page(`a{% include "part.njk" %}{% include "short.njk" %}${long()}{% include "part.njk" %}b{{ x }}`, { spliced: 3 }) },
  { name: 'include by a variable', ...page('{% include name %}{% include "pa" + "rt.njk" %}{% include list[0] if x else name %}', { spliced: 2 }) },
  { name: 'include by a loop', ...page('{% for name in list %}{{ loop.index }}{% include name %}{% endfor %}', { spliced: 1 }) },
  { name: 'include by a safe string', ...page('{% include name | safe %}', { throws: true }) },
  { name: 'include by an object with a raw name', ...page('{% include raw %}'), locals: () => ({ raw: { raw: 'part.njk' }, x: 1 }) },
  { name: 'include, relative', ...page('{% include "deep/one.njk" %}{% include "./short.njk" %}', { spliced: 1 }) },
  { name: 'include in conditions', ...page('{% if x %}{% include "part.njk" %}{% else %}{% include "short.njk" %}{% endif %}{% if not x %}{% include "part.njk" %}{% endif %}', { spliced: 1 }) },
  { name: 'include in a switch', ...page('{% switch n %}{% case 3 %}a{% include "part.njk" %}b{% case 4 %}{% include "short.njk" %}{% default %}c{% include "short.njk" %}{% endswitch %}d', { throws: true }) },
  { name: 'include in a switch, by default', ...page('{% switch x %}{% case 3 %}a{% include "part.njk" %}b{% default %}c{% include "short.njk" %}{% endswitch %}d', { throws: true }) },
  { name: 'include at the end of a switch', ...page('{% switch x %}{% case 3 %}a{% default %}c{% include "part.njk" %}{% endswitch %}d', { throws: true }) },
  { name: 'include that sets variables', ...page('{% set x = 1 %}{% include "sets.njk" %}{{ x }}') },
  { name: 'include that sees variables', ...page('{% set x = "set" %}{% include "short.njk" %}{% for x in [1] %}{% include "short.njk" %}{% endfor %}') },
  { name: 'include of itself', ...page('{% include "recursive.njk" %}', { spliced: 3 }) },
  { name: 'include that is missing', ...page('{% include "none.njk" %}', { throws: true }) },
  { name: 'include that may be missing', ...page(`a{% include "none.njk" ignore missing %}b{% include "part.njk" ignore missing %}${long()}`, { spliced: 2 }) },
  { name: 'include of undefined', ...page('{% include nothing %}', { throws: true }) },
  { name: 'include that cannot be compiled', ...page(`${long()}{% include "bad.njk" %}`, { throws: true }) },
  { name: 'include that may be missing, and cannot be compiled', ...page('{% include "bad.njk" ignore missing %}', { throws: true }) },
  { name: 'include that fails', ...page('a\n{% include "fails.njk" %}', { throws: true }) },
  { name: 'include that fails, deeply', ...page('{% extends "layout.njk" %}{% block b %}{% include "mid.njk" %}{% endblock %}', { files: { ...files, 'mid.njk': '\n{% include "fails.njk" %}', 'layout.njk': `${long()}{% block b %}{% endblock %}` }, throws: true }) },
  { name: 'include in a set block', ...page('{% set t %}{% include "part.njk" %}{% endset %}{{ t }}{{ t | length }}', { spliced: 0 }) },
  { name: 'include in a filter block', ...page('{% filter upper %}{% include "part.njk" %}{% endfilter %}', { spliced: 0 }) },
  { name: 'include in a macro', ...page('{% macro m() %}{% include "part.njk" %}after{% endmacro %}{{ m() }}', { spliced: 0 }) },
  { name: 'include in a call', ...page('{% macro m() %}<{{ caller() }}>{% endmacro %}{% call m() %}{% include "part.njk" %}{% endcall %}', { spliced: 0 }) },
  { name: 'include of a template object', page: '{% include object() %}{% include object() %}', files, locals, setup (env) { env.addGlobal('object', () => env.getTemplate('part.njk')) } },
  {
    name: 'templates that functions render',
    ...page(`${long()}{{ render("part.njk") }}{{ render("part.njk") | length }}{{ string("<{{ x }}>") }}`, {
      setup (env) {
        env.addGlobal('render', function (name) { const text = this.env.render(name, this.ctx); return `${typeof text} ${text}` })
        env.addGlobal('string', function (source) { return this.env.renderString(source, { x: 1 }) })
      }
    })
  },
  { name: 'include of a page with names of the generated code', ...page('{% set tasks = 1 %}{% set template = 2 %}{% set result = 3 %}{% include "part.njk" %}{{ tasks }}{{ template }}{{ result }}', { spliced: 1 }) }
]
