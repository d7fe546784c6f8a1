'use strict'

const fs = require('node:fs')
const { Rendered } = require('../..')
const { Responder } = require('../../lib/response/respond')
const { LARGE, LargeFile } = require('../../lib/page/large-file')
const { StaticFragment } = require('../../lib/page/static-fragment')
const { exchange } = require('../support/exchange')
const { listenTo } = require('../support/listen-to')
const { noise, prose } = require('../support/prose')
const { viewFolder } = require('../support/view-folder')

const folder = viewFolder({ large: noise(LARGE + 1000) })
const file = folder.file('large')

const page = () => new Rendered(['<pre>Zoë', new LargeFile(file, fs.statSync(file)), new StaticFragment(prose(1000))])
const expected = page().toBuffer()

const serve = (validation, settings, outcome = {}) => (req, res) => {
  new Responder({ compress: true, threshold: 0, ...settings }).respond({ req, res, ...validation }, page())
  outcome.res = res
}

describe('a page with a large file', () => {
  test.each(['weak', 'strong'])('has a length and a weak validator where etag is %p, and is never encoded', async (etag) => {
    const { status, headers, body } = await exchange(serve({ etag }), { headers: { 'accept-encoding': 'gzip, br' } })
    expect({ status, headers }).toEqual({
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8', 'content-length': String(expected.length), etag: expect.stringMatching(/^W\/"[^"]+"$/) }
    })
    expect(body.equals(expected)).toBe(true)
  })

  test('has no validator if the app wants none', async () => {
    expect((await exchange(serve({ etag: false }))).headers).not.toHaveProperty('etag')
  })

  test('is not read as a whole for a function of the app that computes validators', async () => {
    const etag = jest.fn(() => '"own"')
    const read = jest.spyOn(fs, 'readFileSync')
    const { headers, body } = await exchange(serve({ etag }))
    expect(headers.etag).toBe((await exchange(serve({ etag: 'weak' }))).headers.etag)
    expect(body.equals(expected)).toBe(true)
    expect([etag.mock.calls.length, read.mock.calls.length]).toEqual([0, 0])
  })

  test('can be had as a body more than once', async () => {
    const responder = new Responder({ compress: true, threshold: 0 })
    const representation = responder.represent({}, page())
    for (let i = 0; i < 2; i++) expect(Buffer.concat(await responder.makeBody(representation).toArray()).equals(expected)).toBe(true)
    expect(representation.tag).toBeUndefined()
  })

  test('is published with its bytes', async () => {
    const messages = listenTo('buffered-render:response')
    await exchange(serve({ etag: 'weak' }))
    await exchange(serve({ etag: 'weak' }), { method: 'HEAD' })
    expect(messages).toEqual([
      { status: 200, encoding: 'identity', bytes: expected.length, memo: false },
      { status: 200, encoding: 'identity', bytes: 0, memo: false }
    ])
  })
})
