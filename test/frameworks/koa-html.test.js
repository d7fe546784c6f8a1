'use strict'

const { Readable } = require('node:stream')
const bufferedRender = require('../..')
const { html } = bufferedRender
const { koaVersions } = require('../support/frameworks')
const { afterNext, koaApp } = require('../support/koa-app')
const { literal } = require('../support/literal')

const long = 'static text, '.repeat(100)
const name = 'Zoë & 世界'
const text = `<p>Zoë &amp; 世界</p>${long}`
const strings = ['<p>', `</p>${long}`]

const delayed = (value) => new Promise((resolve) => { setImmediate(resolve, value) })
const fail = () => Promise.reject(new Error('no name'))

const forms = [
  { form: 'a page', make: () => html(literal(strings), name) },
  { form: 'a page of a late promise', make: () => html(literal(strings), delayed(name)) },
  { form: 'a page of a promise of a page', make: () => html(literal(strings), delayed(html`${delayed(name)}`)) }
]

/** What the app does to a body that it has set. */
const replacements = [
  { name: 'text', replace: (ctx) => { ctx.body = 'text' } },
  { name: 'an empty text', replace: (ctx) => { ctx.body = '' } },
  { name: 'null', replace: (ctx) => { ctx.body = null } },
  { name: 'undefined', replace: (ctx) => { ctx.body = undefined } },
  { name: 'a Buffer', replace: (ctx) => { ctx.body = Buffer.from('bytes') } },
  { name: 'a stream', replace: (ctx) => { ctx.body = Readable.from(['a ', 'stream']) } },
  { name: 'JSON', replace: (ctx) => { ctx.body = { a: 1 } } },
  { name: 'a redirect', replace: (ctx) => ctx.redirect('/é') },
  { name: 'status 204', replace: (ctx) => { ctx.status = 204 } },
  { name: 'status 205', replace: (ctx) => { ctx.status = 205 } },
  { name: 'status 304', replace: (ctx) => { ctx.status = 304 } }
]

