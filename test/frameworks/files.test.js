'use strict'

const { createHash } = require('node:crypto')
const fs = require('node:fs')
const http = require('node:http')
const { Transform } = require('node:stream')
const zlib = require('node:zlib')
const { setImmediate: turn } = require('node:timers/promises')
const bufferedRender = require('../..')
const { LARGE, LargeFile } = require('../../lib/page/large-file')
const { exchange } = require('../support/exchange')
const { koaVersions } = require('../support/frameworks')
const { readMember } = require('../support/gzip-member')
const { afterNext, koaApp } = require('../support/koa-app')
const { everything } = require('../support/level')
const { listen } = require('../support/listen')
const { timesOpen } = require('../support/open-files')
const { platforms } = require('../support/platforms')
const { noise, prose } = require('../support/prose')
const { clientOf } = require('../support/raw-client')
const { stalled } = require('../support/stalled')
const { until } = require('../support/until')
const { viewFolder } = require('../support/view-folder')

const { fragment, html } = bufferedRender

const folder = viewFolder({ 'page.ejs': '<pre><%- file %></pre><%= name %>' })
const write = (name, bytes) => {
  fs.writeFileSync(folder.file(name), bytes)
  return bytes
}

/** Bytes that are no text, behind text that compresses. */
const bytesOf = (length) => Buffer.concat([Buffer.from(prose(length)), Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0, 0x80])]).subarray(-length)

const sizes = [
  { name: 'small', bytes: write('small', bytesOf(3000)), isLarge: false },
  { name: 'just-below', bytes: write('just-below', bytesOf(LARGE - 1)), isLarge: false },
  { name: 'just-large', bytes: write('just-large', bytesOf(LARGE)), isLarge: true },
  ...(everything ? [{ name: 'just-above', bytes: write('just-above', bytesOf(LARGE + 1)), isLarge: true }] : []),
  { name: 'larger', bytes: write('larger', bytesOf(3 * LARGE)), isLarge: true }
]

/** Where a file begins to be large is the same for all. */
const sizesOf = (platform) => everything || platform === 'node:http' ? sizes : [sizes[0], sizes.at(-1)]

const SPARSE_MB = everything ? 100 : 40
const SPARSE = SPARSE_MB * 2 ** 20
const sparseHash = createHash('sha256').update('<pre>').update(Buffer.alloc(SPARSE)).update('</pre>').digest('hex')

const file = (name, options) => fragment.file(name, { roots: folder.file('.'), ...options })
const pageOf = (name) => html`<pre>${file(name)}</pre>Zoë`
const around = (bytes) => Buffer.concat([Buffer.from('<pre>'), bytes, Buffer.from('</pre>Zoë')])
const accepting = (coding, headers) => ({ headers: { 'accept-encoding': coding, ...headers } })

/** Compared as a whole: what differs in megabytes is not worth printing. */
const expectBytes = (actual, expected) => expect(actual.equals(expected)).toBe(true)

/** Has something done with each part of a large file when it is read. @param {(part: object, file: LargeFile) => void} act */
function onPart (act) {
  const { read } = LargeFile.prototype
  jest.spyOn(LargeFile.prototype, 'read').mockImplementation(async function * () {
    for await (const part of read.call(this)) {
      act(part, this)
      yield part
    }
  })
}

beforeEach(() => { jest.spyOn(console, 'error').mockImplementation() })

