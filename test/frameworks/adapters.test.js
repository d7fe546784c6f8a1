'use strict'

const bufferedRender = require('../..')
const { exchange } = require('../support/exchange')
const { errorsOf } = require('../support/express-errors')
const { everyExpress, everyKoa } = require('../support/frameworks')
const { koaApp } = require('../support/koa-app')

const MADE_BY = { 'bufferedRender()': bufferedRender, 'bufferedRender.express()': bufferedRender.express, 'bufferedRender.koa()': bufferedRender.koa }

/** What an app with a middleware answers, and its errors. */
const APPS = [
  ...everyExpress.map(({ version, express }) => ({
    framework: `Express ${version}`,
    async answerOf (middleware) {
      const app = express().use(middleware)
      const errors = errorsOf(app)
      return { status: (await exchange(app)).status, errors }
    },
    other: bufferedRender.koa,
    message: 'bufferedRender.koa() expects a context of Koa. In Express, use bufferedRender() or bufferedRender.express(); for node:http, createRenderer()'
  })),
  ...everyKoa.map(({ version, Koa }) => ({
    framework: `Koa ${version}`,
    async answerOf (middleware) {
      const { ask, errors } = koaApp(Koa, middleware)
      return { status: (await ask()).status, errors }
    },
    other: bufferedRender.express,
    message: 'bufferedRender.express() expects a request of Express. In Koa, use bufferedRender() or bufferedRender.koa()'
  }))
]

test.each(Object.keys(MADE_BY))('the middleware of %s has a name, which traces show', (by) => {
  expect(MADE_BY[by]().name).toBe('bufferedRender')
})

test.each(APPS)('the middleware for the other framework in $framework is an error that says what to use', async ({ answerOf, other, message }) => {
  expect(await answerOf(other())).toEqual({ status: 500, errors: [new TypeError(message)] })
})

describe.each(Object.keys(MADE_BY))('app.use() of %s without the call is an error that says what to write,', (by) => {
  test.each(APPS)('in $framework', async ({ answerOf }) => {
    const error = new TypeError(`${by.replace('()', '')} is not middleware, but creates it. Write app.use(${by})`)
    expect(await answerOf(MADE_BY[by])).toEqual({ status: 500, errors: [error] })
  })
})

test.each(Object.keys(MADE_BY))('%s as a listener of node:http is an error that says what to use', (by) => {
  expect(() => MADE_BY[by]()({}, {})).toThrow(/createRenderer\(\)$/)
})
