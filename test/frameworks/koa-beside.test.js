'use strict'

const koaEjs = require('@koa/ejs')
const compression = require('compression')
const livereload = require('connect-livereload')
const koaCompress = require('koa-compress')
const bufferedRender = require('../..')
const { isSpliced, textOf } = require('../support/decode')
const { everyKoa } = require('../support/frameworks')
const { afterNext, koaApp } = require('../support/koa-app')
const { caching, replacing } = require('../support/patching-middleware')
const { inject, rewriteByHand } = require('../support/rewrite-by-hand')
const { viewFolder } = require('../support/view-folder')
const { literal } = require('../support/literal')

const { html } = bufferedRender
const rows = '<td>static</td>'.repeat(150)
const folder = viewFolder({ 'page.ejs': `<!DOCTYPE html><html><body><p><%= name %></p>${rows}</body></html>` })

const name = '<Zoë> & 世界'
const text = `<!DOCTYPE html><html><body><p>&lt;Zoë&gt; &amp; 世界</p>${rows}</body></html>`
const pageOf = () => html(literal(['<!DOCTYPE html><html><body><p>', `</p>${rows}</body></html>`]), name)
const pages = (options) => bufferedRender({ views: folder.file('.'), extension: 'ejs', ...options })

const gzip = { headers: { accept: 'text/html', 'accept-encoding': 'gzip' } }
const plain = { headers: { accept: 'text/html' } }

