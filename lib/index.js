'use strict'

const express = require('./frameworks/express')
const koa = require('./frameworks/koa')
const { fragment } = require('./fragments/file')
const { html } = require('./html')
const { Renderer } = require('./renderer')
const { Rendered } = require('./page/rendered')

/**
 * Makes middleware for Express or Koa, whichever calls it.
 *
 * @param {object} [options] see the README or `types/index.d.ts`
 * @returns {Function} with its `.renderer`
 * @throws {TypeError} for an unknown option or a bad value
 */
function bufferedRender (options) {
  const renderer = new Renderer(options)
  const inExpress = express.createMiddleware(renderer)
  const inKoa = koa.createMiddleware(renderer)
  // Koa calls with (ctx, next), Express with (req, res, next).
  const middleware = (...args) => args.length === 2 ? inKoa(...args) : inExpress(...args)
  return Object.assign(middleware, { renderer })
}

/**
 * @param {object} [options] as `bufferedRender` takes
 * @returns {Function} middleware for Express 4 or 5, with its `.renderer`
 */
function forExpress (options) {
  const renderer = new Renderer(options)
  return Object.assign(express.createMiddleware(renderer), { renderer })
}

/**
 * @param {object} [options] as `bufferedRender` takes
 * @returns {Function} middleware for Koa 2 or 3, with its `.renderer`
 */
function forKoa (options) {
  const renderer = new Renderer(options)
  return Object.assign(koa.createMiddleware(renderer), { renderer })
}

/**
 * @param {object} [options] as `bufferedRender` takes
 * @returns {Renderer} for anything that has a response of node:http
 */
function createRenderer (options) {
  return new Renderer(options)
}

// One by one, so that Node finds the names for ESM.
module.exports = bufferedRender
module.exports.express = forExpress
module.exports.koa = forKoa
module.exports.createRenderer = createRenderer
module.exports.fragment = fragment
module.exports.html = html
module.exports.Rendered = Rendered
