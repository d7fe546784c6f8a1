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
  'views/folder/index.ejs': 'folder'
})
fs.symlinkSync(folder.file('secret.ejs'), folder.file('views/out.ejs'))

const answer = (status, text) => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'content-length': String(text.length) },
  body: Buffer.from(text)
})

describe.each(koaVersions)('ctx.render of Koa $version', ({ version, Koa }) => {
  /** The answer of Koa to an error. Koa 2 answers a missing file with 404, also for `@ladjs/koa-views`. */
  const answerTo = ({ code }) => version === '2' && code === 'ENOENT' ? answer(404, 'Not Found') : answer(500, 'Internal Server Error')

  describe.each([true, false])('with cache %p refuses', (cache) => {
    const app = (view) => koaApp(Koa, bufferedRender({ views: folder.file('views'), extension: 'ejs', cache }), (ctx) => ctx.render(view(ctx)))

    test.each(outsideNames)('$name', async ({ view, error }) => {
      const { ask, errors } = app(() => view)
      const answered = await ask()
      expect(answered).toEqual(answerTo(errors[0]))
      expect(errors).toEqual([expect.objectContaining({ message: expect.stringMatching(error) })])
    })

    test.each(['../secret', '..%2fsecret', 'folder/../../secret', '..%5csecret', '%00', '', '/etc/passwd', 'out', 'none'])('?view=%s of a URL', async (view) => {
      const { ask, errors } = app((ctx) => ctx.query.view)
      const answered = await ask({ path: `/?view=${view}` })
      expect(errors).toHaveLength(1)
      expect(answered).toEqual(answerTo(errors[0]))
    })
  })
})