describe.each(everyKoa)('Koa $version', ({ Koa }) => {
  // With a length as well, clients refuse it (RFC 9112, section 6.3).
  test.each(['chunked', 'identity'])('a Transfer-Encoding, %s, that the app sets after the render leaves an encoded page valid', async (coding) => {
    const render = async (ctx) => {
      await ctx.render('page', { name })
      ctx.set('Transfer-Encoding', coding)
    }
    for (const above of [[], [koaCompress()]]) {
      const { ask } = koaApp(Koa, ...above, pages(), render)
      const answer = await ask(gzip)
      expect(answer).toMatchObject({ status: 200, headers: { 'content-encoding': 'gzip', 'transfer-encoding': coding } })
      expect(answer.headers).not.toHaveProperty('content-length')
      expect(textOf(answer)).toBe(text)
    }
  })

  describe('ctxRender: false keeps the ctx.render', () => {
    const ways = [
      { of: '@koa/ejs', prepare: (app) => koaEjs(app, { root: folder.file('.'), viewExt: 'ejs', layout: false }) },
      { of: 'middleware above', above: [async (ctx, next) => { ctx.render = async (view) => { ctx.body = `text of ${view}` }; await next() }] },
      { of: 'nobody' }
    ]

    test.each(ways)('of $of', async ({ of, prepare = () => {}, above = [] }) => {
      const handle = (page) => async (ctx) => {
        if (ctx.path === '/tag') {
          ctx.type = 'html'
          ctx.body = page(pageOf())
        } else await ctx.render('page', { name })
      }
      const askAll = async (middleware, page) => {
        const { app, ask, errors } = koaApp(Koa, ...above, ...middleware, handle(page))
        prepare(app)
        return { view: await ask(), tag: await ask({ path: '/tag', ...gzip }), errors: errors.map(({ message }) => message) }
      }
      const ours = pages({ ctxRender: false })
      const alone = await askAll([], String)
      const answers = await askAll([ours], (page) => page)

      expect(answers.view).toEqual(alone.view)
      expect(answers.errors).toEqual(alone.errors)
      expect(answers.errors).toEqual(of === 'nobody' ? ['ctx.render is not a function'] : [])
      expect(isSpliced(answers.tag)).toBe(true)
      expect(textOf(answers.tag)).toBe(textOf(alone.tag))
      const { hits, misses } = ours.renderer.stats().templates
      expect(hits + misses).toBe(0)
    })

    test('only: without the option, ctx.render is ours', async () => {
      const ours = pages()
      const { app, ask } = koaApp(Koa, ours, (ctx) => ctx.render('page', { name }))
      koaEjs(app, { root: folder.file('.'), viewExt: 'ejs', layout: false })
      const answer = await ask(gzip)
      expect(isSpliced(answer)).toBe(true)
      expect(textOf(answer)).toBe(text)
      expect(ours.renderer.stats().templates.misses).toBe(1)
    })
  })

  describe('a page is sent like in Koa alone', () => {
    /** Runs what is made for node:http and Express. */
    const connect = (middleware) => async (ctx, next) => {
      await new Promise((resolve) => middleware(ctx.req, ctx.res, resolve))
      await next()
    }
    const others = [
      { name: 'middleware that changes the text of the page', make: () => afterNext((ctx) => { if (typeof ctx.body === 'string') ctx.body = inject(ctx.body) }), below: true },
      { name: 'koa-compress', make: () => koaCompress({ threshold: 0 }), encodes: true },
      { name: 'a rewriter of ctx.res', make: () => connect(rewriteByHand), changes: true, wantsText: true },
      { name: 'connect-livereload', make: () => connect(livereload()), changes: true, wantsText: true },
      { name: 'apicache', make: () => connect(caching(() => false)) },
      { name: 'compression', make: () => connect(compression({ threshold: 0 })), encodes: true, wantsText: true }
    ]
    const ways = [
      { way: 'ctx.render', send: (ctx) => ctx.render('page', { name }), alone: (ctx) => { ctx.type = 'html'; ctx.body = text } },
      { way: 'html`…`', send: (ctx) => { ctx.body = pageOf() }, alone: (ctx) => { ctx.type = 'html'; ctx.body = text } }
    ]
    const cases = others.flatMap((other) => ways.flatMap((way) => ['above', 'below'].filter((place) => !other.below || place === 'below').map((place) => ({ ...other, ...way, place }))))

    /** The answer as the client reads it. */
    const decoded = (answer) => ({ status: answer.status, type: answer.headers['content-type'], text: answer.body.length > 0 ? textOf(answer) : '' })

    test.each(cases)('by $way with $name $place ours', async ({ name, make, send, alone, place, changes, encodes, wantsText }) => {
      const ours = pages()
      const requests = [gzip, plain, gzip, plain].flatMap((request) => [request, { ...request, method: 'HEAD' }])
      const appAlone = koaApp(Koa, make(), alone)
      const oursApp = koaApp(Koa, ...place === 'above' ? [make(), ours] : [ours, make()], send)

      for (const request of requests) {
        const [expected, answer] = [await appAlone.ask(request), await oursApp.ask(request)]
        expect(decoded(answer)).toEqual(decoded(expected))
        if (request.headers['accept-encoding'] === undefined) expect(answer.headers).not.toHaveProperty('content-encoding')
        else if (encodes && request.method !== 'HEAD') expect(answer.headers['content-encoding']).toBe('gzip')
        if (changes && request.method !== 'HEAD') expect(textOf(answer)).toMatch(/<\/script>\s*<\/body>/)
      }
      expect([...appAlone.errors, ...oursApp.errors]).toEqual([])
      if (wantsText) expect(Object.keys(ours.renderer.stats().unencoded)).toEqual([name === 'compression' ? name : 'write'])
    })

    test.each(ways)('by $way, with Express middleware that appends text in its end', async ({ send, alone }) => {
      const append = connect(replacing('end', (end) => function (chunk, encoding) {
        const page = inject(String(chunk))
        this.setHeader('Content-Length', Buffer.byteLength(page))
        return end.call(this, page, encoding)
      }))
      const ours = pages()
      for (const middleware of [[append, ours], [ours, append]]) {
        const [expected, answer] = [await koaApp(Koa, append, alone).ask(gzip), await koaApp(Koa, ...middleware, send).ask(gzip)]
        expect(decoded(answer)).toEqual(decoded(expected))
        expect(textOf(answer)).toContain('</script></body>')
      }
      expect(ours.renderer.stats().unencoded).toEqual({ end: 2 })
    })
  })
})