describe.each(platforms)('$platform', ({ platform, serve }) => {
  const sending = (name, options = {}) => serve(options, ({ send }) => send(pageOf(name))).listener
  const streaming = (name, options = {}) => serve(options, ({ stream }) => stream(pageOf(name))).listener

  describe.each(sizesOf(platform))('a page with a file that is $name', ({ name, bytes, isLarge }) => {
    const expected = around(bytes)

    test('is sent unchanged, with length and validator', async () => {
      const { status, headers, body } = await exchange(sending(name), accepting('identity'))
      expect(status).toBe(200)
      expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'content-length': String(expected.length), etag: expect.stringMatching(/^W\/"/) })
      expectBytes(body, expected)
    })

    test('is sent as gzip if it is small, and unencoded if it is large', async () => {
      const { headers, body } = await exchange(sending(name), accepting('gzip'))
      expect(headers['content-encoding']).toBe(isLarge ? undefined : 'gzip')
      expect(headers['content-length']).toBe(String(body.length))
      expectBytes(isLarge ? body : zlib.gunzipSync(body), expected)
    })

    test('has the same headers for HEAD, and is answered with 304 if the client has it', async () => {
      const listener = sending(name)
      const { headers } = await exchange(listener)
      const read = jest.spyOn(LargeFile.prototype, 'read')
      expect(await exchange(listener, { method: 'HEAD' })).toEqual({ status: 200, headers, body: Buffer.alloc(0) })
      const fresh = await exchange(listener, { headers: { 'if-none-match': headers.etag } })
      expect([fresh.status, fresh.headers.etag, fresh.body.length]).toEqual([304, headers.etag, 0])
      expect(read).not.toHaveBeenCalled()
    })

    test.each(['identity', 'gzip'])('is streamed unchanged, as %s', async (coding) => {
      const { headers, body } = await exchange(streaming(name), accepting(coding))
      expect(headers).toMatchObject({ 'transfer-encoding': 'chunked', vary: 'Accept-Encoding' })
      for (const absent of ['content-length', 'etag']) expect(headers).not.toHaveProperty(absent)
      expect(headers['content-encoding']).toBe(coding === 'gzip' ? 'gzip' : undefined)
      expectBytes(coding === 'gzip' ? readMember(body).content : body, expected)
    })
  })

  test('several large files are sent one after the other', async () => {
    const names = ['larger', 'just-large', 'larger']
    let mostOpen = 0
    onPart(() => { mostOpen = Math.max(mostOpen, timesOpen(folder.file('larger')) + timesOpen(folder.file('just-large'))) })
    const { listener } = serve({}, ({ send }) => send(html`${names.map((name) => file(name))}`))
    const { headers, body } = await exchange(listener)
    expect(headers['content-length']).toBe(String(body.length))
    expectBytes(body, Buffer.concat(names.map((name) => sizes.find((size) => size.name === name).bytes)))
    expect(mostOpen).toBe(1)
    await until(() => timesOpen(folder.file('larger')) === 0)
  })

  const before = noise(LARGE + 1000)

  describe('a large file that has changed', () => {
    const changes = [
      { name: 'is shorter', change: (path) => fs.truncateSync(path, LARGE), message: 'has 1048576 bytes' },
      { name: 'is empty', change: (path) => fs.truncateSync(path, 0), message: 'has 0 bytes' },
      { name: 'is longer', change: (path) => fs.appendFileSync(path, 'more'), message: 'has more than 1049576 bytes' },
      { name: 'is replaced by a longer file', change: (path) => fs.writeFileSync(path, Buffer.alloc(2 * LARGE)), message: 'has more than 1049576 bytes' },
      { name: 'is replaced by a file of the same length', change: (path) => fs.writeFileSync(path, Buffer.alloc(before.length)), message: 'was replaced or modified' },
      { name: 'is deleted', change: (path) => fs.rmSync(path), message: 'ENOENT' }
    ]
    const ways = {
      sent: (page) => ({ send }) => send(page),
      streamed: (page) => ({ stream }) => stream(page)
    }

    /** Renders a page, changes its file, and returns the client and the reported errors. */
    async function take (change, { way, options = {}, isRead = true }) {
      write('changing', before)
      const page = html`<pre>${file('changing', { watch: true })}</pre>`
      const { listener, errors } = serve(options, ways[way](page))
      if (isRead) changeWhileRead(change)
      else change(folder.file('changing'))
      const client = await clientOf(listener, { headers: { Connection: 'close' } })
      await client.end()
      await until(() => timesOpen(folder.file('changing')) === 0)
      const reported = () => [...errors.filter(({ code }) => code !== 'ERR_STREAM_PREMATURE_CLOSE'), ...console.error.mock.calls.flat()]
      return { client, reported }
    }

    function changeWhileRead (change) {
      let isFirst = true
      onPart((part, { file }) => {
        if (isFirst) change(file)
        isFirst = false
      })
    }

    async function expectReportedOnce (reported, message) {
      await until(() => reported().length > 0)
      for (let i = 0; i < 5; i++) await turn()
      expect(reported()).toEqual([expect.objectContaining({ message: expect.stringContaining(message) })])
    }

    function expectCut (client, length) {
      expect(client.body.length).toBeLessThan(before.length + 11)
      expect(client.isWhole).toBe(false)
      if (client.head) expect(client.head.headers['content-length']).toBe(length)
    }

    test.each(changes)('that $name before its page is sent is an error of the request', async ({ change, message }) => {
      const { client, reported } = await take(change, { way: 'sent', isRead: false })
      expect(client.head.status).toBeGreaterThanOrEqual(400)
      expect(client.head.headers).not.toHaveProperty('etag')
      expect(client.rest.toString()).toMatch(/failed|Not Found|Internal Server Error/)
      expect(client.rest.toString()).not.toContain('<pre>')
      // Koa does not report a missing file.
      if (client.head.status !== 404) await expectReportedOnce(reported, message)
    })

    test.each(changes)('that $name before it is streamed cuts the connection, and is reported once', async ({ change, message }) => {
      const { client, reported } = await take(change, { way: 'streamed', isRead: false })
      await expectReportedOnce(reported, message)
      expectCut(client)
    })

    // A deleted file can still be read to its end, and a replacement of the same length is not noticed.
    const whileRead = changes.filter(({ name }) => !['is deleted', 'is empty', 'is replaced by a file of the same length'].includes(name))
    describe.each(whileRead)('that $name while it is read', ({ change, message }) => {
      test.each([{ way: 'sent', length: String(before.length + 11) }, { way: 'streamed' }])('cuts the connection, and is reported once, $way', async ({ way, length }) => {
        const { client, reported } = await take(change, { way })
        await expectReportedOnce(reported, message)
        expectCut(client, length)
      })
    })

    describe.each(Object.keys(ways))('%s', (way) => {
      test('is reported to the option onError only', async () => {
        const onError = jest.fn()
        const { reported } = await take((path) => fs.truncateSync(path, LARGE), { way, options: { onError } })
        await until(() => onError.mock.calls.length > 0)
        for (let i = 0; i < 5; i++) await turn()
        expect(onError.mock.calls).toEqual([[expect.objectContaining({ message: expect.stringContaining('has 1048576 bytes') })]])
        expect(reported()).toEqual([])
      })
    })

    test('has no fallback if the length is already sent', async () => {
      const { client } = await take((path) => fs.truncateSync(path, LARGE), { way: 'sent', options: { onError: () => html.raw('x'.repeat(1000)) } })
      expect(client.head.headers['content-length']).toBe(String(before.length + 11))
      expect(client.rest.length).toBeLessThan(before.length + 11)
      expectBytes(client.rest, Buffer.from(`<pre>${before}`).subarray(0, client.rest.length))
    })

    test('can have a fallback if it is streamed', async () => {
      const { client } = await take((path) => fs.truncateSync(path, LARGE), { way: 'streamed', options: { onError: () => html`<i>cut off</i>` } })
      expect(client.isWhole).toBe(true)
      expectBytes(client.body, Buffer.from(`<pre>${before.slice(0, LARGE)}<i>cut off</i></pre>`))
    })
  })

  test.each(['send', 'stream'])(`a slow reader of ${SPARSE_MB} MB has little of it read ahead, by %s`, async (way) => {
    write('sparse', '')
    fs.truncateSync(folder.file('sparse'), SPARSE)
    let ahead = 0
    onPart(({ byteLength }) => { ahead += byteLength })
    const { listener } = serve({}, (exchange) => exchange[way](html`<pre>${file('sparse', { watch: true })}</pre>`))
    const server = await listen(listener)
    const res = await new Promise((resolve, reject) => http.get({ port: server.port, host: '127.0.0.1', agent: false }, resolve).on('error', reject))

    await stalled(() => ahead)
    // What the kernel and Node keep for a connection is some megabytes.
    expect(ahead).toBeLessThan(20 * 2 ** 20)

    const hash = createHash('sha256')
    let taken = 0
    let mostAhead = 0
    for await (const part of res) {
      mostAhead = Math.max(mostAhead, ahead - taken)
      taken += part.length
      hash.update(part)
    }
    expect(mostAhead).toBeLessThan(20 * 2 ** 20)
    expect(taken).toBe(SPARSE + 11)
    expect(hash.digest('hex')).toBe(sparseHash)
    fs.rmSync(folder.file('sparse'))
  })
})

describe('middleware that inspects the body', () => {
  test.each(koaVersions)('finds a stream in Koa $version that does not read a large file by itself', async ({ Koa }) => {
    const read = jest.spyOn(LargeFile.prototype, 'read')
    const seen = []
    const look = afterNext((ctx) => seen.push(typeof ctx.body.pipe, ctx.length, read.mock.calls.length))
    const { headers, body } = await koaApp(Koa, bufferedRender(), look, (ctx) => { ctx.body = pageOf('larger') }).ask()
    expect(seen).toEqual(['function', body.length, 0])
    expect(headers['content-length']).toBe(String(body.length))
    expectBytes(body, around(sizes.at(-1).bytes))
  })

  test.each(koaVersions)('and adds to it in Koa $version sends neither the length nor the validator of the page', async ({ Koa }) => {
    const more = () => new Transform({ transform: (bytes, _, done) => done(null, bytes), flush: (done) => done(null, 'more') })
    const add = afterNext((ctx) => { ctx.body = ctx.body.pipe(more()) })
    const { headers, body } = await koaApp(Koa, add, bufferedRender(), (ctx) => { ctx.body = pageOf('larger') }).ask()
    for (const absent of ['content-length', 'etag']) expect(headers).not.toHaveProperty(absent)
    expectBytes(body, Buffer.concat([around(sizes.at(-1).bytes), Buffer.from('more')]))
  })
})
