'use strict'

// Apps that have the engines of each test.

const express = require('express')
const ejs = require('ejs')

const create = (views) => express().set('views', views).set('view engine', 'ejs')

const apps = {
  wrapped: () => ({ app: create('pages').engine('ejs', (file, locals, done) => ejs.renderFile(file, locals, done)) }),
  stock: () => ({ app: create('pages').engine('txt', (file, locals, done) => done(null, 'text')) }),
  both () {
    const app = create('pages').engine('html', ejs.renderFile)
    app.locals.site = 'Teas'
    return { app, engineOptions: { delimiter: '%' } }
  },
  nunjucks () {
    const app = express().set('view engine', 'njk')
    require('nunjucks').configure('pages', { express: app })
    return { app: app.set('views', 'pages') }
  },
  itself: () => create('pages'),
  promised: async () => create('pages'),
  compressed: () => ({ app: create('pages').use(require('compression')()) }),
  nested () {
    const app = create('pages')
    return { app: app.use(express.Router().use(express.Router().use(require('compression')()))) }
  },
  mountedIn () {
    const app = create('pages')
    create('other').use(require('compression')()).use('/shop', app)
    return { app }
  },
  onRoute () {
    const app = create('pages')
    app.get('/', require('compression')(), (req, res) => res.render('index'))
    return { app }
  },
  encoded () {
    const bufferedRender = require.main.require('..')
    return { app: create('pages').use(require('compression')()).use(bufferedRender({ compress: true })) }
  },
  transpiled: () => ({ app: { __esModule: true, default: create('pages') } }),
  beside: () => ({ app: { app: create('pages'), server: {} } }),
  decided: () => ({ app: create('pages').use(require('compression')()), compress: false }),
  mounted () {
    const app = create('pages')
    app.use('/shop', require('./shop.cjs').app)
    return { app: app.use(create('other')) }
  },
  oneFolder: () => ({ ...apps.mounted(), views: 'pages' }),
  folders: () => ({ app: create(['empty', 'missing', 'pages']) }),
  replaced () {
    const app = create('pages')
    app.render = (name, locals, done) => done(null, 'page')
    return { app }
  }
}

module.exports = apps[process.env.APP]()
