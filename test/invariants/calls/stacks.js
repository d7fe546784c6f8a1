'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { expressFunction } = require('../../support/express-function')

/** Static text, so that a page is worth encoding. */
const LONG = Array.from({ length: 60 }, (_, i) => `<p class="c${i % 7}">line ${i} of static text, ${i * 7}</p>`).join('')

/** Language → a page, another, a part of both and a layout. MARKER and VALUE are what replaced functions change. */
const VIEWS = {
  ejs: ['<h1>MARKER <%= value %></h1>LONG<%- include("part", { a: 1 }) %>', '<i>MARKER other <%= value %></i>LONG<%- include("part") %>', '<u>MARKER part <%= value %></u>'],
  eta: ['<h1>MARKER <%= it.value %></h1>LONG<%~ include("./part", it) %>', '<% layout("./layout") %><i>MARKER other <%= it.value %></i>LONG', '<u>MARKER part <%= it.value %></u>', '<html>MARKER layout<%~ it.body %></html>'],
  hbs: ['<h1>MARKER {{value}}</h1>{{#each list}}{{this}}{{/each}}LONG{{> part}}', '<i>MARKER other {{value}}</i>LONG{{> part}}', '<u>MARKER part {{value}}</u>', '<html>MARKER layout{{{body}}}</html>'],
  liquid: ['<h1>MARKER {{ value | escape }}</h1>LONG{% render "part", value: value %}', '{% layout "layout" %}{% block c %}<i>MARKER other {{ value }}</i>LONG{% endblock %}', '<u>MARKER part {{ value }}</u>', '<html>MARKER layout{% block c %}{% endblock %}</html>'],
  njk: ['<h1>MARKER {{ value }}</h1>LONG{% include "part.njk" %}', '{% extends "layout.njk" %}{% block c %}<i>MARKER other {{ value }}</i>LONG{% endblock %}', '<u>MARKER part {{ value }}</u>', '<html>MARKER layout{% block c %}{% endblock %}</html>'],
  pug: ['h1 MARKER #{value}\np.\n  LONG\ninclude part\n', 'extends layout\nblock c\n  i MARKER other #{value}\n  p.\n    LONG\n', 'u(title=value) MARKER part #{value}\n', 'html\n  b MARKER layout\n  block c\n']
}

/**
 * Two folders with the same views, of which a replaced function may find one in the place of the other; `x` before a name is another
 * view.
 */
function writeViews (folder) {
  for (const [extension, texts] of Object.entries(VIEWS)) {
    for (const [version, word] of [['v1', ''], ['v2', 'SECOND ']]) {
      const views = path.join(folder, extension, version)
      fs.mkdirSync(views, { recursive: true })
      for (const [i, text] of texts.entries()) {
        for (const before of ['', 'x']) {
          const source = text.replace('LONG', extension === 'pug' ? LONG.replace(/<[^>]*>/g, ' ') : LONG).replace(/MARKER/g, `${word}MARKER${before}`)
          fs.writeFileSync(path.join(views, `${before}${['page', 'other', 'part', 'layout'][i]}.${extension}`), source)
        }
      }
    }
  }
}

/**
 * How an app sets an engine up: (app, settings) → what of the engine an app can replace, by name, and options of ours.
 *
 * @type {Record<string, (app: object, how: { views: string, cache: boolean }) => { extension?: string, roots: object, options?: object }>}
 */
const ENGINES = {
  ejs: () => ({ roots: { ejs: require('ejs') } }),
  eta (app, { views, cache }) {
    const eta = new (require('eta').Eta)({ views, cache })
    app.engine('eta', expressFunction((file, locals) => eta.render(`./${path.basename(file, '.eta')}`, locals)))
    return { roots: { eta }, options: { engines: { eta } } }
  },
  hbs (app, { views }) {
    const hbs = require('hbs')
    hbs.registerPartial('part', fs.readFileSync(path.join(views, 'part.hbs'), 'utf8'))
    return { roots: { hbs } }
  },
  'express-handlebars' (app, { views }) {
    const instance = require('express-handlebars').create({ extname: '.hbs', defaultLayout: 'layout', layoutsDir: views, partialsDir: views })
    app.engine('hbs', instance.engine)
    return { extension: 'hbs', roots: { instance } }
  },
  liquid (app, { views, cache }) {
    const liquid = new (require('liquidjs').Liquid)({ root: views, extname: '.liquid', cache })
    app.engine('liquid', liquid.express())
    return { roots: { liquid } }
  },
  njk (app, { views, cache }) {
    const nunjucks = require('nunjucks')
    return { roots: { nunjucks, env: nunjucks.configure(views, { express: app, noCache: !cache }) } }
  },
  pug: () => ({ roots: { pug: require('pug') } })
}

/** Stack → its framework and its engine. @type {Record<string, { framework: 'express' | 'express4' | 'koa' | 'koa2', engine: string }>} */
const STACKS = {
  'Express 5, EJS': { framework: 'express', engine: 'ejs' },
  'Express 4, EJS': { framework: 'express4', engine: 'ejs' },
  'Koa 3, EJS': { framework: 'koa', engine: 'ejs' },
  'Koa 2, EJS': { framework: 'koa2', engine: 'ejs' },
  ...Object.fromEntries(Object.keys(ENGINES).filter((engine) => engine !== 'ejs').map((engine) => [`Express 5, ${engine}`, { framework: 'express', engine }]))
}

module.exports = { ENGINES, STACKS, writeViews }
