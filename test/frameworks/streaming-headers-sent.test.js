'use strict'

const { PassThrough } = require('node:stream')
const { setImmediate: turn } = require('node:timers/promises')
const bufferedRender = require('../..')
const { CountedValues } = require('../support/counted-values')
const { exchange } = require('../support/exchange')
const { expressVersions, koaVersions } = require('../support/frameworks')
const { gate } = require('../support/gate')
const { koaApp } = require('../support/koa-app')
const { platforms } = require('../support/platforms')
const { clientOf } = require('../support/raw-client')
const { until } = require('../support/until')
const { viewFolder } = require('../support/view-folder')

const { html } = bufferedRender

const folder = viewFolder({ 'page.ejs': '<p><%= name %></p>', file: 'a file' })

const never = () => new Promise(() => {})
const LATE = 'ERR_HTTP_HEADERS_SENT'

const codesOf = (errors) => errors.map(({ code }) => code)

test.each(platforms.filter(({ platform }) => !platform.startsWith('Koa')))('$platform: a streamed page after the headers is an error immediately, even if it is pending', async ({ serve }) => {
  const { listener, errors } = serve({}, ({ res, stream }) => {
    res.flushHeaders()
    return stream(html`${never()}`).catch((error) => {
      errors.push(error)
      res.end('failed')
    })
  })
  expect((await exchange(listener)).body.toString()).toBe('failed')
  expect(codesOf(errors)).toEqual([LATE])
})

test.each(koaVersions)('in Koa $version, a page that is streamed after the headers is an error, and is released', async ({ Koa }) => {
  const errors = []
  const stream = new PassThrough()
  const values = new CountedValues([never()])
  const { ask } = koaApp(Koa, bufferedRender(), async (ctx) => {
    ctx.res.flushHeaders()
    await ctx.renderStream(html`<p>${stream}${values}`).catch((error) => errors.push(error))
    ctx.respond = false
    ctx.res.end('mine')
  })
  expect((await ask()).body.toString()).toBe('mine')
  expect(codesOf(errors)).toEqual([LATE])
  expect(stream.destroyed).toBe(true)
  expect(values.returned).toBe(1)
})

describe.each(expressVersions)('in Express $version', ({ express }) => {
  /** Serves with Express's own error handler, which cuts the connection if the response has started. */
  function appOf (handle) {
    const errors = []
    const app = express().set('views', folder.file('.')).set('view engine', 'ejs').set('env', 'test')
    app.use(bufferedRender()).get('/', handle)
    app.use((error, req, res, next) => {
      errors.push(error)
      next(error)
    })
    return { app, errors }
  }

  describe('a page is sent completely', () => {
    const seconds = [
      { second: 'a page that is streamed', name: 'A page was streamed', render: (res) => res.renderStream(html`<p>second</p>`) },
      { second: 'a streamed view', name: 'A page was streamed', render: (res) => res.renderStream('page', { name: 'second' }) },
      { second: 'a view', name: 'View "page" was rendered', render: (res) => res.render('page', { name: 'second' }) }
    ]
    const firsts = [
      { first: 'is streamed', begin: (res, promise) => { res.renderStream(html`<p>${promise}</p>`) } },
      { first: 'is piped', begin: (res, promise) => { const stream = new PassThrough(); stream.pipe(res); stream.write('<p>'); promise.then((text) => stream.end(`${text}</p>`)) } }
    ]

    describe.each(firsts)('if it $first', ({ begin }) => {
      test.each(seconds)('and $second that follows is an error', async ({ name, render }) => {
        const { promise, open } = gate()
        const { app, errors } = appOf(async (req, res) => {
          begin(res, promise)
          await until(() => res.headersSent)
          render(res)
        })
        const client = await clientOf(app)
        await client.receive(1)
        for (let i = 0; i < 20; i++) await turn()
        expect(errors).toEqual([])
        open('first')
        await client.finish()
        expect(client.body.toString()).toBe('<p>first</p>')
        await until(() => errors.length > 0)
        expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining(name) })])
      })
    })

    test('if a second one fails before its first byte', async () => {
      const [first, second] = [gate(), gate()]
      const error = new Error('no value')
      const { app, errors } = appOf((req, res) => {
        res.renderStream(html`${second.promise}`)
        res.renderStream(html`<p>${first.promise}</p>`)
      })
      const client = await clientOf(app)
      await client.receive(1)
      second.fail(error)
      for (let i = 0; i < 20; i++) await turn()
      expect(errors).toEqual([])
      first.open('first')
      await client.finish()
      expect(client.body.toString()).toBe('<p>first</p>')
      await until(() => errors.length > 0)
      expect(errors).toEqual([error])
    })

    test.each([
      { act: 'ends', late: (res) => res.end() },
      { act: 'ends with text', late: (res) => res.end('late') },
      { act: 'writes and ends', late: (res) => { res.write('late'); res.end() } }
    ])('although the app $act the response meanwhile', async ({ late }) => {
      const value = gate()
      let response
      const { app, errors } = appOf((req, res) => {
        response = res
        res.renderStream(html`<p>${value.promise}</p>`)
      })
      const client = await clientOf(app)
      await client.receive(1)
      late(response)
      for (let i = 0; i < 20; i++) await turn()
      value.open('whole')
      await client.finish()
      expect([client.isWhole, client.body.toString()]).toEqual([true, '<p>whole</p>'])
      expect(errors).toEqual([])
    })

    test.each([
      { first: 'res.send', send: (res) => res.send('<p>first</p>') },
      { first: 'res.send(html`…`)', send: (res) => res.send(html`<p>first</p>`) },
      { first: 'res.render', send: (res) => res.render('page', { name: 'first' }) },
      { first: 'renderStream', send: (res) => res.renderStream(html`<p>first</p>`) },
      { first: 'res.end of a large page', send: (res) => res.end(`<p>first</p>${' '.repeat(2 ** 22)}`) }
    ])('if another page is streamed after $first', async ({ send }) => {
      const { app, errors } = appOf((req, res) => {
        send(res)
        res.renderStream(html`<p>second</p>`)
      })
      expect((await exchange(app)).body.toString().trim()).toBe('<p>first</p>')
      await until(() => errors.length > 0)
      expect(codesOf(errors)).toEqual([LATE])
    })
  })
})
