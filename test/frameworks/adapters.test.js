'use strict'

const bufferedRender = require('../..')
const { exchange } = require('../support/exchange')
const { everyExpress, everyKoa } = require('../support/frameworks')
const { koaApp } = require('../support/koa-app')

const MADE_BY = { 'bufferedRender()': bufferedRender, 'bufferedRender.express()': bufferedRender.express, 'bufferedRender.koa()': bufferedRender.koa }

test.each(Object.keys(MADE_BY))('the middleware of %s has a name, which traces show', (by) => {
  expect(MADE_BY[by]().name).toBe('bufferedRender')
})

test.each(everyExpress)('bufferedRender.koa() in Express $version is an error that says what to use', async ({ express }) => {
  const errors = []
  const app = express().use(bufferedRender.koa())
  app.use((error, req, res, next) => {
    errors.push(error)
    res.status(500).end()
  })
  expect((await exchange(app)).status).toBe(500)
  expect(errors).toEqual([new TypeError('bufferedRender.koa() expects a context of Koa. In Express, use bufferedRender() or bufferedRender.express(); for node:http, createRenderer()')])
})

test.each(everyKoa)('bufferedRender.express() in Koa $version is an error that says what to use', async ({ Koa }) => {
  const { ask, errors } = koaApp(Koa, bufferedRender.express())
  expect((await ask()).status).toBe(500)
  expect(errors).toEqual([new TypeError('bufferedRender.express() expects a request of Express. In Koa, use bufferedRender() or bufferedRender.koa()')])
})

describe.each(Object.keys(MADE_BY))('app.use() of %s without the call is an error that says what to write,', (by) => {
  const expected = [new TypeError(`${by.replace('()', '')} is not middleware, but creates it. Write app.use(${by})`)]

  test.each(everyExpress)('in Express $version', async ({ express }) => {
    const errors = []
    const app = express().use(MADE_BY[by])
    app.use((error, req, res, next) => {
      errors.push(error)
      res.status(500).end()
    })
    expect((await exchange(app)).status).toBe(500)
    expect(errors).toEqual(expected)
  })

  test.each(everyKoa)('in Koa $version', async ({ Koa }) => {
    const { ask, errors } = koaApp(Koa, MADE_BY[by])
    expect((await ask()).status).toBe(500)
    expect(errors).toEqual(expected)
  })
})

test.each(Object.keys(MADE_BY))('%s as a listener of node:http is an error that says what to use', (by) => {
  expect(() => MADE_BY[by]()({}, {})).toThrow(/createRenderer\(\)$/)
})
