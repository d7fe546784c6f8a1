'use strict'

const bufferedRender = require('../..')
const { everyFramework } = require('../support/platforms')

const MADE_BY = { 'bufferedRender()': bufferedRender, 'bufferedRender.express()': bufferedRender.express, 'bufferedRender.koa()': bufferedRender.koa }

/** Expects that an app answers with 500 because of an error. */
async function expectError ({ ask, errors }, message) {
  expect((await ask()).status).toBe(500)
  expect(errors).toEqual([new TypeError(message)])
}

test.each(Object.keys(MADE_BY))('the middleware of %s has a name, which traces show', (by) => {
  expect(MADE_BY[by]().name).toBe('bufferedRender')
})

test.each(everyFramework)('the middleware for the other framework in $framework is an error that says what to use', async ({ appOf, isKoa }) => {
  await expectError(appOf(isKoa ? bufferedRender.express() : bufferedRender.koa()), isKoa
    ? 'bufferedRender.express() expects a request of Express. In Koa, use bufferedRender() or bufferedRender.koa()'
    : 'bufferedRender.koa() expects a context of Koa. In Express, use bufferedRender() or bufferedRender.express(); for node:http, createRenderer()')
})

describe.each(Object.keys(MADE_BY))('app.use() of %s without the call is an error that says what to write,', (by) => {
  test.each(everyFramework)('in $framework', ({ appOf }) => (
    expectError(appOf(MADE_BY[by]), `${by.replace('()', '')} is not middleware, but creates it. Write app.use(${by})`)
  ))
})

test.each(Object.keys(MADE_BY))('%s as a listener of node:http is an error that says what to use', (by) => {
  expect(() => MADE_BY[by]()({}, {})).toThrow(/createRenderer\(\)$/)
})
