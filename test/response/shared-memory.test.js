'use strict'

const express = require('express')
const Koa = require('koa')
const bufferedRender = require('../..')
const { html } = bufferedRender
const { StaticFragment } = require('../../lib/page/static-fragment')
const { afterNext } = require('../support/koa-app')
const { listen } = require('../support/listen')
const { replacing } = require('../support/patching-middleware')
const { prose } = require('../support/prose')
const { literal } = require('../support/literal')

const SECRET = 'written by an app'

/** Pages whose memory is shared: a static fragment that is sent uncopied, and a page that the memo keeps. */
const PAGES = {
  'of one long fragment': { page: () => new bufferedRender.Rendered([long]), options: { memo: false } },
  'that the memo has': { page: () => html(literal(['<p>', prose(600), '</p>']), 'a', 'b'), options: {} }
}
const long = new StaticFragment(prose(20_000))

/** Apps with middleware that writes to the body of the first responses. */
const APPS = {
  'an end in Express' (page, options, isWriting) {
    const app = express()
    app.use(replacing('end', (end) => function (chunk, ...args) {
      if (isWriting()) chunk.write(SECRET)
      return end.call(this, chunk, ...args)
    }))
    return app.use(bufferedRender({ compress: true, ...options })).get('/', (req, res) => res.send(page()))
  },
  'outer middleware of Koa' (page, options, isWriting) {
    const app = new Koa()
    app.use(afterNext((ctx) => { if (isWriting()) ctx.body.write(SECRET) }))
    app.use(bufferedRender.koa(options)).use((ctx) => { ctx.body = page() })
    return app
  }
}

describe.each(Object.keys(APPS))('what %s writes to the body of one response is on no other', (name) => {
  test.each(Object.keys(PAGES))('page %s', async (kind) => {
    const { page, options } = PAGES[kind]
    let count = 0
    const app = APPS[name](page, options, () => count <= 4)
    const { url } = await listen(app.callback?.() ?? app)
    const ask = async () => (await fetch(url, { headers: { 'Accept-Encoding': 'identity' } })).text()
    for (count = 1; count <= 4; count++) expect(await ask()).toContain(SECRET)
    for (; count <= 6; count++) expect(await ask()).toBe(page().toString())
  })
})
