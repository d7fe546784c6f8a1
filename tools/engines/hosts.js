'use strict'

const { templatesOf } = require('../../test/support/templates-of')

/** The packages that render Handlebars templates in Express: each opens an example of the corpus by an instance of its own. */
module.exports = {
  'express-handlebars' ({ create }, setup) {
    return sideOf(setup, (handlebars) => create({ handlebars, extname: 'hbs', defaultLayout: false, ...optionsOf(setup) }), (instance, file, locals) => instance.renderView(file, locals))
  },

  hbs (hbs, setup) {
    const render = (instance, file, locals) => new Promise((resolve, reject) => {
      instance.__express(file, locals, (error, page) => page === undefined ? reject(error) : resolve(page))
    })
    return sideOf(setup, (handlebars) => hbs.create(handlebars), render)
  }
}

function sideOf ({ engine, folder, example: { setup = () => {} } }, create, render) {
  const handlebars = engine.create()
  const log = []
  setup(handlebars, log)
  const instance = create(handlebars)
  const templates = templatesOf('handlebars', instance, { views: folder.file('.') })
  const localsOf = (locals) => ({ ...locals, layout: false, cache: true, settings: { views: folder.file('.') } })
  return {
    log,
    page: (locals) => render(instance, folder.file('page.hbs'), localsOf(locals)),
    template: () => {
      const template = templates.load(folder.file('page.hbs'))
      return Object.assign(Object.create(template), { render: (locals) => template.render(localsOf(locals)) })
    }
  }
}

function optionsOf ({ example: { options: { runtimeOptions, ...compilerOptions } = {} } }) {
  return { compilerOptions, runtimeOptions }
}
