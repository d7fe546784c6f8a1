'use strict'

const http = require('node:http')
const bufferedRender = require('../../lib')
const { messageOf } = require('../input-file')
const { loadPackage } = require('./framework')
const { engineAloneOf, isOfExpress } = require('./subject')

/**
 * @typedef {import('./ways').Server & { isOurs: boolean }} Side an app that answers with the view, with this library or
 *   without it
 */

/**
 * Returns the listener of an app, by framework.
 *
 * @type {Record<string, (subject: import('./subject').Subject, side: Side) => http.RequestListener>}
 */
const APPS = {
  express (subject, { isOurs, isCompressed, extraOptions }) {
    const { view: { name }, views, extension, framework, locals, options } = subject
    const app = loadPackage(framework.package)()
    if (subject.app) copySettings(subject.app, app)
    app.set('views', views).set('view engine', extension.slice(1))
    if (options.etag !== undefined) app.set('etag', options.etag)
    if (isCompressed) app.use(loadPackage(framework.compression)())
    if (isOurs) app.use(bufferedRender.express({ ...options, ...extraOptions }))
    else if (!isOfExpress(subject)) app.engine(extension, expressFunction(engineAloneOf(subject)))

    app.get('/', (req, res) => res.render(name, { ...locals }))
    // Express recognises error handlers by their four parameters.
    app.use((error, req, res, next) => sendError(res, error))
    return app
  },

  koa (subject, { isOurs, isCompressed, extraOptions }) {
    const { view: { name, renderer }, extension, framework, locals, options } = subject
    const Koa = loadPackage(framework.package)
    const app = new Koa()
    app.use((ctx, next) => next().catch((error) => {
      ctx.respond = false
      sendError(ctx.res, error)
    }))
    const middleware = [...isCompressed ? [framework.compression] : [], ...framework.validators]
    for (const each of middleware) app.use(loadPackage(each)())
    if (isOurs) {
      app.use(bufferedRender.koa({ extension, ...options, views: renderer.folderViews.files.roots, ...extraOptions }))
      app.use((ctx) => ctx.render(name, { ...locals }))
    } else {
      const render = engineAloneOf(subject)
      app.use(async (ctx) => {
        ctx.body = String(await render({ ...locals }) ?? '')
        ctx.type = 'html'
      })
    }
    return app.callback()
  },

  http (subject, { isOurs, extraOptions }) {
    const { view: { name, renderer: { folderViews: { files } } }, extension, locals, options } = subject
    const answer = isOurs
      ? answerByRenderer(name, { extension, ...options, views: files.roots, ...extraOptions })
      : answerByEngine(engineAloneOf(subject))
    return (req, res) => answer(req, res, { ...locals }).catch((error) => sendError(res, error))
  }
}

/** Gives an app the settings, engines and locals of another one, with those of the apps that one is mounted in. */
function copySettings ({ settings, engines, locals: { settings: _, ...locals } }, app) {
  for (const name in settings) app.settings[name] = settings[name]
  for (const extension in engines) app.engines[extension] = engines[extension]
  Object.assign(app.locals, locals)
}

function answerByRenderer (name, options) {
  const renderer = bufferedRender.createRenderer(options)
  return async (req, res, locals) => renderer.send(req, res, await renderer.render(name, locals))
}

function answerByEngine (render) {
  return async (req, res, locals) => {
    const page = Buffer.from(String(await render(locals) ?? ''))
    res.setHeader('Content-Type', 'text/html; charset=utf-8')
    res.setHeader('Content-Length', page.length)
    res.end(page)
  }
}

/**
 * @param {(locals: object) => string | Promise<string>} render
 * @returns {Function} the function that Express calls for a view
 */
function expressFunction (render) {
  return (file, locals, callback) => {
    let page
    try {
      page = render(locals)
    } catch (error) {
      return callback(error)
    }
    if (page instanceof Promise) page.then((page) => callback(null, page), callback)
    else callback(null, page)
  }
}

/** Answers with the name and the message of an error. */
function sendError (res, error) {
  res.statusCode = 500
  res.end(JSON.stringify({ name: error?.name ?? typeof error, message: messageOf(error) }))
}

/** @returns {Promise<number>} the port where the app listens */
function serve (subject, side) {
  // A side may wait for the turn of the other one for long.
  const server = http.createServer({ keepAliveTimeout: 0 }, APPS[subject.framework.name](subject, side))
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', () => resolve(server.address().port))
  })
}

module.exports = { serve }
