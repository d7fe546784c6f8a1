'use strict'

const path = require('node:path')

/** @type {import('.').Language} */
module.exports = {
  generatesCode: true,
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
