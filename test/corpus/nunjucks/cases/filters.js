'use strict'

const { long } = require('../long')

const locals = () => ({
  s: '<b>hello "world" & all</b>',
  n: -3.456,
  list: [3, 1, 2, 2],
  people: [{ name: 'b', age: 2 }, { name: '<a>', age: 1 }, { name: 'c', age: 2 }],
  o: { b: 1, a: '<' },
  nil: null,
  text: 'one\n\ntwo\nthree'
})
const filters = [
  'n | abs', 'list | batch(2) | dump', 's | capitalize', 's | center(60)', 'nil | default("d")', 'nil | default("d", true)', 'missing | d("<")', 'o | dictsort | dump', 'o | dump', 'o | dump(2)',
  's | escape', 'list | first', '"1.5" | float', 'people | groupby("age") | dump', 'text | indent', 'text | indent(2, true)', '"3" | int', '"x" | int(7)', 'list | join', 'list | join("<")',
  'people | join(",", "name")', 'list | last', 's | length', 'list | length', 'o | length', 'nil | length', '"a" | list', '"FOO" | lower', 'text | nl2br', 'people | rejectattr("age") | dump', 'n | round', 'n | round(1, "floor")',
  's | safe', 's | safe | upper', 'people | selectattr("age") | dump', 'list | select("odd") | dump', 'list | reject("odd") | dump', 'list | slice(2) | dump', 'list | sort', 'people | sort(false, false, "name") | dump', 'n | string', 's | striptags', 's | striptags(true)',
  'list | sum', 'people | sum("age")', 's | title', '"  x " | trim', 's | truncate(10)', 's | truncate(10, true, "?")', 's | upper', '"http://x.com/<a>" | urlencode', 'o | urlencode', '"see http://x.com now" | urlize(10, true)',
  's | wordcount', 's | replace("b", "<")', 's | replace("b", "<", 1)', 'list | reverse | dump', '"abc" | reverse', 'list | random | length', '"%s" | string'
]

module.exports = [
  ...filters.map((filter) => ({ name: `filter: ${filter}`, page: `{{ ${filter} }}`, locals })),
  { name: 'all filters on one page', page: `${filters.map((filter) => `{{ ${filter} }}`).join(long())}`, locals, spliced: filters.length - 1 },
  { name: 'own filters', page: `${long()}{{ s | shout }}{{ s | wrap("<", ">") }}{{ s | wrap(left="(") | safe }}{{ 1 | context }}`, locals, setup: (env) => env.addFilter('shout', (text) => `${text}!`).addFilter('wrap', (...args) => JSON.stringify(args)).addFilter('context', function () { return this.lookup('n') }) },
  { name: 'a filter that is replaced', page: `{{ s | upper }}${long()}{% filter safe %}<i>{% endfilter %}{{ s | safe }}`, locals, setup: (env) => env.addFilter('upper', () => '<own>').addFilter('safe', (text) => `own ${text}`) },
  { name: 'a filter that gives a safe string', page: '{{ s | bold }}{{ s | bold | bold }}', locals, setup: (env) => env.addFilter('bold', (text) => new (require('nunjucks').runtime.SafeString)(`<b>${text}</b>`)) },
  { name: 'a filter that logs', page: `{{ 1 | log }}${long()}{% for i in list %}{{ i | log }}{% endfor %}{% block b %}{{ 5 | log }}{% endblock %}`, locals, setup: (env, log) => env.addFilter('log', (value) => { log.push(value); return value }) },
  { name: 'a missing filter', page: `${long()}{{ s | strange }}`, locals, throws: true },
  { name: 'a filter that throws', page: `${long()}\n\n{{ s | fail }}`, locals, setup: (env) => env.addFilter('fail', () => { throw new TypeError('failed') }), throws: true },
  { name: 'a filter that throws no error', page: '{{ s | fail }}', locals, setup: (env) => env.addFilter('fail', () => { throw 'text' }), throws: true } // eslint-disable-line no-throw-literal
]
