'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { expressFunction } = require('../../test/support/express-function')

/**
 * A package that renders views in Express: its files, the views to measure, more locals than those of all packages, and what sets up
 * Express alone, and returns the owner of the views, if it is not the package itself.
 *
 * @typedef {{ extension: string, files: Record<string, string>, views: string[], locals?: object, setUp: (app: import('express').Express, folder: string) => object | undefined }} Package
 */

/** Views of Nunjucks that are made of components: macros with keyword arguments, parameters and callers, and included templates. */
const COMPONENTS = path.join(__dirname, 'components')
const components = Object.fromEntries(fs.readdirSync(COMPONENTS).map((file) => [path.parse(file).name, fs.readFileSync(path.join(COMPONENTS, file), 'utf8')]))
const { macros, field, 'field-template': template, ...componentViews } = components

const people = Array.from({ length: 12 }, (_, i) => ({
  id: 100 + i, name: `Ann O'Hara ${i}`, email: `ann.${i}@example.com`, active: i % 3 === 0, address: { city: 'Leiden & The Hague' }, tags: ['one', 'two', 'three & four']
}))

const HEAD = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <link rel="stylesheet" href="/assets/site.css">
</head>
<body>
  <nav><a href="/">Home</a> <a href="/articles">Articles</a> <a href="/about">About</a></nav>
`
const FOOT = '\n  <footer>All rights reserved</footer>\n</body>\n</html>\n'

/** Helpers of an app: more than a view uses. */
const helpers = {
  upper: (text) => text.toUpperCase(),
  join: (list, { hash: { by } }) => list.join(by),
  eq: (a, b) => a === b,
  add: (a, b) => a + b,
  date: (date) => new Date(date).toISOString(),
  list: (items, { fn }) => `<ul>${items.map((item) => `<li>${fn(item)}</li>`).join('')}</ul>`,
  twice (options) { return options.fn(this) + options.fn(this) },
  money: (cents) => (cents / 100).toFixed(2)
}

const handlebarsViews = {
  tiny: '<p>{{title}}</p>\n',
  helpers: '<p>{{upper title}} {{add number 2}} {{money number}} {{join items by=", "}}</p>\n',
  if: '{{#if user}}<p>Hello {{user.name}}</p>{{else}}<p>Log in</p>{{/if}}{{#unless user}}<p>Nobody</p>{{/unless}}\n',
  'block-helper': '{{#list items}}<b>{{this}}</b>{{/list}}{{#twice}}<p>{{title}}</p>{{/twice}}\n',
  'partial-block': '{{#> card}}<p>{{title}}</p>{{/card}}\n'
}
const CARD = '<div class="card"><h2>{{user.name}}</h2>{{> @partial-block}}</div>'
const LAYOUT = `${HEAD}{{{body}}}${FOOT}`

/** The views of Handlebars, with the layout, and one without. */
const handlebarsNames = ['tiny', 'tiny, no layout', ...Object.keys(handlebarsViews).slice(1)]

function filesOf (extension, views) {
  return Object.fromEntries(Object.entries(views).map(([name, text]) => [`${name}.${extension}`, text]))
}

/** @type {Record<string, Package>} */
module.exports = {
  hbs: {
    extension: 'hbs',
    files: { ...filesOf('hbs', handlebarsViews), 'layout.hbs': LAYOUT },
    views: handlebarsNames,
    setUp () {
      const hbs = require('hbs')
      hbs.registerHelper(helpers)
      hbs.registerPartial('card', CARD)
      return hbs
    }
  },

  'express-handlebars': {
    extension: 'handlebars',
    files: { ...filesOf('handlebars', handlebarsViews), 'layouts/main.handlebars': LAYOUT, 'partials/card.handlebars': CARD },
    views: handlebarsNames,
    setUp (app) {
      const instance = require('express-handlebars').create({ helpers })
      app.engine('handlebars', instance.engine)
      return instance
    }
  },

  ejs: { extension: 'ejs', files: { 'tiny.ejs': '<p><%= title %></p>\n' }, views: ['tiny'], setUp () {} },

  eta: {
    extension: 'eta',
    files: { 'tiny.eta': '<p><%= it.title %></p>\n' },
    views: ['tiny'],
    setUp (app, views) {
      const { Eta } = require('eta')
      const eta = new Eta({ views, cache: true })
      app.engine('eta', expressFunction((file, locals) => eta.render(path.parse(file).name, locals)))
      return eta
    }
  },

  liquidjs: {
    extension: 'liquid',
    files: { 'tiny.liquid': '<p>{{ title | escape }}</p>\n' },
    views: ['tiny'],
    setUp (app, root) {
      const { Liquid } = require('liquidjs')
      const liquid = new Liquid({ root, extname: '.liquid', cache: true })
      app.engine('liquid', liquid.express())
      return liquid
    }
  },

  mustache: {
    extension: 'mustache',
    files: { 'tiny.mustache': '<p>{{title}}</p>\n' },
    views: ['tiny'],
    setUp (app) {
      const Mustache = require('mustache')
      const sources = {}
      app.engine('mustache', expressFunction((file, locals) => {
        sources[file] ??= fs.readFileSync(file, 'utf8')
        return Mustache.render(sources[file], locals)
      }))
    }
  },

  nunjucks: {
    extension: 'njk',
    files: filesOf('njk', { tiny: '<p>{{ title }}</p>\n', ...components, layout: `${HEAD}{% block content %}{% endblock %}${FOOT}` }),
    views: ['tiny', ...Object.keys(componentViews)],
    locals: { people },
    setUp: (express, views) => require('nunjucks').configure(views, { express })
  },

  pug: { extension: 'pug', files: { 'tiny.pug': 'p= title\n' }, views: ['tiny'], setUp () {} }
}
