'use strict'

// Serves one view by the engine alone and by this library, while properties are on `Object.prototype`.
// The client is another process: in this one, it would break as well.

const fs = require('node:fs')
const http = require('node:http')
const path = require('node:path')
const { pollutionsFor } = require('./pollutions')
const { viewFolder } = require('./view-folder')

const LONG = '<p class="note">Loose teas &amp; tools, packed on the day of the order.</p>\n'.repeat(12)

/** For each language: the views and, for each side, what sets up an app. */
const LANGUAGES = {
  ejs: ejsOf('ejs'),
  ejs3: ejsOf('ejs3'),
  pug: {
    views: {
      'page.pug': `mixin note(a)\n  i= a\n  block\nh1= name\nblock content\nif list\n  ul\n    each item in list\n      li= item\n  +note('x')\n    b bold\n!= raw\n${pugOf(LONG)}\ninclude part\n`,
      'part.pug': 'p part\n'
    },
    setUp ({ app }) {
      const pug = require('pug')
      pug.cache = {}
      app.engine('pug', pug.__express)
    }
  },
  nunjucks: {
    extension: 'njk',
    views: {
      'page.njk': `<h1>{{ name }}</h1>{% for item in list %}<li>{{ loop.index }} {{ item | upper }}</li>{% endfor %}${LONG}{% block b %}{{ raw | safe }}{% endblock %}{% include "part.njk" %}`,
      'part.njk': '<p>part</p>'
    },
    setUp ({ app, folder }) { require('nunjucks').configure(folder, { express: app, noCache: !app.enabled('view cache') }) }
  },
  liquid: {
    views: {
      'page.liquid': `<h1>{{ name | escape }}</h1>{% for item in list %}<li>{{ item | upcase }}</li>{% endfor %}${LONG}{% if name %}{{ raw }}{% endif %}{% render 'part' %}`,
      'part.liquid': '<p>part</p>'
    },
    setUp ({ app, folder }) {
      const { Liquid } = require('liquidjs')
      app.engine('liquid', new Liquid({ root: folder, extname: '.liquid', cache: app.enabled('view cache') }).express())
    }
  },
  handlebars: {
    extension: 'hbs',
    views: {
      'page.hbs': `<h1>{{name}}</h1>{{#each list}}<li>{{@index}} {{this}}</li>{{/each}}${LONG}{{#if name}}{{{raw}}}{{/if}}{{> part}}{{lookup list 1}}`
    },
    setUp ({ app, isOurs }) {
      const handlebars = require('handlebars').create()
      handlebars.registerPartial('part', '<p>part</p>\n')
      if (isOurs) return { engines: { hbs: handlebars } }
      app.engine('hbs', byFunction((source, locals) => handlebars.compile(source)(locals)))
    }
  },
  'express-handlebars': {
    extension: 'handlebars',
    views: {
      'page.handlebars': `<h1>{{name}}</h1>{{#each list}}<li>{{this}}</li>{{/each}}${LONG}{{> part}}`,
      'partials/part.handlebars': '<p>part</p>',
      'layouts/main.handlebars': '<main>{{{body}}}</main>'
    },
    setUp ({ app }) { app.engine('handlebars', require('express-handlebars').engine()) }
  },
  mustache: {
    extension: 'mustache',
    views: {
      'page.mustache': `<h1>{{name}}</h1>{{#list}}<li>{{.}}</li>{{/list}}${LONG}{{{raw}}}{{^none}}none{{/none}}{{> part}}`,
      'part.mustache': '<p>part</p>'
    },
    setUp ({ app, isOurs, folder }) {
      const partial = (name) => fs.readFileSync(path.join(folder, `${name}.mustache`), 'utf8')
      if (!isOurs) app.engine('mustache', byFunction((source, locals) => require('mustache').render(source, locals, partial)))
    }
  },
  eta: {
    views: {
      'page.eta': `<h1><%= it.name %></h1><% for (const item of it.list) { %><li><%= item %></li><% } %>${LONG}<%~ it.raw %><%~ include('part') %>`,
      'part.eta': '<p>part</p>'
    },
    setUp ({ app, isOurs, folder }) {
      const eta = new (require('eta').Eta)({ views: folder, cache: app.enabled('view cache') })
      if (isOurs) return { engines: { eta } }
      app.engine('eta', (file, locals, callback) => {
        let page
        try {
          page = eta.render('page', locals)
        } catch (error) {
          return callback(error)
        }
        callback(null, page)
      })
    }
  }
}