describe.each(koaVersions)('ctx.body = html`…` in Koa $version', ({ Koa }) => {
  // Without what Koa alone does not do: most tests compare with that.
  const ours = (...middleware) => koaApp(Koa, bufferedRender({ etag: false, compress: false }), ...middleware)

  describe.each(forms)('$form', ({ make }) => {
    const alone = (...middleware) => koaApp(Koa, ...middleware)

    test('is sent with type, length and validator', async () => {
      const { status, headers, body } = await koaApp(Koa, bufferedRender(), (ctx) => { ctx.body = make() }).ask()
      expect(body.toString()).toBe(text)
      expect(status).toBe(200)
      expect(headers).toEqual({
        'content-type': 'text/html; charset=utf-8',
        'content-length': String(Buffer.byteLength(text)),
        etag: expect.stringMatching(/^W\/"[^"]+"$/),
        vary: 'Accept-Encoding'
      })
    })

    test.each([
      { name: 'before', handle: (ctx) => { ctx.type = 'text'; ctx.body = make() } },
      { name: 'after', handle: (ctx) => { ctx.body = make(); ctx.type = 'text' } }
    ])('keeps a type that is set $name', async ({ handle }) => {
      expect((await ours(handle).ask()).headers['content-type']).toBe('text/plain; charset=utf-8')
    })

    test.each(replacements)('is replaced by $name', async ({ replace }) => {
      const expected = await alone((ctx) => { ctx.body = text; return replace(ctx) }).ask()
      const actual = await ours((ctx) => { ctx.body = make(); return replace(ctx) }).ask()
      expect(actual).toEqual(expected)
    })

    test.each(replacements)('is replaced by $name, in middleware above the route', async ({ replace }) => {
      const expected = await alone(afterNext(replace), (ctx) => { ctx.body = text }).ask()
      const actual = await ours(afterNext(replace), (ctx) => { ctx.body = make() }).ask()
      expect(actual).toEqual(expected)
    })

    test.each(['text', Buffer.from('bytes'), { a: 1 }])('replaces %p', async (first) => {
      const { headers, body } = await ours((ctx) => { ctx.body = first; ctx.type = 'html'; ctx.body = make() }).ask()
      expect(body.toString()).toBe(text)
      expect(headers['content-length']).toBe(String(Buffer.byteLength(text)))
    })

    test('is sent if middleware above ours sets it after next()', async () => {
      const { headers, body } = await koaApp(Koa, afterNext((ctx) => { ctx.body = make() }), bufferedRender(), () => {}).ask()
      expect(body.toString()).toBe(text)
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
    })

    test('is not sent if ctx.respond is false and the app answers later', async () => {
      const { headers, body } = await koaApp(Koa, bufferedRender(), (ctx) => {
        ctx.body = make()
        ctx.respond = false
        ctx.res.removeHeader('Content-Length')
        delayed().then(delayed).then(() => ctx.res.end('mine'))
      }).ask()
      expect(body.toString()).toBe('mine')
      expect(headers).not.toHaveProperty('etag')
    })

    test('is not sent if the app has already answered', async () => {
      const { ask, errors } = koaApp(Koa, bufferedRender(), (ctx) => {
        ctx.body = make()
        ctx.res.removeHeader('Content-Length')
        ctx.res.end('mine')
      })
      const { headers, body } = await ask()
      expect(body.toString()).toBe('mine')
      expect(headers).not.toHaveProperty('etag')
      expect(errors).toEqual([])
    })

    test('is sent after flushed headers', async () => {
      const { headers, body } = await ours((ctx) => {
        ctx.status = 201
        ctx.flushHeaders()
        ctx.body = make()
      }).ask()
      expect(body.toString()).toBe(text)
      expect(headers).not.toHaveProperty('content-length')
    })
  })

  test('is read as a string, which can be changed', async () => {
    const { headers, body } = await ours((ctx) => {
      ctx.body = html`<p>${name}</p>`
      ctx.body += `<!-- ${ctx.length} bytes, ${ctx.body.length} characters -->`
    }).ask()
    expect(body.toString()).toBe('<p>Zoë &amp; 世界</p><!-- 24 bytes, 19 characters -->')
    expect(headers['content-length']).toBe(String(body.length))
  })

  test('with promises is read as a stream of its bytes', async () => {
    let length
    const { headers, body } = await ours(async (ctx) => {
      ctx.body = html(literal(strings), delayed(name))
      length = ctx.length
      ctx.body = Buffer.concat(await ctx.body.toArray()).toString().toUpperCase()
    }).ask()
    expect(length).toBeUndefined()
    expect(body.toString()).toBe(text.toUpperCase())
    expect(headers['content-length']).toBe(String(body.length))
  })

  test('does not change values that are not pages', async () => {
    const bodies = ['text', '<p>', Buffer.from('bytes'), { a: 1 }, [], null, undefined, Readable.from(['a ', 'stream'])]
    const used = bodies.map((body) => body instanceof Readable ? () => Readable.from(['a ', 'stream']) : () => body)
    for (const make of used) {
      const handle = (ctx) => { ctx.body = make() }
      expect(await ours(handle).ask()).toEqual(await koaApp(Koa, handle).ask())
    }
  })

  describe('with a promise that rejects', () => {
    const plainError = { status: 500, headers: { 'content-type': 'text/plain; charset=utf-8', 'content-length': '21' }, body: Buffer.from('Internal Server Error') }

    test.each([
      { name: 'is an error of the request', handle: (ctx) => { ctx.body = html`<p>${fail()}</p>` } },
      { name: 'is an error of the request if the promise is in an array', handle: (ctx) => { ctx.body = html`<p>${[1, fail()]}</p>` } },
      { name: 'is an error of the request if the promise is in a nested page', handle: (ctx) => { ctx.body = html`<p>${html`${delayed(html`${fail()}`)}`}</p>` } },
      { name: 'is an error of the request while the handler is still busy', handle: async (ctx) => { ctx.body = html`<p>${fail()}</p>`; await delayed() } }
    ])('$name', async ({ handle }) => {
      const app = ours(handle)
      expect(await app.ask()).toEqual(plainError)
      expect(app.errors.map(({ message }) => message)).toEqual(['no name'])
    })

    test('is no error if the page was replaced', async () => {
      const app = ours(async (ctx) => {
        ctx.body = html`<p>${delayed().then(fail)}</p>`
        ctx.body = 'text'
        await delayed().then(delayed)
      })
      expect((await app.ask()).body.toString()).toBe('text')
      expect(app.errors).toEqual([])
    })
  })
})
