'use strict'

const path = require('node:path')
const bufferedRender = require('../..')
const { everyExpress, everyKoa } = require('./frameworks')
const { languages } = require('./languages')
const { ENGINES, setUp } = require('./timing')

const views = path.join(__dirname, 'timing-views')
const locals = { name: 'Zoë' }

/** Languages whose engines answer at other moments. */
const tried = languages.filter(({ express }) => Object.values(express ?? {}).some(({ exampleOf }) => exampleOf))

/**
 * @param {'alone' | 'ours'} side
 * @returns {Record<string, import('node:http').RequestListener>} apps that send a page, by every
 *   framework
 */
function fakeTimed (side) {
  return Object.fromEntries([
    ...everyExpress.flatMap(({ version, express }) => ENGINES.map((engine) => [`Express ${version}, ${engine}`, expressApp(express, engine, side)])),
    ...everyKoa.flatMap(({ version, Koa }) => tried.map((language) => [`Koa ${version}, ${language.name}`, koaApp(Koa, language, side)])),
    ...tried.map((language) => [`node:http, ${language.name}`, httpApp(language, side)]),
    ['node:http, streamed', streamingApp(side)]
  ])
}

function expressApp (express, engine, side) {
  const app = express().set('views', views).set('view cache', true)
  setUp(app, engine)
  if (side === 'ours') app.use(bufferedRender())
  return app.use((req, res) => res.render('page', locals))
}

function koaApp (Koa, { create, extension }, side) {
  const app = new Koa()
  if (side === 'alone') return app.use(async (ctx) => { ctx.body = await create(views).render('page', locals) }).callback()
  return app.use(bufferedRender({ views })).use((ctx) => ctx.render(`page.${extension}`, locals)).callback()
}

function httpApp ({ create, extension }, side) {
  if (side === 'alone') return async (req, res) => res.end(await create(views).render('page', locals))
  const renderer = bufferedRender.createRenderer({ views })
  return async (req, res) => renderer.send(req, res, await renderer.render(`page.${extension}`, locals))
}

/** So many values that a page must yield to the event loop while it is rendered. */
async function * inPieces (text) {
  for (let i = 0; i < 10_000; i++) yield ''
  yield text
}

function streamingApp (side) {
  if (side === 'alone') return async (req, res) => res.end(`<p>${await locals.name}</p>`)
  const renderer = bufferedRender.createRenderer()
  return (req, res) => renderer.stream(req, res, bufferedRender.html`<p>${inPieces(locals.name)}</p>`)
}

module.exports = { fakeTimed }
