'use strict'

const express = require('./frameworks/express')
const koa = require('./frameworks/koa')
const { serverClasses } = require('./frameworks/server-classes')
const { fragment } = require('./fragments/file')
const { redisStore } = require('./fragments/redis-store')
const { html } = require('./html')
const { Renderer } = require('./renderer')
const { Rendered } = require('./page/rendered')

/**
 * Creates middleware for Express and Koa.
 *
 * @param {object} [options] see `docs/api.md` or `types/index.d.ts`
 * @returns {Function} the middleware, with its `.renderer`
 * @throws {TypeError} for an unknown option or a bad value, and if it is used as middleware itself
 */
function bufferedRender (options, ...more) {
  expectCall('bufferedRender', more)
  const renderer = new Renderer(options)
  const inExpress = express.createMiddleware(renderer)
  const inKoa = koa.createMiddleware(renderer)
  // Koa passes (ctx, next), Express (req, res, next). Traces show the name.
  return Object.assign(function bufferedRender (...args) {
    return args.length === 2 ? inKoa(...args) : inExpress(...args)
  }, { renderer })
}

/**
 * @param {object} [options] the options of `bufferedRender`
 * @returns {Function} middleware for Express 4 and 5, with its `.renderer`
 */
function forExpress (options, ...more) {
  expectCall('bufferedRender.express', more)
  const renderer = new Renderer(options)
  return Object.assign(express.createMiddleware(renderer), { renderer })
}

/**
 * @param {object} [options] the options of `bufferedRender`
 * @returns {Function} middleware for Koa 2 and 3, with its `.renderer`
 */
function forKoa (options, ...more) {
  expectCall('bufferedRender.koa', more)
  const renderer = new Renderer(options)
  return Object.assign(koa.createMiddleware(renderer), { renderer })
}

/**
 * @param {string} name
 * @param {unknown[]} more arguments than the options
 * @throws {TypeError} if there are any, as in `app.use(bufferedRender)`
 */
function expectCall (name, more) {
  if (more.length > 0) throw new TypeError(`${name} is not middleware, but creates it. Write app.use(${name}())`)
}

/**
 * @param {object} [options] the options of `bufferedRender`
 * @returns {Renderer} a renderer for responses of node:http
 */
function createRenderer (options) {
  return new Renderer(options)
}

// Separate assignments let Node detect the export names for ESM.
module.exports = bufferedRender
module.exports.express = forExpress
module.exports.koa = forKoa
module.exports.createRenderer = createRenderer
module.exports.fragment = fragment
module.exports.html = html
module.exports.redisStore = redisStore
module.exports.Rendered = Rendered
module.exports.serverClasses = serverClasses
