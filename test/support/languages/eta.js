'use strict'

/** @type {import('.').Language} */
module.exports = {
  generatesCode: true,
  print: (name) => `<%= it.${name} %>`,
  raw: (name) => `<%~ it.${name} %>`,
  include: (view) => `<%~ include('./${view}', it) %>`,
  includeNamed: (name) => `<%~ include('./' + it.${name}, it) %>`,
  laidOut: (before, content, after) => ({ page: `<% layout("./layout") %>${content}`, layout: `${before}<%~ it.body %>${after}` }),
  listing: (before) => ({
    page: `${before}<h1><%= it.title %></h1><% for (const item of it.items) { %><%~ include('./item', { item }) %><% } %>`,
    item: '<li><%= it.item %></li>'
  }),
  varied: (long) => ({
    page: `<h1><%= it.name %></h1><% for (const item of it.list) { %><li><%= item %></li><% } %>${long}<%~ it.raw %><%~ include('part') %>`,
    part: '<p>part</p>'
  }),
  unsplit: () => '<% for (const x of [1, 2, 3]) { %><p>short <%= x %></p><% } %>',
  missing: { '<%= it.euros(1) %>': '--data', '<%= euros(1) %>': '--data' },
  titled: (long) => ({ page: `${long}<% layout("./base") %><%= it.title %><%~ include("./part", it) %>`, part: '<%~ it.title %>', base: `${long}<%~ it.body %><%= it.title %>` }),
  promises: {
    eta: {
      views: { printed: '[<%= it.x %>][<%~ it.x %>]', used: '[<%~ it.sanitize(it.x) %>]<% if (it.x) { %>y<% } %><%= it.flash() %>', unused: '<%= it.flash() %>' }
    }
  },
  create (folder, cache) {
    const { Eta } = require('eta')
    const instance = new Eta({ views: folder, cache })
    return { instance, render: (view, locals) => instance.render(`./${view}`, locals) }
  }
}
