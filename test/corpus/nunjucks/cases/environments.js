'use strict'

const { long } = require('../long')

const locals = () => ({ x: '<x>', list: [1, 2] })

module.exports = [
  { name: 'own tags', page: `<% if x %>${long()}<$ x $><% endif %>{{ x }}{% x %}<# comment #>`, options: { tags: { blockStart: '<%', blockEnd: '%>', variableStart: '<$', variableEnd: '$>', commentStart: '<#', commentEnd: '#>' } }, locals, spliced: 1 },
  { name: 'autoescape off, with filters', page: `${long()}{{ x }}{{ x | escape }}{{ x | safe }}`, options: { autoescape: false }, locals, spliced: 1 },
  { name: 'trimBlocks', page: `{% if x %}\n${long()}\n{% endif %}\n{{ x }}\n{# c #}\nend`, options: { trimBlocks: true }, locals, spliced: 1 },
  { name: 'lstripBlocks', page: `  {% if x %}\n    ${long()}\n  {% endif %}\n  {{ x }}\n  {# c #}\nend`, options: { lstripBlocks: true }, locals, spliced: 1 },
  { name: 'throwOnUndefined', page: `${long()}\n  {{ x }}{{ nothing }}`, options: { throwOnUndefined: true }, locals, throws: true },
  { name: 'throwOnUndefined of a member', page: '{% if nothing %}{% endif %}\n{{ x.y }}', options: { throwOnUndefined: true }, locals, throws: true },
  { name: 'throwOnUndefined, with super', page: '{% extends "l.njk" %}{% block b %}{{ super() }}{{ x }}{% endblock %}', files: { 'l.njk': `{% block b %}${long()}{% endblock %}` }, options: { throwOnUndefined: true }, locals, spliced: 0 },
  { name: 'dev, an error', page: `${long()}\n{{ x.y.z() }}`, options: { dev: true }, locals, throws: true },
  { name: 'a global that is added by the template', page: '{{ add() }}{{ later }}', setup: (env) => env.addGlobal('add', () => { env.addGlobal('later', '<l>') }), locals },
  { name: 'a filter that is added by the template', page: '{{ add() }}{{ x | later }}', setup: (env) => env.addGlobal('add', () => { env.addFilter('later', () => '<l>') }), locals },
  { name: 'autoescape that is switched by the template', page: '{{ x }}{{ off() }}{{ x }}', setup: (env) => env.addGlobal('off', () => { env.opts.autoescape = !env.opts.autoescape }), locals },
  {
    name: 'an own getTemplate',
    page: `{% include "a.njk" %}${long()}`,
    files: { 'b.njk': long() },
    setup (env) {
      const { getTemplate } = env
      env.getTemplate = function (name, ...rest) { return getTemplate.call(this, name === 'a.njk' ? 'b.njk' : name, ...rest) }
    },
    locals,
    spliced: 2
  },
  {
    name: 'an own resolveTemplate',
    page: '{% include "theme:a" %}',
    files: { 'a.njk': long() },
    setup (env) {
      env.resolveTemplate = (loader, parent, name) => name.replace(/^theme:(.*)$/, '$1.njk')
    },
    locals,
    spliced: 1
  },
  {
    name: 'an own render',
    page: `${long()}{{ x }}`,
    setup (env) {
      const { render } = env
      env.render = function (name, context, callback) { return render.call(this, name, { ...context, x: 'own' }, callback) }
    },
    locals
  }
]
