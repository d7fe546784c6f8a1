'use strict'

/** @type {import('.').Language} */
module.exports = {
  generatesCode: true,
  print: (name) => `{{ ${name} }}`,
  raw: (name) => `{{ ${name} | safe }}`,
  include: (view) => `{% include '${view}.njk' %}`,
  includeNamed: (name) => `{% include ${name} + '.njk' %}`,
  laidOut: (before, content, after) => ({
    page: `{% extends "layout.njk" %}{% block body %}${content}{% endblock %}`,
    layout: `${before}{% block body %}{% endblock %}${after}`
  }),
  listing: (before) => ({
    page: `${before}<h1>{{ title }}</h1>{% for item in items %}{% include 'item.njk' %}{% endfor %}`,
    item: '<li>{{ item }}</li>'
  }),
  varied: (long) => ({
    page: `<h1>{{ name }}</h1>{% for item in list %}<li>{{ loop.index }} {{ item | upper }}</li>{% endfor %}${long}{% block b %}{{ raw | safe }}{% endblock %}{% include "part.njk" %}`,
    part: '<p>part</p>'
  }),
  unsplit: (long) => `{% macro card(x) %}${long}{{ x }}{% endmacro %}{{ card(1) }}{{ card(2) }}`,
  missing: {
    '{{ 1 | euros }}': '--options', '{{ euros(1) }}': '--options', '{% euros 1 %}': '--options', '{% if 1 is euro %}{% endif %}': '--options'
  },
  titled: (long) => ({
    page: `{% extends "base.njk" %}{% macro m(y) %}{{ y }}{% endmacro %}{% block c %}{{ title }}{{ title | safe }}${long}{{ m(title) }}{% endblock %}`,
    base: `${long}{{ title }}{% block c %}{% endblock %}`
  }),
  promises: {
    njk: {
      views: { printed: '[{{ x }}][{{ x | safe }}]', used: '[{{ "" | censor | safe }}]{% if x %}y{% endif %}{{ flash() }}', unused: '{{ flash() }}' },
      setUp (app, { censor }) {
        require('nunjucks').configure(app.get('views'), { express: app }).addFilter('censor', function () { return censor(this.ctx.x) })
      }
    }
  },
  create (folder, cache) {
    const nunjucks = require('nunjucks')
    const instance = new nunjucks.Environment(new nunjucks.FileSystemLoader(folder, { noCache: !cache }))
    return { instance, render: (view, locals) => instance.render(`${view}.njk`, locals) }
  },
  express: {
    nunjucks: {
      exampleOf: 'at the next tick',
      setUp: (app) => { require('nunjucks').configure(app.get('views'), { express: app, noCache: !app.enabled('view cache') }) }
    }
  }
}
