'use strict'

const { spawn } = require('node:child_process')
const { once } = require('node:events')
const http = require('node:http')
const https = require('node:https')
const net = require('node:net')
const path = require('node:path')
const { gunzipSync } = require('node:zlib')
const { createRenderer, Rendered } = require('../..')
const { StaticFragment } = require('../../lib/page/static-fragment')
const { end } = require('../../lib/response/end')
const { readerOf } = require('../../lib/response/slots')
const { childEnv } = require('../support/child-env')
const { listen } = require('../support/listen')
const { replacing } = require('../support/patching-middleware')
const { prose } = require('../support/prose')
const { serveHttp2 } = require('../support/serve-http2')

const long = new StaticFragment(prose(40_000))
const longer = new StaticFragment(prose(90_000, 2))
const short = new StaticFragment(prose(3000, 3))

/** Pages by what they hold. No two renders are the same page, so that the memo keeps none. */
const PAGES = {
  'text around a long fragment': (n) => [`<p>Zoë ${n}</p>`, long, 'end'],
  'a long fragment first': (n) => [long, `<p>Zoë ${n}</p>`],
  'a long fragment last': (n) => [`<p>Zoë ${n}</p>`, long],
  'long fragments beside each other': (n) => [`${n}`, long, longer, long, short],
  'short fragments between long ones': (n) => [`${n}`, short, long, `世界 ${n}`, short, 'text', short, longer, 'end']
}

let count = 0

/** @returns {Promise<{ port: number, writes: unknown[][] }>} of a server, and the chunks of each call to the system */
async function observed (listener) {
  const writes = []
  const server = http.createServer(listener).on('connection', (socket) => {
    const { _writev, _write } = socket
    socket._writev = function (chunks, done) {
      writes.push(chunks.map(({ chunk }) => chunk))
      return _writev.call(this, chunks, done)
    }
    socket._write = function (chunk, encoding, done) {
      writes.push([chunk])
      return _write.call(this, chunk, encoding, done)
    }
  })
  return { port: (await listen(server)).port, writes }
}

/** @returns {Promise<{ status: number, headers: object, body: Buffer }>} */
function get (port, { module = http, ...request } = {}) {
  return new Promise((resolve, reject) => {
    module.get({ port, host: '127.0.0.1', agent: false, ...request }, async (res) => {
      resolve({ status: res.statusCode, headers: res.headers, body: Buffer.concat(await res.toArray()) })
    }).on('error', reject)
  })
}

