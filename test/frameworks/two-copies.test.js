'use strict'

const bufferedRender = require('../..')
const { version } = require('../../package.json')
const { exchange } = require('../support/exchange')
const { everyExpress, everyKoa } = require('../support/frameworks')
const { koaApp } = require('../support/koa-app')

let copy
jest.isolateModules(() => { copy = require('../..') })

const message = `A page of buffered-render ${version} was passed to buffered-render ${version}, because two copies of the package are loaded. Install one copy: npm ls buffered-render`
const pages = {
  'a page': () => copy.html`<p>${1}</p>`,
  'a page that waits': () => copy.html`<p>${Promise.resolve(1)}</p>`
}

describe.each(Object.entries(pages))('%s of another copy of the package', (_, create) => {
  test('is an error in html`…`', async () => {
    await expect((async () => bufferedRender.html`<div>${[create()]}</div>`)()).rejects.toThrow(new TypeError(message))
  })

  describe.each(everyExpress)('in Express $version', ({ express }) => {
    const ask = (...middlewares) => {
      const app = express()
      for (const middleware of middlewares) app.use(middleware)
      app.get('/', (req, res) => res.send(create()))
      app.use((error, req, res, next) => res.status(500).send(error.message))
      return exchange(app)
    }

    test('is an error of res.send', async () => {
      expect(await ask(bufferedRender())).toMatchObject({ status: 500, body: Buffer.from(message) })
    })

    test('is sent if its own middleware is there, too', async () => {
      for (const middlewares of [[bufferedRender(), copy()], [copy(), bufferedRender()]]) {
        expect(await ask(...middlewares)).toMatchObject({ status: 200, body: Buffer.from('<p>1</p>') })
      }
    })
  })

  describe.each(everyKoa)('in Koa $version', ({ Koa }) => {
    const ask = async (...middlewares) => {
      const { status, body } = await koaApp(Koa, async (ctx, next) => {
        try {
          await next()
        } catch (error) {
          ctx.status = 500
          ctx.body = error.message
        }
      }, ...middlewares, (ctx) => { ctx.body = create() }).ask({ path: '/' })
      return { status, body: body.toString() }
    }

    test('is an error of ctx.body', async () => {
      expect(await ask(bufferedRender())).toEqual({ status: 500, body: message })
    })

    test('is sent if its own middleware is there, too', async () => {
      for (const middlewares of [[bufferedRender(), copy()], [copy(), bufferedRender()]]) {
        expect(await ask(...middlewares)).toEqual({ status: 200, body: '<p>1</p>' })
      }
    })
  })
})

test('values that are no pages are sent unchanged', async () => {
  const app = everyExpress[1].express().use(bufferedRender())
  app.get('/:kind', (req, res) => res.send({ text: 'text', object: { a: 1 }, null: null }[req.params.kind]))
  for (const kind of ['text', 'object', 'null']) expect(await exchange(app, { path: `/${kind}` })).toMatchObject({ status: 200 })
})
