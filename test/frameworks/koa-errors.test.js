'use strict'

const { once } = require('node:events')
const { setImmediate: turn } = require('node:timers/promises')
const ejs = require('ejs')
const bufferedRender = require('../..')
const { html } = bufferedRender
const { everyKoa, koaVersions } = require('../support/frameworks')
const { gate } = require('../support/gate')
const { koaApp } = require('../support/koa-app')
const { clientOf } = require('../support/raw-client')
const { until } = require('../support/until')
const { viewFolder } = require('../support/view-folder')

const long = 'static text, '.repeat(100)
const folder = viewFolder({
  'page.ejs': `${long}<%= name %>`,
  'throws.ejs': `${long}\n<% throw new TypeError('thrown') %>`,
  'broken.ejs': `${long}\n<% if ( %>`,
  'rejects.ejs': `${long}\n<%= await Promise.reject(new TypeError('rejected')) %>`
})

const getter = { get name () { throw new RangeError('in a getter') } }
const unreadable = { ...ejs, fileLoader (file) { throw new Error(`EACCES: permission denied, open '${file}'`) } }

const cases = [
  { name: 'a template that throws', view: 'throws', error: /throws\.ejs.*:2\n[^]*thrown/ },
  { name: 'a syntax error', view: 'broken', error: /while compiling ejs|broken\.ejs/ },
  { name: 'a getter of the locals that throws', view: 'page', locals: getter, error: /^in a getter$/ },
  { name: 'a getter of the state that throws', view: 'page', state: getter, error: /^in a getter$/ },
  { name: 'a value whose toString throws', view: 'page', locals: { name: { toString () { throw new Error('in toString') } } }, error: /in toString/ },
  { name: 'a file that cannot be read', view: 'page', options: { engines: { ejs: unreadable } }, error: /EACCES: permission denied, open '.*page\.ejs'/ },
  { name: 'an async template that rejects', view: 'rejects', options: { engineOptions: { async: true } }, error: /rejects\.ejs.*:2\n[^]*rejected/ },
  { name: 'an etag function that throws', view: 'page', locals: { name: 'x' }, options: { etag () { throw new Error('no tag') } }, error: /^no tag$/ }
]

describe.each(koaVersions)('Koa $version', ({ Koa }) => {
  const pages = (options) => bufferedRender({ views: folder.file('.'), extension: 'ejs', ...options })

  describe.each(cases)('$name', ({ view, locals, state, options, error }) => {
    const route = async (ctx) => {
      ctx.set('X-Own', 'of the route')
      ctx.status = 201
      if (state) ctx.state = state
      await ctx.render(view, locals)
    }

    test('is an error of the request, with nothing of the page', async () => {
      const { ask, errors } = koaApp(Koa, pages(options), route)
      const { status, headers, body } = await ask()
      expect({ status, headers, body: body.toString() }).toEqual({
        status: 500,
        headers: { 'content-type': 'text/plain; charset=utf-8', 'content-length': '21' },
        body: 'Internal Server Error'
      })
      expect(errors).toEqual([expect.objectContaining({ message: expect.stringMatching(error) })])
    })

    test('can be answered by middleware above', async () => {
      const above = async (ctx, next) => {
        try {
          await next()
        } catch (error) {
          ctx.status = 503
          ctx.body = error.message
        }
      }
      const { status, body } = await koaApp(Koa, above, pages(options), route).ask()
      expect(status).toBe(503)
      expect(body.toString()).toMatch(error)
    })
  })

  describe('after the client has disconnected', () => {
    /** Runs a handler once the client has closed its connection; gives the errors that Koa reports. */
    async function withoutClient (handle) {
      const { promise, open, fail } = gate()
      const above = async (ctx, next) => {
        client.close()
        await once(ctx.res, 'close')
        await next()
      }
      const { app, errors } = koaApp(Koa, above, pages(), handle)
      const respond = app.callback()
      const client = await clientOf((req, res) => respond(req, res).then(open, fail))
      await promise
      return errors.map(({ message }) => message)
    }

    test.each([
      { name: 'ctx.render', handle: (ctx) => ctx.render('page', { name: 'x' }) },
      { name: 'html`…`', handle: (ctx) => { ctx.body = html`${long}` } },
      { name: 'html`…` of a promise', handle: (ctx) => { ctx.body = html`${Promise.resolve(long)}` } },
      { name: 'a view that throws', handle: (ctx) => ctx.render('throws'), error: /thrown/ },
      { name: 'a promise that rejects', handle: (ctx) => { ctx.body = html`${Promise.reject(new Error('no name'))}` }, error: /^no name$/ }
    ])('$name reports its own error and no other', async ({ handle, error }) => {
      expect(await withoutClient(handle)).toEqual(error ? [expect.stringMatching(error)] : [])
    })
  })
})

describe.each(everyKoa)('Koa $version: a value that is no Error and fails a page', ({ Koa }) => {
  test.each(['text', 42, { code: 'E' }, Symbol('reason'), null, undefined, false])('after the first byte cuts the connection: %p', async (reason) => {
    jest.spyOn(console, 'error').mockImplementation()
    // The app keeps Koa's own listener, which throws for values that are no Errors.
    const app = new Koa().use(bufferedRender()).use((ctx) => ctx.renderStream(html`<p>${turn().then(turn).then(() => Promise.reject(reason))}</p>`))
    const errors = []
    const listener = app.callback()
    app.on('error', (error) => errors.push(error))
    const client = await clientOf(listener)
    await client.end()
    expect([client.isWhole, client.body.toString()]).toEqual([false, '<p>'])
    await until(() => errors.length > 0)
    for (const error of errors.filter(({ code }) => code !== 'ERR_STREAM_PREMATURE_CLOSE')) expect(error).toBeInstanceOf(Error)
  })
})
