'use strict'

const path = require('node:path')
const { FOOT, HEAD, byPath, calledIn, filesOf, partialsOf } = require('./files')

/** Views that are made of components: macros with keyword arguments, parameters and callers, and included templates. */
const components = partialsOf(path.join(__dirname, '../small/components'))
const { macros, field, 'field-template': template, ...componentViews } = components

const people = Array.from({ length: 12 }, (_, i) => ({
  id: 100 + i, name: `Ann O'Hara ${i}`, email: `ann.${i}@example.com`, active: i % 3 === 0, address: { city: 'Leiden & The Hague' }, tags: ['one', 'two', 'three & four']
}))

function create (folders) {
  const nunjucks = require('nunjucks')
  return new nunjucks.Environment(new nunjucks.FileSystemLoader(folders))
}

module.exports = {
  syntax: {
    extension: 'njk',
    print: '{{ NAME }}',
    each: ['{% for ITEM in LIST %}', '{% endfor %}'],
    if: ['{% if NAME %}', '{% endif %}'],
    some: ['{% if NAME.length %}', '{% endif %}'],
    include: '{% include "NAME.njk" %}',
    extend: '{% extends "layout.njk" %}\n\n{% block content %}\nCONTENT{% endblock %}\n',
    block: '{% block content %}{% endblock %}'
  },
  engine ([views]) {
    const instance = create(views)
    return { instance, prepare: (file) => (locals) => instance.render(path.basename(file), locals) }
  },
  projectEngine (roots, files) {
    const instance = create(roots)
    for (const name of calledIn(files, /\|\s*(\w+)/g)) {
      if (!Object.hasOwn(instance.filters, name)) instance.addFilter(name, (value) => value)
    }
    const called = calledIn(files, /(\w+)\(/g)
    return {
      instance,
      prepare: byPath(roots[0], (name, locals) => instance.render(name, locals)),
      setUp: (app) => instance.express(app),
      isCallable: (name) => called.has(name),
      own: Object.keys(instance.globals)
    }
  },
  packages: {
    nunjucks: {
      files: filesOf('njk', { tiny: '<p>{{ title }}</p>\n', ...components, layout: `${HEAD}{% block content %}{% endblock %}${FOOT}` }),
      views: ['tiny', ...Object.keys(componentViews)],
      locals: { people },
      setUp: (express, views) => require('nunjucks').configure(views, { express })
    }
  }
}
