'use strict'

const { PassThrough } = require('node:stream')
const { setImmediate: turn } = require('node:timers/promises')
const zlib = require('node:zlib')
const compress = require('koa-compress')
const bufferedRender = require('../..')
const { html } = bufferedRender
const { koaVersions } = require('../support/frameworks')
const { afterNext, koaApp } = require('../support/koa-app')

const TEXT = 'a page that is long enough to be compressed '.repeat(100)
const GZIP = { headers: { 'accept-encoding': 'gzip' } }
const TAG = /^W\/"/

/** What is left of a page whose status says that it has no body. */
const EMPTY = { status: 204, tag: expect.stringMatching(TAG), body: '' }

/** What middleware above ours replaces a page by, and what the client receives. */
const CASES = [
  { name: 'another string', replace: (ctx) => { ctx.body = 'replaced' } },
  { name: 'JSON', replace: (ctx) => { ctx.body = { replaced: true } }, expected: { body: '{"replaced":true}' } },
  { name: 'a redirect', replace: (ctx) => ctx.redirect('/elsewhere'), expected: { status: 302, body: expect.stringContaining('/elsewhere') } },
  { name: 'no content', replace: (ctx) => { ctx.status = 204 }, expected: EMPTY },
  ...[null, undefined].map((body) => ({ name: String(body), replace: (ctx) => { ctx.body = body }, expected: EMPTY })),
  { name: 'another string and a tag of its own', replace: (ctx) => { ctx.body = 'replaced'; ctx.set('ETag', '"own"') }, expected: { tag: '"own"' } }
]

/** What middleware above ours replaces a streamed page by. */
const STREAMED = [
  { name: 'itself', replace: (ctx) => { ctx.body = ctx.response.body }, isPage: true },
  { name: 'a stream that it is piped to', replace: (ctx) => { ctx.body = ctx.body.pipe(new PassThrough()) }, isPage: true },
  { name: 'its own bytes', replace: async (ctx) => { ctx.body = Buffer.concat(await ctx.body.toArray()) }, isPage: true },
  { name: 'another stream', replace: (ctx) => { ctx.body = new PassThrough().end('replaced') }, isPage: false },
  { name: 'a stream that it is piped to, and then by another string', replace: (ctx) => { ctx.body = ctx.body.pipe(new PassThrough()); ctx.body = 'replaced' }, isPage: false }
]

describe.each(koaVersions)('Koa $version: the headers match the body if middleware above', ({ Koa }) => {
  const answerTo = async (handle, replace) => {
    const { ask, errors } = koaApp(Koa, afterNext(replace), bufferedRender(), handle)
    const { status, headers, body } = await ask(GZIP)
    expect(errors).toEqual([])
    return { status, encoding: headers['content-encoding'], tag: headers.etag, body }
  }
  const sendPage = (ctx) => { ctx.body = html`<p>${TEXT}</p>` }

  test.each(STREAMED)('replaces a streamed page by $name', async ({ replace, isPage }) => {
    const { encoding, body } = await answerTo((ctx) => ctx.renderStream(html`<p>${turn(TEXT)}</p>`), replace)
    expect(encoding).toBe(isPage ? 'gzip' : undefined)
    expect(String(isPage ? zlib.gunzipSync(body) : body)).toBe(isPage ? `<p>${TEXT}</p>` : 'replaced')
  })

  test.each(CASES)('replaces a page by $name', async ({ replace, expected }) => {
    const { body, ...answer } = await answerTo(sendPage, (ctx) => {
      expect(ctx.response.get('Content-Encoding')).toBe('gzip')
      replace(ctx)
    })
    expect({ ...answer, body: body.toString() }).toEqual({ status: 200, encoding: undefined, tag: undefined, body: 'replaced', ...expected })
  })

  test('encodes a page as koa-compress does', async () => {
    const { ask } = koaApp(Koa, compress(), bufferedRender({ compress: false }), sendPage)
    const { headers } = await ask(GZIP)
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', etag: expect.stringMatching(TAG) })
  })

  test.each([
    { name: 'a streamed page', handle: (ctx) => { ctx.set('ETag', 'W/"app"'); return ctx.renderStream(html`<p>${TEXT}</p>`) } },
    { name: 'a page', handle: (ctx) => { ctx.set('ETag', '"app"'); sendPage(ctx) } }
  ])('replaces $name with a tag of the app by another string', async ({ handle }) => {
    const { encoding, tag, body } = await answerTo(handle, (ctx) => { ctx.body = 'replaced' })
    expect({ encoding, tag, body: body.toString() }).toEqual({ encoding: undefined, tag: 'W/"app"', body: 'replaced' })
  })
})
