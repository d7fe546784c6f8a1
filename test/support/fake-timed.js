'use strict'

const path = require('node:path')
const ejs = require('ejs')
const { Liquid } = require('liquidjs')
const bufferedRender = require('../..')
const { everyExpress, everyKoa } = require('./frameworks')
const { everything } = require('./level')
const { ENGINES } = require('./timing')

const views = path.join(__dirname, 'timing-views')
const liquid = new Liquid({ root: views })
const locals = { name: 'Zoë' }

/** How a page is made without us, and how such views are named. */
const RENDERERS = {
  ejs: () => ejs.renderFile(path.join(views, 'page.ejs'), locals),
  liquid: () => liquid.renderFile('page.liquid', locals)
}

/** Engines that answer at once, and engines that answer later. */
const ENGINES_TRIED = everything ? Object.keys(ENGINES) : ['ejs', 'liquid']

/**
 * @param {'alone' | 'ours'} side
 * @returns {Record<string, import('node:http').RequestListener>} apps that send a page, by every
 *   framework
 */
function fakeTimed (side) {
  return Object.fromEntries([
    ...everyExpress.flatMap(({ version, express }) => ENGINES_TRIED.map((engine) => [`Express ${version}, ${engine}`, expressApp(express, engine, side)])),
    ...everyKoa.flatMap(({ version, Koa }) => Object.keys(RENDERERS).map((engine) => [`Koa ${version}, ${engine}`, koaApp(Koa, engine, side)])),
    ...Object.keys(RENDERERS).map((engine) => [`node:http, ${engine}`, httpApp(engine, side)]),
    ['node:http, streamed', streamingApp(side)]
  ])
}

function expressApp (express, engine, side) {
  const app = express().set('views', views).set('view cache', true)
  ENGINES[engine](app)
  if (side === 'ours') app.use(bufferedRender())
  return app.use((req, res) => res.render('page', locals))
}

function koaApp (Koa, engine, side) {
  const app = new Koa()
  if (side === 'alone') return app.use(async (ctx) => { ctx.body = await RENDERERS[engine]() }).callback()
  return app.use(bufferedRender({ views })).use((ctx) => ctx.render(`page.${engine}`, locals)).callback()
}

function httpApp (engine, side) {
  if (side === 'alone') return async (req, res) => res.end(await RENDERERS[engine]())
  const renderer = bufferedRender.createRenderer({ views })
  return async (req, res) => renderer.send(req, res, await renderer.render(`page.${engine}`, locals))
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
