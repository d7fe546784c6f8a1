'use strict'

const fs = require('node:fs')
const bufferedRender = require('../..')
const { version } = require('../../package.json')
const { exchange } = require('../support/exchange')
const { everyExpress } = require('../support/frameworks')
const { packageCopy } = require('../support/package-copy')
const { everyFramework } = require('../support/platforms')
const { viewFolder } = require('../support/view-folder')

/** A copy with the same form of pages, and one with another. */
const copies = {}
jest.isolateModules(() => { copies.same = require('../..') })
const otherForm = packageCopy()
const brand = otherForm.file('lib/page/brand.js')
fs.writeFileSync(brand, fs.readFileSync(brand, 'utf8').replace(/FORMAT = 1$/m, 'FORMAT = 2'))
copies.other = require(otherForm.folder)

const message = `A page of buffered-render ${version} was passed to buffered-render ${version}, because two copies of the package are loaded. Install one copy: npm ls buffered-render`
const pagesOf = ({ html }) => ({ 'a page': () => html`<p>${1}</p>`, 'a page that waits': () => html`<p>${Promise.resolve(1)}</p>` })

/** An app that sends what `create` gives. */
const sending = ({ appOf, isKoa }, create, ...middlewares) => (
  appOf(...middlewares, isKoa ? (ctx) => { ctx.body = create() } : (req, res) => res.send(create()))
)

describe.each(Object.entries(pagesOf(copies.same)))('%s of another copy of the package', (_, create) => {
  test('is a page in html`…`', async () => {
    const rendered = await bufferedRender.html`<div>${[create()]}</div>`
    expect(rendered.toString()).toBe('<div><p>1</p></div>')
  })

  test.each(everyFramework)('is sent by $framework', async (framework) => {
    expect(await sending(framework, create, bufferedRender()).ask()).toMatchObject({ status: 200, body: Buffer.from('<p>1</p>') })
  })
})

test('a view is rendered as by EJS alone if its dialect is loaded after jest.resetModules()', async () => {
  const folder = viewFolder({ 'page.ejs': '<main><%- page %></main><%= page %>' })
  const appWith = (...middlewares) => {
    const app = everyExpress[1].express().set('views', folder.file('')).set('view engine', 'ejs')
    for (const middleware of middlewares) app.use(middleware)
    return app.get('/', (req, res) => res.render('page', { page: bufferedRender.html`<b>${'&'}</b>` }))
  }
  const apps = [appWith(), appWith(bufferedRender())]
  jest.resetModules()
  const [alone, ours] = await Promise.all(apps.map((app) => exchange(app)))
  expect(ours).toMatchObject({ status: 200, body: alone.body })
})

describe.each(Object.entries(pagesOf(copies.other)))('%s of a copy with another form of pages', (_, create) => {
  test('is an error in html`…`', async () => {
    await expect((async () => bufferedRender.html`<div>${[create()]}</div>`)()).rejects.toThrow(new TypeError(message))
  })

  test.each(everyFramework)('is an error in $framework', async (framework) => {
    const { ask, errors } = sending(framework, create, bufferedRender())
    expect((await ask()).status).toBe(500)
    expect(errors).toEqual([new TypeError(message)])
  })

  test.each(everyFramework)('is sent by $framework if its own middleware is there, too', async (framework) => {
    for (const middlewares of [[bufferedRender(), copies.other()], [copies.other(), bufferedRender()]]) {
      expect(await sending(framework, create, ...middlewares).ask()).toMatchObject({ status: 200, body: Buffer.from('<p>1</p>') })
    }
  })
})

// Copies of version 2.0 look for these names.
test.each([
  ['page/rendered', 'Rendered', 'Rendered'],
  ['page/pending-rendered', 'PendingRendered', 'PendingRendered'],
  ['page/static-fragment', 'StaticFragment', 'StaticFragment'],
  ['fragments/fragment-entry', 'FragmentEntry', 'CachedFragment']
])('objects of %s have the mark of earlier versions', (file, exported, name) => {
  const Class = require(`../../lib/${file}`)[exported]
  expect(Object.getOwnPropertyDescriptor(Class.prototype, Symbol.for(`buffered-render.${name}.1`))).toMatchObject({ value: true })
})

test('a page of version 2.0 has the properties by which the validator and the memo know it', () => {
  const etag = require('etag')
  const page = { identityBytes: Buffer.from('of 2.0') }
  const { entityTag } = require('../../lib/response/entity-tag')
  const { Memo } = require('../../lib/response/memo')
  const memo = new Memo(1e6)
  memo.store('key', page, 'gzip', Buffer.from('encoded'))
  expect(entityTag(page, 'weak')).toBe(etag(page.identityBytes, { weak: true }))
  expect(memo.find('key', page).bodies.gzip).toEqual(Buffer.from('encoded'))
  expect(Object.getOwnPropertyNames(require('../../lib/page/rendered').Rendered.prototype)).toContain('identityBytes')
})
