'use strict'

const bufferedRender = require('../..')
const { html } = bufferedRender
const { koaVersions } = require('../support/frameworks')
const { koaApp } = require('../support/koa-app')
const { viewFolder } = require('../support/view-folder')

const long = 'static text, '.repeat(100)
const folder = viewFolder({
  'page.ejs': `<p><%= title %></p>${long}`,
  'names.ejs': '<%= typeof a === "undefined" ? "-" : a %> <%= typeof b === "undefined" ? "-" : b %>',
  'raw.ejs': '<main><%- body %></main>',
  'async.ejs': '<%= await Promise.resolve(title) %>',
  'text.txt.ejs': 'plain <%= title %>',
  'other.html': '<i><%= title %></i>'
})

const title = 'Zoë & 世界'
const pages = (options) => bufferedRender({ views: folder.file('.'), extension: 'ejs', engines: { html: 'ejs' }, ...options })

describe.each(koaVersions)('ctx.render of Koa $version', ({ Koa }) => {
  const ask = (handle, { options, request } = {}) => koaApp(Koa, pages(options), handle).ask(request)

  test.each([
    { name: 'state only', state: { a: 1, b: 2 }, body: '1 2' },
    { name: 'locals only', locals: { a: 1, b: 2 }, body: '1 2' },
    { name: 'both', state: { a: 1 }, locals: { b: 2 }, body: '1 2' },
    { name: 'both, where locals win', state: { a: 1, b: 1 }, locals: { b: 2 }, body: '1 2' },
    { name: 'a local that is undefined', state: { a: 1 }, locals: { a: undefined }, body: '- -' },
    { name: 'neither', body: '- -' },
    { name: 'locals that are null', state: { a: 1 }, locals: null, body: '1 -' }
  ])('merges $name', async ({ state, locals, body }) => {
    const given = locals && { ...locals }
    let left
    const answer = await ask(async (ctx) => {
      Object.assign(ctx.state, state)
      await ctx.render('names', given)
      left = ctx.state
    })
    expect(answer.body.toString()).toBe(body)
    expect(left).toEqual({ ...state })
    expect(given).toEqual(locals)
  })

  test.each([
    { name: 'one after the other', render: async (ctx) => { await ctx.render('page', { title }); await ctx.render('other.html', { title: 'last' }) } },
    { name: 'at once', render: (ctx) => Promise.all([ctx.render('page', { title }), ctx.render('other.html', { title: 'last' })]) },
    { name: 'a string and a page', render: async (ctx) => { ctx.body = 'text'; ctx.type = 'html'; await ctx.render('other.html', { title: 'last' }) } },
    { name: 'a page of promises and a page', render: async (ctx) => { ctx.body = html`${Promise.resolve(1)}`; await ctx.render('other.html', { title: 'last' }) } }
  ])('sends the last of $name', async ({ render }) => {
    const { headers, body } = await ask(render)
    expect(body.toString()).toBe('<i>last</i>')
    expect(headers['content-length']).toBe('11')
  })

  test('returns a promise of undefined and sets the body to the page, which reads as a string', async () => {
    let returned, body, length
    await ask(async (ctx) => {
      returned = await ctx.render('other.html', { title });
      ({ body, length } = ctx)
    })
    expect(returned).toBeUndefined()
    expect(body).toBe('<i>Zoë &amp; 世界</i>')
    expect(length).toBe(Buffer.byteLength(body))
  })

  test.each([
    ['ctx.response', async ({ response }) => response.render('other.html', { title })],
    ['neither', async ({ render }) => render('other.html', { title })]
  ])('is called on %s, as that of koa-views', async (_, render) => {
    expect((await ask(render)).body.toString()).toBe('<i>Zoë &amp; 世界</i>')
  })
})
