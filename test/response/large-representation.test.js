'use strict'

const { subscribe, unsubscribe } = require('node:diagnostics_channel')
const fs = require('node:fs')
const { Rendered } = require('../..')
const { representLarge } = require('../../lib/response/representation')
const { Responder } = require('../../lib/response/responder')
const { LARGE, LargeFile } = require('../../lib/page/large-file')
const { StaticFragment } = require('../../lib/page/static-fragment')
const { exchange } = require('../support/exchange')
const { listen } = require('../support/platforms')
const { noise, prose } = require('../support/prose')
const { RawClient } = require('../support/raw-client')
const { until } = require('../support/until')
const { respond } = require('../support/respond')
const { viewFolder } = require('../support/view-folder')

const folder = viewFolder({ large: noise(LARGE + 1000) })
afterAll(() => folder.remove())
const file = folder.file('large')

const page = () => new Rendered(['<pre>Zoë', new LargeFile(file, fs.statSync(file)), new StaticFragment(prose(1000))])
const expected = page().toBuffer()

const serve = (validation, settings, outcome = {}) => (req, res) => {
  respond(new Responder({ compress: true, threshold: 0, ...settings }), req, res, page(), validation)
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
    read.mockRestore()
  })

  test('has the same validator for as long as the file is the same', async () => {
    const tagOf = async () => (await exchange(serve({ etag: 'weak' }), { method: 'HEAD' })).headers.etag
    const tag = await tagOf()
    expect(await tagOf()).toBe(tag)
    fs.utimesSync(file, new Date(), new Date(2020, 1))
    expect(await tagOf()).not.toBe(tag)
  })

  test('is not read for HEAD and for who has it already', async () => {
    const read = jest.spyOn(LargeFile.prototype, 'read')
    const { headers } = await exchange(serve({ etag: 'weak' }), { method: 'HEAD' })
    expect(headers['content-length']).toBe(String(expected.length))
    const fresh = await exchange(serve({ etag: 'weak' }), { headers: { 'if-none-match': headers.etag } })
    expect(fresh).toEqual({ status: 304, headers: { etag: headers.etag }, body: Buffer.alloc(0) })
    expect(read).not.toHaveBeenCalled()
    read.mockRestore()
  })

  test('can be had as a body more than once', async () => {
    const representation = representLarge(page(), {})
    for (let i = 0; i < 2; i++) expect(Buffer.concat(await representation.body().toArray()).equals(expected)).toBe(true)
    expect(representation.tag).toBeUndefined()
  })

  test('is published with its bytes', async () => {
    const messages = []
    const listener = (message) => messages.push(message)
    subscribe('buffered-render:response', listener)
    await exchange(serve({ etag: 'weak' }))
    await exchange(serve({ etag: 'weak' }), { method: 'HEAD' })
    unsubscribe('buffered-render:response', listener)
    expect(messages).toEqual([
      { status: 200, encoding: 'identity', bytes: expected.length, memo: false },
      { status: 200, encoding: 'identity', bytes: 0, memo: false }
    ])
  })
})

describe('a large file that has changed', () => {
  afterEach(() => {
    jest.restoreAllMocks()
    fs.truncateSync(file, LARGE + 1000)
  })

  test('before the page is sent is an error of the request, and nothing is sent', async () => {
    let failed
    const { status, headers, body } = await exchange(async (req, res) => {
      const rendered = page()
      fs.truncateSync(file, LARGE)
      await respond(new Responder({ compress: true, threshold: 0 }), req, res, rendered, { etag: 'weak' })
        .catch((error) => {
          failed = error
          expect(res.getHeaderNames()).toEqual([])
          res.end('failed')
        })
    })
    expect(failed.message).toContain('has 1048576 bytes')
    expect({ status, tag: headers.etag, text: body.toString() }).toEqual({ status: 200, tag: undefined, text: 'failed' })
  })

  /** Takes a page whose file is cut off while it is read. */
  async function take (settings) {
    const { read } = LargeFile.prototype
    jest.spyOn(LargeFile.prototype, 'read').mockImplementation(async function * () {
      for await (const part of read.call(this)) {
        fs.truncateSync(file, LARGE)
        yield part
      }
    })
    const server = await listen(serve({ etag: 'weak' }, settings))
    const client = new RawClient(server.port)
    await client.end()
    server.close()
    return client
  }

  test.each([
    { name: 'the console', settings: () => ({}) },
    { name: 'onError, whatever that makes of it', settings: (onError) => ({ onError: (error) => { onError(error); return new Rendered(['x'.repeat(1000)]) } }) }
  ])('cuts the connection, and is reported once: to $name', async ({ name, settings }) => {
    const onError = jest.fn()
    const onConsole = jest.spyOn(console, 'error').mockImplementation()
    const { head, rest } = await take(settings(onError))
    const report = name === 'the console' ? onConsole : onError
    await until(() => report.mock.calls.length > 0)
    expect([...onError.mock.calls, ...onConsole.mock.calls]).toEqual([[expect.objectContaining({ message: expect.stringContaining('has 1048576 bytes') })]])
    expect(report).toHaveBeenCalledTimes(1)
    expect(Number(head.headers['content-length'])).toBe(expected.length)
    expect(rest.length).toBeLessThan(expected.length)
    expect(rest.equals(expected.subarray(0, rest.length))).toBe(true)
  })
})
