'use strict'

const path = require('node:path')

/** @type {import('.').Language} */
module.exports = {
  generatesCode: true,
  print: (name) => `<%= ${name} %>`,
  raw: (name) => `<%- ${name} %>`,
  laidOut: (before, content, after) => ({ page: `<%- include("before") %>${content}<%- include("after") %>`, before, after }),
  listing: (before) => ({
    page: `${before}<h1><%= title %></h1><% for (const item of items) { %><%- include('item', { item }) %><% } %>`,
    item: '<li><%= item %></li>'
  }),
  varied: (long) => ({
    page: `<h1><%= name %></h1><% for (const item of list) { %><li><%= item %></li><% } %>${long}<%- raw %><%- include('part', { x: 1 }) %>`,
    part: '<p>part</p>'
  }),
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
