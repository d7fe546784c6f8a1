'use strict'

const path = require('node:path')
const { FOOT, HEAD, calledIn, filesOf, partialsOf, read, readTexts } = require('./files')

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

const views = {
  tiny: '<p>{{title}}</p>\n',
  helpers: '<p>{{upper title}} {{add number 2}} {{money number}} {{join items by=", "}}</p>\n',
  if: '{{#if user}}<p>Hello {{user.name}}</p>{{else}}<p>Log in</p>{{/if}}{{#unless user}}<p>Nobody</p>{{/unless}}\n',
  'block-helper': '{{#list items}}<b>{{this}}</b>{{/list}}{{#twice}}<p>{{title}}</p>{{/twice}}\n',
  'partial-block': '{{#> card}}<p>{{title}}</p>{{/card}}\n'
}
const CARD = '<div class="card"><h2>{{user.name}}</h2>{{> @partial-block}}</div>'
const LAYOUT = `${HEAD}{{{body}}}${FOOT}`

/** The views of Handlebars, without a layout, and one with it. */
const names = [...Object.keys(views), 'tiny, layout']

const create = () => require('handlebars').create()

/** A helper for one that a project has. */
function unknownHelper (...given) {
  const { fn, name } = given.at(-1)
  return fn ? fn(this) : `a text of ${name}`
}

module.exports = {
  syntax: {
    extension: 'hbs',
    print: '{{NAME}}',
    printItem: '{{REST}}',
    printArgument: '{{REST}}',
    each: ['{{#each LIST}}', '{{/each}}'],
    if: ['{{#if NAME}}', '{{/if}}'],
    some: ['{{#if NAME}}', '{{/if}}'],
    include: '{{> NAME}}',
    text: '{{> NAME}}',
    extend: '{{#> layout}}\nCONTENT{{/layout}}\n',
    block: '{{> @partial-block}}'
  },
  engine ([folder, texts]) {
    const instance = create()
    instance.registerPartial({ ...readTexts(texts), ...partialsOf(folder) })
    return { instance, prepare: (file) => instance.compile(read(file)) }
  },
  projectEngine ([root], files) {
    const instance = create()
    for (const file of files) {
      for (const folder of [root, path.join(root, 'partials')]) instance.registerPartial(path.relative(folder, file).replace(/\.\w+$/, ''), read(file))
    }
    for (const name of calledIn(files, /\{\{\{?[#~]*([\w-]+)\s+[^}\s]/g)) {
      if (!Object.hasOwn(instance.helpers, name) && name !== 'else') instance.registerHelper(name, unknownHelper)
    }
    return {
      instance,
      prepare: (file) => instance.compile(read(file)),
      setUp (app, extension) {
        const hbs = require('hbs').create()
        hbs.handlebars = instance
        app.engine(extension, hbs.__express).set('view options', { layout: false })
      },
      isCallable: () => false
    }
  },
  packages: {
    hbs: {
      files: { ...filesOf('hbs', views), 'layout.hbs': LAYOUT },
      views: names,
      setUp (app) {
        app.set('view options', { layout: false })
        const hbs = require('hbs')
        hbs.registerHelper(helpers)
        hbs.registerPartial('card', CARD)
        return hbs
      }
    },
    'express-handlebars': {
      extension: 'handlebars',
      files: { ...filesOf('handlebars', views), 'layouts/layout.handlebars': LAYOUT, 'partials/card.handlebars': CARD },
      views: names,
      setUp (app) {
        const instance = require('express-handlebars').create({ defaultLayout: false, helpers })
        app.engine('handlebars', instance.engine)
        return instance
      }
    }
  }
}
