'use strict'

// Serves one view by the engine alone and by this library, while properties are on `Object.prototype`.
// The client is another process: in this one, it would break as well.

const http = require('node:http')
const path = require('node:path')
const { filesOf, languages, setUpApp } = require('./languages')
const { pollutionsFor } = require('./pollutions')
const { viewFolder } = require('./view-folder')

const LONG = '<p class="note">Loose teas &amp; tools, packed on the day of the order.</p>\n'.repeat(12)

/** Other engines than those of the table: an older one, and one that reads its partials by itself. */
const OTHERS = {
  ejs3: { ...languages.find(({ name }) => name === 'ejs'), name: 'ejs3', express: { ejs3: { setUp: (app) => app.engine('ejs', require('ejs3').__express) } } },
  'express-handlebars': {
    name: 'express-handlebars',
    extension: 'handlebars',
    varied: (long) => ({
      page: `<h1>{{name}}</h1>{{#each list}}<li>{{this}}</li>{{/each}}${long}{{> part}}`,
      'partials/part': '<p>part</p>',
      'layouts/main': '<main>{{{body}}}</main>'
    }),
    express: { 'express-handlebars': { setUp: (app) => app.engine('handlebars', require('express-handlebars').engine()) } }
  }
}

const [name, framework, withCache] = process.argv.slice(2)
const language = OTHERS[name] ?? languages.find((language) => language.name === name)
const { extension } = language
const views = Object.entries(filesOf(language, language.varied(LONG)))
const { file } = viewFolder({
  ...Object.fromEntries(views.map(([name, source]) => [`views/${name}`, source])),
  ...Object.fromEntries(views.map(([name]) => [`uploads/${name}`, 'from the uploads'])),
  'uploads/page.html': 'from the uploads',
  'uploads/page': 'from the uploads'
})
process.chdir(file('.'))
const folder = file('views')
const pollutions = pollutionsFor(file('uploads'))
const locals = () => ({ name: '<Tom>', list: ['a', 'b & c'], raw: '<br>' })

function createExpress (isOurs) {
  const app = require(framework)()
  app.set('views', folder).set('view engine', extension).set('view cache', withCache === 'true')
  const options = setUpApp(language, app)
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
    ctx.body = await require(name).renderFile(path.join(folder, `page.${extension}`), locals(), { cache: withCache === 'true', views: [folder] })
  })
  return app.callback()
}

/** Our modules and the packages that they use. */
const OURS = /[\\/]node_modules[\\/](?:acorn|bytes|etag|fresh|lru-cache|negotiator)[\\/]/
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
