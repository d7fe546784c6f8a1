'use strict'

const path = require('node:path')
const express = require('express')
const bufferedRender = require('buffered-render')
const { createCounter } = require('../counters')
const { readTexts } = require('../pages/shared')
const { viewFolders, viewOf } = require('./views')

/** `res.render` of other engines than EJS, with Express's view cache, and ours without an engine. */
const variants = {
  'express-pug' (page) {
    const [views, texts] = viewFolders(page, 'pug')
    const app = createApp(views, 'pug')
    app.locals.basedir = texts
    return renderPages(app, page)
  },

  'express-handlebars' (page) {
    const [views, texts] = viewFolders(page, 'handlebars')
    const hbs = require('hbs').create()
    hbs.registerPartials(views)
    hbs.registerPartials(texts)
    // Else it would look for a layout in the file system for each request.
    const app = createApp(views, 'hbs').set('view options', { layout: false })
    return renderPages(app.engine('hbs', hbs.__express), page)
  },

  /**
   * The second way of Eta's page on Express, an engine of one's own, with the cached
   * templates of the first: its `renderString` would compile the view for each request.
   */
  'express-eta' (page) {
    const [views, texts] = viewFolders(page, 'eta')
    const { Eta } = require('eta')
    const eta = new Eta({ views, cache: true })
    for (const [name, text] of Object.entries(readTexts(texts))) eta.loadTemplate(`@${name}`, text)

    const engine = (file, locals, callback) => {
      let html
      try {
        html = eta.render(path.basename(file, '.eta'), locals)
      } catch (error) {
        return callback(error)
      }
      callback(null, html)
    }
    return renderPages(createApp(views, 'eta').engine('eta', engine), page)
  },

  'express-html' (page) {
    const tagged = require('../views/shared/tags/tagged')
    const view = viewOf(tagged(bufferedRender.html), page)
    return answerPages(express().use(bufferedRender()), page, (res, locals) => res.send(view(locals)))
  }
}

function createApp (views, extension) {
  return express().set('views', views).set('view engine', extension)
}

function renderPages (app, page) {
  return answerPages(app, page, (res, locals) => res.render(page.view, locals))
}

function answerPages (app, page, answer) {
  const { data } = page
  const next = createCounter(page)
  app.get('/', (req, res) => answer(res, data(next())))
  app.get('/:n', (req, res) => answer(res, data(Number(req.params.n))))
  return app
}

/** @type {Record<string, import('../variants').Variant>} */
module.exports = variants
