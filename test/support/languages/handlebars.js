'use strict'

const fs = require('node:fs')
const path = require('node:path')

const promisesPrinted = { printed: '[{{x}}][{{{x}}}]', used: '[{{{sanitize}}}]{{#if x}}y{{/if}}{{flash}}', unused: '{{flash}}' }

/** @type {import('.').Language} */
module.exports = {
  generatesCode: true,
  print: (name) => `{{${name}}}`,
  raw: (name) => `{{{${name}}}}`,
  include: (view) => `{{> ${view}}}`,
  includeNamed: (name) => `{{> (lookup . '${name}')}}`,
  laidOut: (before, content, after) => ({ page: `{{#> layout}}${content}{{/layout}}`, layout: `${before}{{> @partial-block}}${after}` }),
  // An app has to register partials, which the command line cannot do.
  listing: (before) => ({ page: `${before}<h1>{{title}}</h1>{{#each items}}<li>{{this}}</li>{{/each}}` }),
  varied: (long) => ({
    page: `<h1>{{name}}</h1>{{#each list}}<li>{{@index}} {{this}}</li>{{/each}}${long}{{#if name}}{{{raw}}}{{/if}}{{> part}}{{lookup list 1}}`,
    part: '<p>part</p>\n'
  }),
  unsplit: () => '{{#each list}}<p>short {{this}}</p>{{/each}}',
  missing: { '{{euros 1}}': '--options', '{{#if (euros 1)}}{{/if}}': '--options', '{{> card}}': '--options', '{{*deco}}x': '--options' },
  promises: {
    hbs: {
      views: promisesPrinted,
      setUp (app, { censor }) {
        const instance = require('hbs').create()
        instance.registerHelper('sanitize', function () { return censor(this.x) })
        app.set('view options', { layout: false }).engine('hbs', instance.__express)
        return { engines: { hbs: instance } }
      }
    },
    handlebars: {
      views: { ...promisesPrinted, 'layouts/main': '<main>{{{body}}}</main>' },
      setUp (app, { censor }) {
        app.engine('handlebars', require('express-handlebars').engine({ helpers: { sanitize () { return censor(this.x) } } }))
      }
    }
  },
  create (folder) {
    const instance = require('handlebars').create()
    const read = (view) => fs.readFileSync(path.join(folder, `${view}.hbs`), 'utf8')
    for (const file of fs.readdirSync(folder)) {
      if (path.extname(file) === '.hbs') instance.registerPartial(path.parse(file).name, read(path.parse(file).name))
    }
    return { instance, render: (view, locals) => instance.compile(read(view))(locals) }
  },
  express: {
    hbs: {
      extension: 'handlebars',
      setUp: (app) => app.engine('handlebars', require('hbs').__express).set('view options', { layout: false })
    },
    'express-handlebars': {
      extension: 'handlebars',
      setUp: (app) => app.engine('handlebars', require('express-handlebars').engine({ defaultLayout: false }))
    }
  },
  setUpChanged (app) {
    app.set('view options', { layout: false }).engine('hbs', require('hbs').create().__express)
  }
}
