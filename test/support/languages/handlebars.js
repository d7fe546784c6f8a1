'use strict'

const fs = require('node:fs')
const path = require('node:path')

/** @type {import('.').Language} */
module.exports = {
  generatesCode: true,
  promises: {
    hbs: {
      setUp (app, { censor }) {
        const instance = require('hbs').create()
        instance.registerHelper('sanitize', function () { return censor(this.x) })
        app.set('view options', { layout: false }).engine('hbs', instance.__express)
        return { engines: { hbs: instance } }
      }
    },
    handlebars: {
      setUp (app, { censor }) {
        app.engine('handlebars', require('express-handlebars').engine({ helpers: { sanitize () { return censor(this.x) } } }))
      }
    }
  },
  create (folder) {
    const instance = require('handlebars').create()
    const read = (view) => fs.readFileSync(path.join(folder, `${view}.hbs`), 'utf8')
    for (const file of fs.readdirSync(folder)) {
      if (path.extname(file) === '.hbs') instance.registerPartial(path.parse(file).name, read(path.parse(file).name))
    }
    return { instance, render: (view, locals) => instance.compile(read(view))(locals) }
  },
  express: {
    hbs: {
      extension: 'handlebars',
      setUp: (app) => app.engine('handlebars', require('hbs').__express).set('view options', { layout: false })
    },
    'express-handlebars': {
      extension: 'handlebars',
      setUp: (app) => app.engine('handlebars', require('express-handlebars').engine({ defaultLayout: false }))
    }
  },
  setUpChanged (app) {
    app.set('view options', { layout: false }).engine('hbs', require('hbs').create().__express)
  }
}
