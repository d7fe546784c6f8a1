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
 * Creates middleware for Express and Koa, see `types/index.d.ts`.
 *
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

/** @returns {Function} creates middleware for one framework, with its `.renderer` */
function creatorFor (name, { createMiddleware }) {
  return function (options, ...more) {
    expectCall(`bufferedRender.${name}`, more)
    const renderer = new Renderer(options)
    return Object.assign(createMiddleware(renderer), { renderer })
  }
}

/** @throws {TypeError} if there are more arguments than the options, as in `app.use(bufferedRender)` */
function expectCall (name, more) {
  if (more.length > 0) throw new TypeError(`${name} is not middleware, but creates it. Write app.use(${name}())`)
}

/** Creates a renderer for responses of node:http, with the options of `bufferedRender`. */
function createRenderer (options) {
  return new Renderer(options)
}

// Separate assignments let Node detect the export names for ESM.
module.exports = bufferedRender
module.exports.express = creatorFor('express', express)
module.exports.koa = creatorFor('koa', koa)
module.exports.createRenderer = createRenderer
module.exports.fragment = fragment
module.exports.html = html
module.exports.redisStore = redisStore
module.exports.Rendered = Rendered
module.exports.serverClasses = serverClasses
