'use strict'

const fs = require('node:fs')
const { createRenderer, fragment, html } = require('../..')
const { measurePage } = require('../../bin/explain/measure')
const { LARGE } = require('../../lib/page/large-file')
const { exchange } = require('../support/exchange')
const { viewFolder } = require('../support/view-folder')

const folder = viewFolder()

test.each([
  { name: 'a cached file', size: LARGE - 1, coding: 'gzip' },
  { name: 'a large file', size: LARGE, coding: 'identity' }
])('a page with $name: the measured size is the size sent', async ({ size, coding }) => {
  fs.writeFileSync(folder.file('icon.svg'), Buffer.alloc(size, '<path/>'))
  const renderer = createRenderer()
  const page = () => html`<p>${fragment.file('icon.svg', { roots: folder.file('.'), watch: true })}</p>`
  const listener = (req, res) => renderer.send(req, res, page())
  const { headers } = await exchange(listener, { headers: { 'Accept-Encoding': 'gzip' } })
  expect(headers['content-encoding'] ?? 'identity').toBe(coding)
  expect(measurePage(page(), renderer.responder)).toMatchObject({
    bytes: size + '<p></p>'.length,
    chunks: 3,
    coding,
    sentBytes: Number(headers['content-length'])
  })
})
