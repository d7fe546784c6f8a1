'use strict'

const { runtime: { SafeString } } = require('nunjucks')

const filters = [
  'n | abs', 'list | batch(2) | dump', 's | capitalize', 's | center(60)', 'nil | default("d")', 'nil | default("d", true)', 'missing | d("<")', 'o | dictsort | dump', 'o | dump', 'o | dump(2)',
  's | escape', 'list | first', '"1.5" | float', 'people | groupby("age") | dump', 'text | indent', 'text | indent(2, true)', '"3" | int', '"x" | int(7)', 'list | join', 'list | join("<")',
  'people | join(",", "name")', 'list | last', 's | length', 'list | length', 'o | length', 'nil | length', '"a" | list', '"FOO" | lower', 'text | nl2br', 'people | rejectattr("age") | dump', 'n | round', 'n | round(1, "floor")',
  's | safe', 's | safe | upper', 'people | selectattr("age") | dump', 'list | select("odd") | dump', 'list | reject("odd") | dump', 'list | slice(2) | dump', 'list | sort', 'people | sort(false, false, "name") | dump', 'n | string', 's | striptags', 's | striptags(true)',
  'list | sum', 'people | sum("age")', 's | title', '"  x " | trim', 's | truncate(10)', 's | truncate(10, true, "?")', 's | upper', '"http://x.com/<a>" | urlencode', 'o | urlencode', '"see http://x.com now" | urlize(10, true)',
  's | wordcount', 's | replace("b", "<")', 's | replace("b", "<", 1)', 'list | reverse | dump', '"abc" | reverse', 'list | random | length', '"%s" | string'
]

module.exports = {
  fail: (env) => env.addFilter('fail', () => { throw new TypeError('failed') }),
  failWithText: (env) => env.addFilter('fail', () => { throw 'text' }), // eslint-disable-line no-throw-literal
  cases: {
    ...Object.fromEntries(filters.map((filter) => [`filter: ${filter}`, { page: `{{ ${filter} }}` }])),
    'all filters on one page': { page: filters.map((filter) => `{{ ${filter} }}`).join('$(long)'), spliced: filters.length - 1 },
    'own filters': {
      page: '$(long){{ s | shout }}{{ s | wrap("<", ">") }}{{ s | wrap(left="(") | safe }}{{ 1 | context }}',
      setup: (env) => env.addFilter('shout', (text) => `${text}!`).addFilter('wrap', (...args) => JSON.stringify(args)).addFilter('context', function () { return this.lookup('n') })
    },
    'a filter that is replaced': {
      page: '{{ s | upper }}$(long){% filter safe %}<i>{% endfilter %}{{ s | safe }}',
      setup: (env) => env.addFilter('upper', () => '<own>').addFilter('safe', (text) => `own ${text}`)
    },
    'a filter that gives a safe string': {
      page: '{{ s | bold }}{{ s | bold | bold }}',
      setup: (env) => env.addFilter('bold', (text) => new SafeString(`<b>${text}</b>`))
    },
    'a filter that logs': {
      page: '{{ 1 | log }}$(long){% for i in list %}{{ i | log }}{% endfor %}{% block b %}{{ 5 | log }}{% endblock %}',
      setup: (env, log) => env.addFilter('log', (value) => { log.push(value); return value })
    }
  }
}
