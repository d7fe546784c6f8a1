'use strict'

const path = require('node:path')

/** @type {import('.').Language} */
module.exports = {
  generatesCode: true,
  print: (name) => `<%= ${name} %>`,
  raw: (name) => `<%- ${name} %>`,
  include: (view) => `<%- include('${view}') %>`,
  includeNamed: (name) => `<%- include(${name}) %>`,
  laidOut: (before, content, after) => ({ page: `<%- include("before") %>${content}<%- include("after") %>`, before, after }),
  listing: (before) => ({
    page: `${before}<h1><%= title %></h1><% for (const item of items) { %><%- include('item', { item }) %><% } %>`,
    item: '<li><%= item %></li>'
  }),
  varied: (long) => ({
    page: `<h1><%= name %></h1><% for (const item of list) { %><li><%= item %></li><% } %>${long}<%- raw %><%- include('part', { x: 1 }) %>`,
    part: '<p>part</p>'
  }),
  unsplit: () => '<% for (const x of [1, 2, 3]) { %><p>short <%= x %></p><% } %>',
  missing: { '<%= euros(1) %>': '--data', '<%= money.euros(1) %>': '--data', '<%= a %><%= a.euros() %>': '--data' },
  promises: {
    ejs: {
      views: { printed: '[<%= x %>][<%- x %>]', used: '[<%- sanitize(x) %>]<% if (x) { %>y<% } %><%= flash() %>', unused: '<%= flash() %>' }
    }
  },
  create: (folder) => ({ render: (view, locals) => require('ejs').renderFile(path.join(folder, `${view}.ejs`), locals) }),
  express: {
    ejs: { exampleOf: 'at once', setUp: (app) => app.engine('ejs', require('ejs').__express) }
  },
  setUpChanged (app) {
    const ejs = require('ejs')
    const { compile } = ejs
    ejs.compile = function () { return compile.apply(this, arguments) }
    app.engine('ejs', ejs.renderFile)
  }
}
