'use strict'

/** @type {import('.').Language} */
module.exports = {
  generatesCode: true,
  create (folder, cache) {
    const { Eta } = require('eta')
    const instance = new Eta({ views: folder, cache })
    return { instance, render: (view, locals) => instance.render(`./${view}`, locals) }
  }
}
