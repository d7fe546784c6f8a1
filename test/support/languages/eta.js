'use strict'

const path = require('node:path')
const { expressFunction } = require('../express-function')

/** @type {import('.').Language} */
module.exports = {
  generatesCode: true,
  print: (name) => `<%= it.${name} %>`,
  raw: (name) => `<%~ it.${name} %>`,
  include: (view) => `<%~ include('./${view}', it) %>`,
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
  promises: {
    eta: {
      views: { printed: '[<%= it.x %>][<%~ it.x %>]', used: '[<%~ it.sanitize(it.x) %>]<% if (it.x) { %>y<% } %><%= it.flash() %>', unused: '<%= it.flash() %>' },
      setUp (app) {
        const { Eta } = require('eta')
        const eta = new Eta({ views: app.get('views') })
        app.engine('eta', expressFunction((file, locals) => eta.render(`./${path.basename(file)}`, locals)))
        return { engines: { eta } }
      }
    }
  },
  create (folder, cache) {
    const { Eta } = require('eta')
    const instance = new Eta({ views: folder, cache })
    return { instance, render: (view, locals) => instance.render(`./${view}`, locals) }
  }
}
