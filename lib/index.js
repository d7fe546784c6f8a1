'use strict'

const { Compiler } = require('./compiler')
const { html } = require('./html')
const { loadAhead } = require('./load-ahead')
const { WITHOUT_EXPRESS, checkOptions } = require('./options')
const { Renderer } = require('./renderer')
const { Rendered } = require('./page/rendered')

// Most parts load at their first use, by a `require` of a constant name, which bundlers find. To load all of them at the start
// takes 0.6 times as long as Express, the rest 0.2 times (`npm run bench:cold`).

const express = () => require('./frameworks/express')
const koa = () => require('./frameworks/koa')

/**
 * Creates middleware for Express and Koa, see `types/index.d.ts`.
 *
 * @throws {TypeError} for an unknown option or a bad value, and if it is used as middleware itself
 */
function bufferedRender (options, ...more) {
  expectCall('bufferedRender', more)
  const values = checkOptions(options)
  const renderer = create(values)
  const inExpress = lazily(express, renderer, values)
  const inKoa = lazily(koa, renderer, values)
  // Koa passes (ctx, next), Express (req, res, next). Traces show the name.
  return Object.assign(function bufferedRender (...args) {
    const middleware = args.length === 2 ? inKoa() : inExpress()
    return middleware(...args)
  }, { renderer })
}

/** @returns {Function} creates middleware for one framework, with its `.renderer` */
function creatorFor (name, framework) {
  return function (options, ...more) {
    expectCall(`bufferedRender.${name}`, more)
    const values = checkOptions(options)
    const renderer = create(values)
    const middleware = lazily(framework, renderer, values)
    return Object.assign(function bufferedRender (...args) {
      return middleware()(...args)
    }, { renderer })
  }
}

/** @returns {() => Function} gives the middleware for a framework, whose code loads at the first request */
function lazily (framework, renderer, values) {
  let middleware
  return () => {
    middleware ??= framework().createMiddleware(renderer, values)
    return middleware
  }
}

/** @throws {TypeError} if there are more arguments than the options, as in `app.use(bufferedRender)` */
function expectCall (name, more) {
  if (more.length > 0) throw new TypeError(`${name} is not middleware, but creates it. Write app.use(${name}())`)
}

/** Creates a renderer for responses of node:http, with the options of `bufferedRender`. */
function createRenderer (options) {
  return create(checkOptions(options))
}

/** @param {object} values of all options */
function create (values) {
  const compiler = new Compiler(values)
  const appViews = values.app && new (require('./frameworks/express-views').ExpressViews)(values.app, compiler)
  const renderer = new Renderer(values, compiler, appViews)
  // Jest refuses to load modules after its tests.
  if (WITHOUT_EXPRESS.isCached() && process.env.JEST_WORKER_ID === undefined) loadAhead()
  return renderer
}

/** Makes fragments of something other than templates, see `types/index.d.ts`. */
const fragment = {
  file: (file, options) => require('./fragments/file').fileFragment(file, options)
}

/** Creates a fragment store on a Redis client, see `types/index.d.ts`. */
function redisStore (client, options) {
  return require('./fragments/redis-store').redisStore(client, options)
}

/** Returns classes for a server of an Express app, see `types/index.d.ts`. */
function serverClasses (app) {
  return require('./frameworks/server-classes').serverClasses(app)
}

// Separate assignments let Node detect the export names for ESM. They are no getters, which Node would read for ESM.
module.exports = bufferedRender
module.exports.express = creatorFor('express', express)
module.exports.koa = creatorFor('koa', koa)
module.exports.createRenderer = createRenderer
module.exports.fragment = fragment
module.exports.html = html
module.exports.redisStore = redisStore
module.exports.Rendered = Rendered
module.exports.serverClasses = serverClasses
