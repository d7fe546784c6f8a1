'use strict'

const bufferedRender = require('../..')
const { html } = bufferedRender
const { exchange } = require('../support/exchange')
const { expressVersions, koaVersions } = require('../support/frameworks')
const { koaApp } = require('../support/koa-app')
const { viewFolder } = require('../support/view-folder')

const folder = viewFolder({ 'one/page.ejs': 'one: <%= name %>', 'two/page.ejs': 'two: <%= name %>' })

const pages = (views) => bufferedRender({ views: folder.file(views), extension: 'ejs' })
const render = (ctx) => ctx.render('page', { name: ctx.path })
const send = (ctx) => { ctx.body = html`html: ${ctx.path}` }
const bodyOf = async ({ ask }, path = '/') => (await ask({ path })).body.toString()

/** As koa-mount does: the requests below a path go to another app's middleware. */
const mount = (path, { middleware }) => (ctx, next) => {
  const call = (i) => i < middleware.length ? middleware[i](ctx, () => call(i + 1)) : next()
  return call(ctx.path.startsWith(path) ? 0 : middleware.length)
}

describe.each(koaVersions)('Koa $version', ({ Koa }) => {
  test('two apps share one middleware', async () => {
    const ours = pages('one')
    const [first, second] = [koaApp(Koa, ours, render), koaApp(Koa, ours, send)]
    expect(await bodyOf(first, '/a')).toBe('one: /a')
    expect(await bodyOf(second, '/b')).toBe('html: /b')
    expect(await bodyOf(first, '/c')).toBe('one: /c')
  })

  test('an app is prepared once', async () => {
    const { app, ask } = koaApp(Koa, pages('one'), pages('two'), render)
    const setter = () => Object.getOwnPropertyDescriptor(app.response, 'body')?.set
    expect(setter()).toBeUndefined()
    await ask()
    const first = setter()
    expect(first).toBeInstanceOf(Function)
    await ask()
    expect(setter()).toBe(first)
  })

  test('one app uses the middleware twice', async () => {
    const ours = pages('one')
    for (const handle of [render, send]) {
      const once = await koaApp(Koa, ours, handle).ask()
      expect(await koaApp(Koa, ours, ours, handle).ask()).toEqual(once)
      expect(await koaApp(Koa, ours, ours, handle).ask({ method: 'HEAD' })).toEqual({ ...once, body: Buffer.alloc(0) })
    }
  })

  test('the inner one of two middlewares in one app renders', async () => {
    expect(await bodyOf(koaApp(Koa, pages('one'), pages('two'), render))).toBe('two: /')
  })

  test('an app is mounted at two paths of another', async () => {
    const inner = koaApp(Koa, pages('two'), (ctx) => ctx.path.endsWith('html') ? send(ctx) : render(ctx))
    const outer = koaApp(Koa, pages('one'), mount('/a', inner.app), mount('/b', inner.app), render)
    expect(await bodyOf(outer, '/a')).toBe('two: /a')
    expect(await bodyOf(outer, '/b')).toBe('two: /b')
    expect(await bodyOf(outer, '/b/html')).toBe('html: /b/html')
    expect(await bodyOf(outer, '/c')).toBe('one: /c')
    expect(await bodyOf(inner, '/a')).toBe('two: /a')
  })

  test('bufferedRender.koa() returns middleware for Koa only, with its renderer', async () => {
    const ours = bufferedRender.koa({ views: folder.file('one'), extension: 'ejs' })
    expect(await bodyOf(koaApp(Koa, ours, render))).toBe('one: /')
    expect((await ours.renderer.render('page', { name: 'x' })).toString()).toBe('one: x')
  })

  test.each(expressVersions)('bufferedRender() serves Koa and Express $version', async ({ express }) => {
    const ours = pages('one')
    const app = express().set('view engine', 'ejs')
    app.use(ours).get('/', (req, res) => res.render('page', { name: req.path }))
    expect(await bodyOf(koaApp(Koa, ours, render))).toBe('one: /')
    expect((await exchange(app)).body.toString()).toBe('one: /')
  })
})
