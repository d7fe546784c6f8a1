'use strict'

/** @type {import('.').Language} */
module.exports = {
  generatesCode: true,
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
