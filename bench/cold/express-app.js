'use strict'

const { once } = require('node:events')
const { createRequire } = require('node:module')
const path = require('node:path')

const requireInApp = createRequire(path.join(process.cwd(), 'app.js'))

/** The package of an engine, and the set-up of an app as the documentation of the engine has it. */
const ENGINES = {
  ejs: ['ejs', (app) => app.set('view engine', 'ejs')],

  handlebars: ['hbs', async (app, views) => {
    await new Promise((resolve) => requireInApp('hbs').registerPartials(views, resolve))
    app.set('view engine', 'hbs').set('view options', { layout: false })
  }],

  liquid: ['liquidjs', (app, views) => {
    const { Liquid } = requireInApp('liquidjs')
    app.engine('liquid', new Liquid({ root: views, extname: '.liquid', cache: true }).express()).set('view engine', 'liquid')
  }],

  nunjucks: ['nunjucks', (app, views) => {
    requireInApp('nunjucks').configure(views, { express: app })
    app.set('view engine', 'njk')
  }],

  pug: ['pug', (app) => app.set('view engine', 'pug')]
}

/**
 * Starts an Express app in the working directory.
 *
 * @param {object} how
 * @param {string} how.language
 * @param {string} how.view
 * @param {object} how.locals
 * @param {boolean} [how.isSpliced] whether it uses this library
 * @param {boolean} [how.precompiles] whether it compiles the view before it listens
 * @param {boolean} [how.loadsEngine] whether it loads its engine before a view needs it
 * @returns {Promise<number>} the port
 */
async function startApp ({ language, view, locals, isSpliced, precompiles, loadsEngine }) {
  const [engine, setUp] = ENGINES[language]
  const app = requireInApp('express')()
  if (loadsEngine) requireInApp(engine)
  await setUp(app, path.resolve('views'))
  if (isSpliced) {
    const pages = requireInApp('buffered-render')(precompiles ? { app } : {})
    if (precompiles) await pages.renderer.precompile([view])
    app.use(pages)
  }
  app.get('/', (req, res) => res.render(view, locals))
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server.address().port
}

module.exports = { LANGUAGES: Object.keys(ENGINES), startApp }
