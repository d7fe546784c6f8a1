'use strict'

const { PassThrough } = require('node:stream')
const { setImmediate: turn } = require('node:timers/promises')
const zlib = require('node:zlib')
const compress = require('koa-compress')
const bufferedRender = require('../..')
const { html } = bufferedRender
const { koaVersions } = require('../support/frameworks')
const { koaApp } = require('../support/koa-app')

const TEXT = 'a page that is long enough to be compressed '.repeat(100)
const GZIP = { headers: { 'accept-encoding': 'gzip' } }
const TAG = /^W\/"/

/** What middleware above ours replaces a page by, and what the client receives. */
const CASES = [
  {
    name: 'another string',
    replace: (ctx) => { ctx.body = 'replaced' },
    expected: { status: 200, encoding: undefined, tag: undefined, body: 'replaced' }
  },
  {
    name: 'JSON',
    replace: (ctx) => { ctx.body = { replaced: true } },
    expected: { status: 200, encoding: undefined, tag: undefined, body: '{"replaced":true}' }
  },
  {
    name: 'a redirect',
    replace: (ctx) => ctx.redirect('/elsewhere'),
    expected: { status: 302, encoding: undefined, tag: undefined, body: expect.stringContaining('/elsewhere') }
  },
  {
    name: 'no content',
    replace: (ctx) => { ctx.status = 204 },
    expected: { status: 204, encoding: undefined, tag: expect.stringMatching(TAG), body: '' }
  },
  ...[null, undefined].map((body) => ({
    name: String(body),
    replace: (ctx) => { ctx.body = body },
    expected: { status: 204, encoding: undefined, tag: expect.stringMatching(TAG), body: '' }
  })),
  {
    name: 'another string and a tag of its own',
    replace: (ctx) => { ctx.body = 'replaced'; ctx.set('ETag', '"own"') },
    expected: { status: 200, encoding: undefined, tag: '"own"', body: 'replaced' }
  }
]

/** What middleware above ours replaces a streamed page by. */
const STREAMED = [
  { name: 'itself', replace: (ctx) => { ctx.body = ctx.response.body }, isPage: true },
  { name: 'a stream that it is piped to', replace: (ctx) => { ctx.body = ctx.body.pipe(new PassThrough()) }, isPage: true },
  { name: 'its own bytes', replace: async (ctx) => { ctx.body = Buffer.concat(await ctx.body.toArray()) }, isPage: true },
  { name: 'another stream', replace: (ctx) => { ctx.body = new PassThrough().end('replaced') }, isPage: false },
  { name: 'a stream that it is piped to, and then by another string', replace: (ctx) => { ctx.body = ctx.body.pipe(new PassThrough()); ctx.body = 'replaced' }, isPage: false }
]

describe.each(koaVersions)('Koa $version: the headers match the body if middleware above replaces a streamed page by', ({ Koa }) => {
  test.each(STREAMED)('$name', async ({ replace, isPage }) => {
    const { ask, errors } = koaApp(Koa,
      async (ctx, next) => { await next(); await replace(ctx) },
      bufferedRender(),
      (ctx) => ctx.renderStream(html`<p>${turn(TEXT)}</p>`)
    )
    const { headers, body } = await ask(GZIP)
    expect(headers['content-encoding']).toBe(isPage ? 'gzip' : undefined)
    expect(String(isPage ? zlib.gunzipSync(body) : body)).toBe(isPage ? `<p>${TEXT}</p>` : 'replaced')
    expect(errors).toEqual([])
  })

  test('another string, with the tag that the app has set', async () => {
    const { ask } = koaApp(Koa,
      async (ctx, next) => { await next(); ctx.body = 'replaced' },
      bufferedRender(),
      (ctx) => { ctx.set('ETag', 'W/"app"'); return ctx.renderStream(html`<p>${TEXT}</p>`) }
    )
    const { headers, body } = await ask(GZIP)
    expect({ encoding: headers['content-encoding'], tag: headers.etag, body: body.toString() }).toEqual({ encoding: undefined, tag: 'W/"app"', body: 'replaced' })
  })
})

describe.each(koaVersions)('Koa $version: the headers match the body if middleware above replaces a page by', ({ Koa }) => {
  const app = (above, options) => koaApp(Koa, above, bufferedRender(options), (ctx) => { ctx.body = html`<p>${TEXT}</p>` })

  test.each(CASES)('$name', async ({ replace, expected }) => {
    const { ask, errors } = app(async (ctx, next) => {
      await next()
      expect(ctx.response.get('Content-Encoding')).toBe('gzip')
      replace(ctx)
    })
    const { status, headers, body } = await ask(GZIP)
    expect({ status, encoding: headers['content-encoding'], tag: headers.etag, body: body.toString() }).toEqual(expected)
    expect(errors).toEqual([])
  })

  test('itself, encoded by koa-compress', async () => {
    const { ask } = app(compress(), { compress: false })
    const { headers } = await ask(GZIP)
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', etag: expect.stringMatching(TAG) })
  })

  test('another string, with the tag that the app has set', async () => {
    const { ask } = koaApp(Koa,
      async (ctx, next) => { await next(); ctx.body = 'replaced' },
      bufferedRender(),
      (ctx) => { ctx.set('ETag', '"app"'); ctx.body = html`<p>${TEXT}</p>` }
    )
    const { headers, body } = await ask(GZIP)
    expect({ tag: headers.etag, body: body.toString() }).toEqual({ tag: 'W/"app"', body: 'replaced' })
  })
})
