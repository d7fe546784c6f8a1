'use strict'

/** @type {import('.').Language} */
module.exports = {
  generatesCode: true,
  promises: {
    njk: {
      setUp (app, { censor }) {
        require('nunjucks').configure(app.get('views'), { express: app }).addFilter('censor', function () { return censor(this.ctx.x) })
      }
    }
  },
  create (folder, cache) {
    const nunjucks = require('nunjucks')
    const instance = new nunjucks.Environment(new nunjucks.FileSystemLoader(folder, { noCache: !cache }))
    return { instance, render: (view, locals) => instance.render(`${view}.njk`, locals) }
  },
  express: {
    nunjucks: {
      exampleOf: 'at the next tick',
      setUp: (app) => { require('nunjucks').configure(app.get('views'), { express: app, noCache: !app.enabled('view cache') }) }
    }
  }
}
