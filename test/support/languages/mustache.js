'use strict'

const fs = require('node:fs')
const path = require('node:path')

/** @type {import('.').Language} */
module.exports = {
  generatesCode: false,
  print: (name) => `{{${name}}}`,
  raw: (name) => `{{{${name}}}}`,
  include: (view) => `{{> ${view}}}`,
  laidOut: (before, content, after) => ({ page: `{{> before}}${content}{{> after}}`, before, after }),
  listing: (before) => ({ page: `${before}<h1>{{title}}</h1>{{#items}}{{> item}}{{/items}}`, item: '<li>{{.}}</li>' }),
  varied: (long) => ({
    page: `<h1>{{name}}</h1>{{#list}}<li>{{.}}</li>{{/list}}${long}{{{raw}}}{{^none}}none{{/none}}{{> part}}`,
    part: '<p>part</p>'
  }),
  unsplit: (long) => `{{#wrap}}${long}{{/wrap}}`,
  // It prints nothing for a missing name.
  missing: {},
  titled: (long) => ({ page: `${long}{{title}}{{{title}}}{{#title}}${long}{{/title}}` }),
  promises: {
    mustache: {
      views: { printed: '[{{x}}][{{{x}}}]', used: '[{{{view}}}]{{#lambda}}{{{x}}}{{/lambda}}{{#x}}y{{/x}}{{flash}}', unused: '{{flash}}' }
    }
  },
  create (folder) {
    const read = (view) => fs.readFileSync(path.join(folder, `${view}.mustache`), 'utf8')
    return { render: (view, locals) => require('mustache').render(read(view), locals, read) }
  }
}