function ejsOf (name) {
  return {
    extension: 'ejs',
    views: {
      'page.ejs': `<h1><%= name %></h1><% for (const item of list) { %><li><%= item %></li><% } %>${LONG}<%- raw %><%- include('part', { x: 1 }) %>`,
      'part.ejs': '<p>part</p>'
    },
    setUp ({ app }) {
      const ejs = require(name)
      ejs.clearCache()
      app.engine('ejs', ejs.__express)
    }
  }
}

function pugOf (text) {
  return `p.\n${text.replace(/^/gm, '  ')}`
}

/** @returns {Function} what Express calls for a view, of a function that renders a source */
function byFunction (render) {
  return (file, locals, callback) => {
    let page
    try {
      page = render(fs.readFileSync(file, 'utf8'), locals)
    } catch (error) {
      return callback(error)
    }
    callback(null, page)
  }
}

const [language, framework, withCache] = process.argv.slice(2)
const { extension = language, views, setUp } = LANGUAGES[language]
const { file, remove } = viewFolder({
  ...Object.fromEntries(Object.entries(views).map(([name, source]) => [`views/${name}`, source])),
  ...Object.fromEntries(Object.entries(views).map(([name]) => [`uploads/${name}`, 'from the uploads'])),
  'uploads/page.html': 'from the uploads',
  'uploads/page': 'from the uploads'
})
process.on('exit', remove)
process.chdir(file('.'))
const folder = file('views')
const pollutions = pollutionsFor(file('uploads'))
const locals = () => ({ name: '<Tom>', list: ['a', 'b & c'], raw: '<br>' })

function createExpress (isOurs) {
  const app = require(framework)()
  app.set('views', folder).set('view engine', extension).set('view cache', withCache === 'true')
  const options = setUp({ app, isOurs, folder })
  if (isOurs) app.use(require('../..')(options))
  app.get('/', (req, res) => res.render('page', locals()))
  app.use((error, req, res, next) => res.status(error ? 500 : 404).end('error'))
  return app
}

function createKoa (isOurs) {
  const app = new (require('koa'))()
  app.silent = true
  if (isOurs) app.use(require('../..')({ views: folder, extension, cache: withCache === 'true' }))
  app.use(async (ctx) => {
    if (isOurs) return ctx.render('page', locals())
    ctx.type = 'html'
    ctx.body = await require(language).renderFile(path.join(folder, `page.${extension}`), locals(), { cache: withCache === 'true', views: [folder] })
  })
  return app.callback()
}

/** Our modules and the packages that they use. */
const OURS = /[\\/]node_modules[\\/](?:acorn|bytes|etag|fresh|lru-cache|negotiator|vary)[\\/]/
const LIB = path.join(__dirname, '../../lib')

/** Forgets our modules, which then load anew. */
function forgetModules () {
  for (const name of Object.keys(require.cache)) {
    if (name.startsWith(LIB) || OURS.test(name)) delete require.cache[name]
  }
}

/** Makes an app anew, with empty caches where engines share them among all apps. */
function startApp (isOurs) {
  for (const name of ['ejs', 'ejs3']) require(name).clearCache()
  require('pug').cache = {}
  return framework === 'koa' ? createKoa(isOurs) : createExpress(isOurs)
}

let listener

/** `/?index=…&moment=…&side=…&view=…` renders the view with one property on `Object.prototype`; `/?ran=true` says how often the payload ran. */
const server = http.createServer((req, res) => {
  const query = Object.fromEntries(new URL(req.url, 'http://localhost').searchParams)
  if (query.ran) {
    const { ran = 0 } = globalThis
    delete globalThis.ran
    return res.end(String(ran))
  }
  req.url = '/'
  const pollution = pollutions[query.index]
  const isFirst = query.view === '0'
  if (isFirst && query.moment === 'before') forgetModules()
  if (pollution && !(isFirst && query.moment === 'after')) pollute(pollution, res)
  try {
    if (isFirst) listener = startApp(query.side === 'ours')
  } catch {
    // The app does not even start.
    listener = (req, res) => res.writeHead(500).end('error')
  }
  listener(req, res)
})

function pollute ({ name, value }, res) {
  res.once('close', () => { delete Object.prototype[name] })
  Object.prototype[name] = value // eslint-disable-line no-extend-native
}

server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
process.on('disconnect', () => process.exit())
