'use strict'

/** @returns {import('liquidjs').Liquid} */
function engineOf (folder, cache) {
  const { Liquid } = require('liquidjs')
  return new Liquid({ root: folder, extname: '.liquid', cache })
}

/** @type {import('.').Language} */
module.exports = {
  generatesCode: false,
  print: (name) => `{{ ${name} | escape }}`,
  raw: (name) => `{{ ${name} }}`,
  include: (view) => `{% render '${view}' %}`,
  includeNamed: (name) => `{% include ${name} %}`,
  laidOut: (before, content, after) => ({
    page: `{% layout "layout" %}{% block body %}${content}{% endblock %}`,
    layout: `${before}{% block body %}{% endblock %}${after}`
  }),
  listing: (before) => ({
    page: `${before}<h1>{{ title | escape }}</h1>{% for item in items %}{% render 'item', item: item %}{% endfor %}`,
    item: '<li>{{ item }}</li>'
  }),
  varied: (long) => ({
    page: `<h1>{{ name | escape }}</h1>{% for item in list %}<li>{{ item | upcase }}</li>{% endfor %}${long}{% if name %}{{ raw }}{% endif %}{% render 'part' %}`,
    part: '<p>part</p>'
  }),
  unsplit: (long) => `{% capture x %}${long}{% endcapture %}{{ x }}`,
  missing: { '{{ 1 | euros }}': '--options', '{% euros 1 %}': '--options' },
  titled: (long) => ({
    page: `{% layout "base" %}{% block content %}${long}{{ title }}{% render "part", x: title %}{% endblock %}`,
    part: '{{ x | escape }}',
    base: `${long}{% block content %}{% endblock %}`
  }),
  promises: {
    liquid: {
      views: { printed: '[{{ x }}][{{ x | escape }}]', used: '[{{ x | sanitize }}]{% if x %}y{% endif %}{{ flash }}', unused: '{{ flash }}' },
      setUp (app, { sanitize }) {
        const engine = engineOf(undefined)
        engine.registerFilter('sanitize', sanitize)
        app.engine('liquid', engine.express())
      },
      // It waits for what is never settled, and a generator stops the process.
      unending: ['never settled', 'generator'],
      handlesLate: true
    }
  },
  create (folder, cache) {
    const instance = engineOf(folder, cache)
    return { instance, render: (view, locals) => instance.renderFile(view, locals) }
  },
  express: {
    liquid: { exampleOf: 'later', setUp: (app) => app.engine('liquid', engineOf(app.get('views'), app.enabled('view cache')).express()) }
  },
  setUpChanged (app) {
    const { prototype } = require('liquidjs').Liquid
    const { _parseFile } = prototype
    prototype._parseFile = function () { return _parseFile.apply(this, arguments) }
    app.engine('liquid', engineOf(app.get('views')).express())
  }
}
