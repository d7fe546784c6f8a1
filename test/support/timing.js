'use strict'

/** Sets an app up for views of each engine; how they answer: at once, at the next tick, later. */
const ENGINES = {
  ejs: (app) => app.set('view engine', 'ejs'),
  nunjucks (app) {
    require('nunjucks').configure(app.get('views'), { express: app, autoescape: true })
    app.set('view engine', 'njk')
  },
  liquid (app) {
    const { Liquid } = require('liquidjs')
    app.engine('liquid', new Liquid({ root: app.get('views'), cache: true }).express()).set('view engine', 'liquid')
  },
  hbs: (app) => app.engine('handlebars', require('hbs').__express).set('view engine', 'handlebars').set('view options', { layout: false }),
  'express-handlebars' (app) {
    app.engine('handlebars', require('express-handlebars').engine({ defaultLayout: false })).set('view engine', 'handlebars')
  }
}

/** The moment of what is scheduled before `res.render` is called. */
const SCHEDULED_BEFORE = 'an earlier setImmediate'

/** When something is done after `res.render` has returned. */
const MOMENTS = {
  'the same tick': (act) => act(),
  'a microtask': (act) => queueMicrotask(act),
  nextTick: (act) => process.nextTick(act),
  'two ticks later': (act) => process.nextTick(() => process.nextTick(act)),
  setImmediate: (act) => setImmediate(act)
}

/** What is done then. */
const ACTIONS = {
  nothing () {},
  status (res) { res.statusCode = 201 },
  header (res) { res.setHeader('X-Late', '1') },
  end (res) { res.end('mine') },
  send (res) { res.send('mine') },
  next (res, next) { next() },
  error (res, next) { next(new Error('passed')) },
  throw () { throw Object.assign(new Error('thrown'), { isOwn: true }) }
}

module.exports = { ACTIONS, ENGINES, MOMENTS, SCHEDULED_BEFORE }
