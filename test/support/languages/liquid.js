'use strict'

/** @returns {import('liquidjs').Liquid} */
function engineOf (folder, cache) {
  const { Liquid } = require('liquidjs')
  return new Liquid({ root: folder, extname: '.liquid', cache })
}

/** @type {import('.').Language} */
module.exports = {
  generatesCode: false,
  promises: {
    liquid: {
      setUp (app, { sanitize }) {
        const engine = engineOf(undefined)
        engine.registerFilter('sanitize', sanitize)
        app.engine('liquid', engine.express())
      },
      // It waits for what is never settled, and a generator stops the process.
      unending: ['never settled', 'generator'],
      handlesLate: true
    }
  },
  create (folder, cache) {
    const instance = engineOf(folder, cache)
    return { instance, render: (view, locals) => instance.renderFile(view, locals) }
  },
  express: {
    liquid: { exampleOf: 'later', setUp: (app) => app.engine('liquid', engineOf(app.get('views'), app.enabled('view cache')).express()) }
  },
  setUpChanged (app) {
    const { prototype } = require('liquidjs').Liquid
    const { _parseFile } = prototype
    prototype._parseFile = function () { return _parseFile.apply(this, arguments) }
    app.engine('liquid', engineOf(app.get('views')).express())
  }
}
