'use strict'

const fs = require('node:fs')
const bufferedRender = require('../..')
const outsideNames = require('../support/outside-names')
const { koaVersions } = require('../support/frameworks')
const { koaApp } = require('../support/koa-app')
const { viewFolder } = require('../support/view-folder')

const folder = viewFolder({
  'secret.ejs': 'secret',
  'views/page.ejs': 'page',
  'views/folder/index.ejs': 'folder',
  'views/plain.txt': 'no view',
  'more/other.ejs': 'other',
  'more/page.ejs': 'more'
})
fs.symlinkSync(folder.file('secret.ejs'), folder.file('views/out.ejs'))
fs.symlinkSync(folder.file('views'), folder.file('alias'))
afterAll(() => folder.remove())

const answer = (status, text) => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'content-length': String(text.length) },
  body: Buffer.from(text)
})

describe.each(koaVersions)('ctx.render of Koa $version', ({ version, Koa }) => {
  /** The answer of Koa to an error. Koa 2 answers a missing file with 404, also for `@ladjs/koa-views`. */
  const answerTo = ({ code }) => version === '2' && code === 'ENOENT' ? answer(404, 'Not Found') : answer(500, 'Internal Server Error')
  const app = (options, view) => koaApp(Koa, bufferedRender({ extension: 'ejs', ...options }), (ctx) => ctx.render(view(ctx)))
  const views = folder.file('views')

  test.each([
    { view: 'page', body: 'page' },
    { view: 'page.ejs', body: 'page' },
    { view: 'folder', body: 'folder' },
    { view: 'page', views: [folder.file('more'), views], body: 'more' },
    { view: 'other', views: [views, folder.file('more')], body: 'other' },
    { view: 'page', views: folder.file('alias'), body: 'page' }
  ])('finds $view', async ({ body, view, ...options }) => {
    expect((await app({ views, ...options }, () => view).ask()).body.toString()).toBe(body)
  })

  describe.each([true, false])('with cache %p refuses', (cache) => {
    test.each(outsideNames)('$name', async ({ view, error }) => {
      const { ask, errors } = app({ views, cache }, () => view)
      const answered = await ask()
      expect(answered).toEqual(answerTo(errors[0]))
      expect(errors).toEqual([expect.objectContaining({ message: expect.stringMatching(error) })])
    })

    test.each(['../secret', '..%2fsecret', 'folder/../../secret', '..%5csecret', '%00', '', '/etc/passwd', 'out', 'none'])('?view=%s of a URL', async (view) => {
      const { ask, errors } = app({ views, cache }, (ctx) => ctx.query.view)
      const answered = await ask({ path: `/?view=${view}` })
      expect(errors).toHaveLength(1)
      expect(answered).toEqual(answerTo(errors[0]))
    })
  })

  test('names the view and the folders if a view is not found', async () => {
    const { ask, errors } = app({ views: [views, folder.file('more')] }, () => 'none')
    await ask()
    expect(errors[0]).toMatchObject({ code: 'ENOENT', message: `View "none" was not found: no file "none.ejs" or "none/index.ejs" in "${views}", "${folder.file('more')}"` })
  })

  test.each([
    { name: 'no extension', options: { extension: undefined }, view: 'page', message: `View "page" was not found: no file "page.html" or "page/index.html" in "${views}"; found "page.ejs": set the option "extension" to 'ejs'` },
    { name: 'an extension without a dialect', options: { extension: undefined }, view: 'plain.txt', message: 'View "plain.txt" has no known engine for ".txt". Name one in the option "engines"' },
    { name: 'a default extension without a dialect', options: { extension: 'txt' }, view: 'plain', message: 'View "plain" has no known engine for ".txt". Name one in the option "engines"' }
  ])('says what to do about $name', async ({ options, view, message }) => {
    const { ask, errors } = app({ views, ...options }, () => view)
    const answered = await ask()
    expect(answered).toEqual(answerTo(errors[0]))
    expect(errors[0].message).toBe(message)
  })
})