describe.each(Object.keys(PAGES))('a page with %s', (name) => {
  const page = () => new Rendered(PAGES[name](++count))
  const expected = () => Buffer.from(new Rendered(PAGES[name](count)).toString())

  test('has its bytes as a list', () => {
    const rendered = page()
    expect(Buffer.concat(rendered.toBuffers()).equals(expected())).toBe(true)
    expect(rendered.byteLength).toBe(expected().length)
  })

  test('is sent with one call to the system, long fragments uncopied', async () => {
    const renderer = createRenderer()
    const { port, writes } = await observed((req, res) => renderer.send(req, res, page()))
    const { headers, body } = await get(port)
    expect(body.equals(expected())).toBe(true)
    expect(headers).toMatchObject({ 'content-length': `${body.length}`, etag: expect.stringMatching(/^W\/"/) })
    expect(headers).not.toHaveProperty('transfer-encoding')
    expect(writes).toHaveLength(1)
    for (const fragment of PAGES[name](0).filter((chunk) => chunk === long || chunk === longer)) expect(writes[0].includes(fragment.bytes)).toBe(true)
  })
})

const page = () => new Rendered(PAGES['text around a long fragment'](++count))
const expected = () => new Rendered(PAGES['text around a long fragment'](count)).toString()

test('a fragment of 16 KB is written uncopied, a shorter one is copied', async () => {
  const renderer = createRenderer()
  for (const [length, isCopied] of [[16 * 1024, false], [16 * 1024 - 1, true]]) {
    const fragment = new StaticFragment('x'.repeat(length))
    const { port, writes } = await observed((req, res) => renderer.send(req, res, new Rendered(['<p>', fragment])))
    expect((await get(port)).body.toString()).toBe(`<p>${fragment.text}`)
    expect(writes.flat().includes(fragment.bytes)).toBe(!isCopied)
  }
})

/** Before, Node adds an empty write. */
const isJoined = Number(process.versions.node.split('.')[0]) >= 24

describe('from Node 24 on, a body of at most 1 KB is written together with its head, as a string', () => {
  const text = (length) => 'Zoë, 世界'.padEnd(length - 5, '.')
  const written = async (page, headers) => {
    const renderer = createRenderer({ compress: true, threshold: 0 })
    const { port, writes } = await observed((req, res) => renderer.send(req, res, page))
    return { ...await get(port, { headers }), writes: writes.map((chunks) => chunks.filter(({ length }) => length > 0).map((chunk) => typeof chunk)) }
  }

  // The head is a string in either case.
  test.each([[1024, isJoined ? ['string'] : ['string', 'object']], [1025, ['string', 'object']]])('%i bytes: %j', async (length, chunks) => {
    const { body, writes } = await written(Rendered.ofText(text(length)))
    expect(body.length).toBe(length)
    expect(body.toString()).toBe(text(length))
    expect(writes).toEqual([chunks])
  })

  test('over HTTP/2', async () => {
    const renderer = createRenderer()
    const ask = await serveHttp2((req, res) => renderer.send(req, res, Rendered.ofText(text(200))))
    expect(Buffer.concat(await ask().toArray()).toString()).toBe(text(200))
  })

  test.each([
    ['one of others, as of packages for AWS Lambda', (written) => ({ _writableState: {}, writable: true, write: (data, encoding) => { written.push(Buffer.from(data)) } })],
    ['one of Node with a `write` of the app', (written) => Object.assign(new net.Socket(), { write: (data, encoding) => { written.push(Buffer.from(data)) } })]
  ])('but to a socket that ignores the encoding as a Buffer: %s', async (_, socketOf) => {
    const written = []
    const req = { method: 'GET', headers: {}, httpVersionMajor: 1, httpVersionMinor: 1 }
    const res = Object.assign(new http.ServerResponse(req), { req })
    const socket = socketOf(written)
    for (const name of ['on', 'cork', 'uncork']) socket[name] ??= () => {}
    res.assignSocket(socket)
    await createRenderer().send(req, res, Rendered.ofText(text(200)))
    expect(Buffer.concat(written).toString()).toMatch(new RegExp(`\\r\\n\\r\\n${text(200).replaceAll('.', '\\.')}$`))
  })

  test('bytes of gzip', async () => {
    const page = new Rendered(['<p>Zoë', 'static text '.repeat(100), '</p>'])
    const { body, headers, writes } = await written(page, { 'Accept-Encoding': 'gzip' })
    expect(headers['content-encoding']).toBe('gzip')
    expect(body.length).toBeLessThan(1024)
    expect(gunzipSync(body).toString()).toBe(page.toString())
    expect(writes).toEqual([isJoined ? ['string'] : ['string', 'object']])
  })
})

describe('other responses', () => {
  const send = (renderer) => (req, res) => renderer.send(req, res, page())

  test('a `write` or `end` of somebody else gets the page by one `end`', async () => {
    const renderer = createRenderer()
    for (const name of ['write', 'end']) {
      const calls = []
      const note = replacing(name, (own) => function (chunk, ...rest) {
        calls.push([name, chunk?.length])
        return own.call(this, chunk, ...rest)
      })
      const { port } = await listen((req, res) => note(req, res, () => send(renderer)(req, res)))
      const { body } = await get(port)
      expect(body.toString()).toBe(expected())
      expect(calls).toEqual(name === 'end' ? [['end', body.length]] : [])
    }
  })

  test('a patched class gets the page by one `end`', () => {
    const calls = []
    class Patched extends http.ServerResponse {
      write () { calls.push('write') }
      end (body) { calls.push(['end', body.length]) }
    }
    const res = new Patched({ method: 'GET' })
    end(res, [Buffer.from('a'), Buffer.from('bc')], readerOf(res))
    expect(calls).toEqual([['end', 3]])
  })

  test('HTTP/2', async () => {
    const renderer = createRenderer()
    const ask = await serveHttp2(send(renderer))
    expect(Buffer.concat(await ask().toArray()).toString()).toBe(expected())
  })

  test('TLS', async () => {
    const renderer = createRenderer()
    // A key that both have takes no certificate.
    const psk = Buffer.alloc(32, 'key')
    const ciphers = 'PSK+HIGH'
    const { port } = await listen(https.createServer({ ciphers, pskCallback: () => psk }, send(renderer)))
    const { body } = await get(port, { module: https, ciphers, pskCallback: () => ({ psk, identity: 'a' }), checkServerIdentity () {} })
    expect(body.toString()).toBe(expected())
  })
})

test.each([
  ['process.exit()', 'process.exit()'],
  ['process.exit() with a listener that throws', "process.on('exit', () => { throw new Error('on purpose') }).exit()"],
  ['an error that nobody catches', "process.nextTick(() => { throw new Error('on purpose') })"]
])('a page is sent before its process ends by %s', async (_, end) => {
  const script = `const { createRenderer, html } = require(${JSON.stringify(path.join(__dirname, '../..'))})
    const renderer = createRenderer()
    const server = require('node:http').createServer(async (req, res) => {
      await renderer.send(req, res, html\`the page\`)
      ${end}
    }).listen(0, '127.0.0.1', () => console.log(server.address().port))`
  const child = spawn(process.execPath, ['-e', script], { env: childEnv(), stdio: ['ignore', 'pipe', 'ignore'] })
  const [port] = await once(child.stdout, 'data')
  const [{ body }] = await Promise.all([get(Number(port)), once(child, 'exit')])
  expect(body.toString()).toBe('the page')
})
