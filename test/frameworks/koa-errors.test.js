'use strict'

const http = require('node:http')
const ejs = require('ejs')
const bufferedRender = require('../..')
const { html } = bufferedRender
const { koaVersions } = require('../support/frameworks')
const { koaApp } = require('../support/koa-app')
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
    function withoutClient (handle) {
      return new Promise((resolve, reject) => {
        const errors = []
        const above = async (ctx, next) => {
          client.destroy()
          await new Promise((resolve) => ctx.res.once('close', resolve))
          await next()
        }
        const { app } = koaApp(Koa, above, pages(), handle)
        app.on('error', (error) => errors.push(error))
        const callback = app.callback()
        const server = http.createServer((req, res) => {
          callback(req, res).then(() => server.close(() => resolve(errors)), reject)
        })
        let client
        server.listen(0, '127.0.0.1', () => {
          client = http.get({ port: server.address().port, host: '127.0.0.1', agent: false }).on('error', () => {})
        })
      })
    }

    test.each([
      { name: 'ctx.render', handle: (ctx) => ctx.render('page', { name: 'x' }) },
      { name: 'html`…`', handle: (ctx) => { ctx.body = html`${long}` } },
      { name: 'html`…` of a promise', handle: (ctx) => { ctx.body = html`${Promise.resolve(long)}` } }
    ])('$name ends without an error', async ({ handle }) => {
      expect(await withoutClient(handle)).toEqual([])
    })

    test.each([
      { name: 'a view that throws', handle: (ctx) => ctx.render('throws'), error: /thrown/ },
      { name: 'a promise that rejects', handle: (ctx) => { ctx.body = html`${Promise.reject(new Error('no name'))}` }, error: /^no name$/ }
    ])('$name is still reported', async ({ handle, error }) => {
      const errors = await withoutClient(handle)
      expect(errors.map(({ message }) => message)).toEqual([expect.stringMatching(error)])
    })
  })
})
