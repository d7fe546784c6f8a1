'use strict'

const { exchange } = require('./exchange')

/**
 * Makes a Koa app of some middleware.
 *
 * @param {Function} Koa the version of the framework
 * @param {...Function} middleware from the outermost to the innermost
 * @returns {{ app: object, errors: unknown[], ask: (request?: object) => Promise<object> }}
 *   `errors` are those that reached Koa's handler, `ask` takes what `exchange` does
 */
function koaApp (Koa, ...middleware) {
  const app = new Koa()
  const errors = []
  app.on('error', (error) => errors.push(error))
  middleware.forEach((each) => app.use(each))
  return { app, errors, ask: (request) => exchange(app.callback(), request) }
}

/**
 * @param {(ctx: object) => unknown} act
 * @returns {Function} middleware that does something once those below have answered
 */
const afterNext = (act) => async (ctx, next) => {
  await next()
  await act(ctx)
}

module.exports = { afterNext, koaApp }
