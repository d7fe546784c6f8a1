'use strict'

const { exchange } = require('./exchange')

/**
 * Adds an error handler to an Express app, behind all that it uses, which answers 'failed'.
 *
 * @param {object} app
 * @returns {unknown[]} the errors that have reached it
 */
function errorsOf (app) {
  const errors = []
  app.use((error, req, res, next) => {
    errors.push(error)
    res.status(500).end('failed')
  })
  return errors
}

/**
 * Makes an Express app of some middleware, as `koaApp` makes one of Koa.
 *
 * @returns {{ app: object, errors: unknown[], ask: (request?: object) => Promise<object> }} `errors` as those of `errorsOf`
 */
function expressApp (express, ...middleware) {
  const app = express().set('env', 'test').use(...middleware)
  return { app, errors: errorsOf(app), ask: (request) => exchange(app, request) }
}

module.exports = { errorsOf, expressApp }
