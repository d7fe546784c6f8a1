'use strict'

const { AsyncLocalStorage } = require('node:async_hooks')
const { execFile } = require('node:child_process')
const { once } = require('node:events')
const http = require('node:http')
const https = require('node:https')
const net = require('node:net')
const path = require('node:path')
const timers = require('node:timers')
const { promisify } = require('node:util')
const { childEnv } = require('../support/child-env')
const { gate } = require('../support/gate')
const { prose } = require('../support/prose')
const { serveHttp2 } = require('../support/serve-http2')
const { until } = require('../support/until')

// With a clock that stands still, each turn is short.
performance.now = () => 1
const { createRenderer, html } = require('../..')
const { holdWrite } = require('../../lib/response/held-write')
delete performance.now
const { everyPlatform, listen } = require('../support/platforms')

const KB = 1024
const MOST_BYTES = 64 * KB

const closing = []
afterEach(() => { for (const { close } of closing.splice(0)) close() })

/** Serves until the end of the test. */
async function serve (listener) {
  const server = typeof listener === 'function' ? http.createServer(listener) : listener
  const served = await listen(server)
  closing.push(served)
  return { ...served, server }
}

/**
 * The module with a setImmediate and a clock that the test moves on: what is held stays held
 * until it says so.
 *
 * @returns {{ holdWrite: Function, begin: () => void, clock: { time: number }, turn: () => void, due: () => number }} `begin` stands
 *   for a response that has left in this turn
 */
function controlled () {
  const clock = { time: 1e6 }
  const queue = []
  let holdWrite
  const { setImmediate } = timers
  timers.setImmediate = Object.assign((run, ...args) => queue.push(() => run(...args)), { [promisify.custom]: setImmediate[promisify.custom] })
  performance.now = () => clock.time
  try {
    jest.isolateModules(() => ({ holdWrite } = require('../../lib/response/held-write')))
  } finally {
    delete performance.now
    timers.setImmediate = setImmediate
  }
  const turn = () => { for (const run of queue.splice(0)) run() }
  const begin = () => holdWrite({}, 0)
  closing.push({ close: () => turn() })
  return { holdWrite, begin, clock, turn, due: () => queue.length }
}

/** A client that sends the given bytes and keeps the received ones. */
class Client {
  constructor (port, text = '') {
    this.text = ''
    this.ending = undefined
    this.socket = net.connect(port, '127.0.0.1', () => this.socket.write(text))
    this.socket.setEncoding('latin1')
    this.socket.on('data', (data) => { this.text += data })
    this.socket.on('error', ({ code }) => { this.ending = code })
    this.socket.on('close', () => { this.ending ??= 'end' })
    closing.push({ close: () => this.socket.destroy() })
  }

  /** All that has come by the end of the connection, but for the date. */
  async all () {
    await until(() => this.ending !== undefined)
    return this.text.replaceAll(/Date: .*\r\n/g, '')
  }

  /** @returns {Promise<void>} fulfilled when so many answers have come, each ending in the text */
  async receive (text, count = 1) {
    await until(() => this.text.split(text).length > count)
  }
}

const get = (url = '/', { version = '1.1', ...headers } = {}) =>
  [`GET ${url} HTTP/${version}`, 'Host: a', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n')
const getLast = (url) => get(url, { Connection: 'close' })

/**
 * Serves one page that is held, and stops when it is.
 *
 * @param {(res: http.ServerResponse) => void} [prepare] is done before
 * @returns {Promise<object>}
 */
async function heldPage ({ body = 'the page', text = get(), prepare = () => {} } = {}) {
  const module = controlled()
  const events = []
  const { promise, open } = gate()
  const { server, port } = await serve((req, res) => {
    for (const event of ['finish', 'close']) res.on(event, () => events.push(event))
    prepare(res)
    if (module.due() === 0) module.begin()
    module.holdWrite(res, body.length)
    res.end(body)
    open({ req, res, socket: req.socket })
  })
  const client = new Client(port, text)
  return { ...module, ...await promise, events, server, port, client }
}

const isHeld = (socket) => socket.writableLength > 0

describe('a held response', () => {
  test('has ended, and stays in its socket until the end of the turn', async () => {
    const { res, socket, events, client, turn, due } = await heldPage()
    expect({ ended: res.writableEnded, head: res.headersSent, corked: socket.writableCorked, held: isHeld(socket), due: due() })
      .toEqual({ ended: true, head: true, corked: 1, held: true, due: 1 })
    await new Promise(setImmediate)
    expect({ events, text: client.text }).toEqual({ events: [], text: '' })

    turn()
    expect({ corked: socket.writableCorked, held: isHeld(socket) }).toEqual({ corked: 0, held: false })
    await client.receive('the page')
    expect(events).toEqual(['finish', 'close'])
  })

  test.each([0, 1, 4 * KB, MOST_BYTES - 1, MOST_BYTES])('may have a body of %i bytes, which arrives complete', async (length) => {
    const { socket, client, turn } = await heldPage({ body: 'x'.repeat(length), text: getLast() })
    expect(isHeld(socket)).toBe(true)
    turn()
    expect((await client.all()).split('\r\n\r\n')[1].length).toBe(length)
  })

  test('has no longer body', async () => {
    const { socket, client } = await heldPage({ body: 'x'.repeat(MOST_BYTES + 1), text: getLast() })
    expect(socket.writableCorked).toBe(0)
    expect((await client.all()).split('\r\n\r\n')[1].length).toBe(MOST_BYTES + 1)
  })

  test('is followed by others on its connection, which are held too', async () => {
    const { socket, client, turn } = await heldPage()
    for (let count = 1; count <= 3; count++) {
      expect(isHeld(socket)).toBe(true)
      turn()
      await client.receive('the page', count)
      client.socket.write(get())
      await until(() => socket.writableLength > 0)
    }
  })
})

describe('while a response is held', () => {
  test.each([
    ['server.close()', ({ server }) => server.close()],
    ['server.closeIdleConnections()', ({ server }) => server.closeIdleConnections()],
    ['server.closeAllConnections()', ({ server }) => server.closeAllConnections()],
    ['socket.destroy()', ({ socket }) => socket.destroy()],
    ['socket.destroySoon()', ({ socket, turn }) => { socket.destroySoon(); turn() }],
    ['socket.end()', ({ socket, turn }) => { socket.end(); turn() }],
    ['res.destroy()', ({ res }) => res.destroy()]
  ])('%s sends it', async (_, act) => {
    const page = await heldPage({ body: 'x'.repeat(50 * KB) })
    act(page)
    await page.client.all()
    expect(page.client.text.split('\r\n\r\n')[1].length).toBe(50 * KB)
    await until(() => page.events.includes('close'))
    // What has gone by itself is not released again.
    page.turn()
  })

  test('the end of its process sends it', async () => {
    const app = path.join(__dirname, '../support/exiting-app.js')
    const { stdout } = await promisify(execFile)(process.execPath, [app], { env: childEnv() })
    expect(JSON.parse(stdout)).toEqual({
      'process.exit()': 'the page',
      'an error that nobody catches': 'the page',
      'process.exit() with an earlier listener that throws': 'the page',
      'a turn': 'the page'
    })
  })

  test('the process has no listener but while a page is held, however often a test loads the module', async () => {
    const before = process.listenerCount('exit')
    const { client, turn } = await heldPage()
    expect(process.listenerCount('exit')).toBe(before + 1)
    turn()
    await client.receive('the page')
    expect(process.listenerCount('exit')).toBe(before)
  })

  test.each(['write', 'end'])('res.%s() of more is ignored, as soon after', async (method) => {
    const { res, client, turn, events } = await heldPage({ text: getLast() })
    res[method]('again')
    await new Promise(setImmediate)
    turn()
    expect(await client.all()).toMatch(/\r\n\r\nthe page$/)
    await until(() => events.length === 2)
    expect(res.listenerCount('error')).toBe(0)
  })

  test('listeners for errors of the response are called for a late body', async () => {
    const codes = []
    const { res } = await heldPage({ prepare: (res) => res.on('error', ({ code }) => codes.push(code)) })
    res.end('again')
    await until(() => codes.length > 0)
    expect(codes).toEqual(['ERR_STREAM_WRITE_AFTER_END'])
  })

  test('other errors of the response are thrown only if there is no listener', async () => {
    const { res } = await heldPage()
    expect(() => res.emit('error', new Error('other'))).toThrow('other')

    const heard = []
    res.once('error', ({ message }) => heard.push(message))
    res.emit('error', new Error('heard'))
    expect(heard).toEqual(['heard'])
  })

  test('its client may leave', async () => {
    const { client, events, socket, turn, due, port } = await heldPage()
    client.socket.resetAndDestroy()
    await until(() => events.includes('close'))
    expect(socket.destroyed).toBe(true)
    turn()

    const next = new Client(port, getLast())
    await until(() => due() === 1)
    turn()
    expect(await next.all()).toMatch(/\r\n\r\nthe page$/)
  })

  test('other code may cork and uncork its socket', async () => {
    const { client, socket, turn } = await heldPage()
    socket.cork()
    expect(socket.writableCorked).toBe(2)
    socket.write('[theirs]')
    socket.uncork()
    expect({ corked: socket.writableCorked, held: isHeld(socket) }).toEqual({ corked: 1, held: true })
    turn()
    await client.receive('the page[theirs]')
    expect(socket.writableCorked).toBe(0)
  })

  test('other code may keep its socket corked for longer', async () => {
    const { client, socket, turn } = await heldPage()
    socket.cork()
    turn()
    expect({ corked: socket.writableCorked, held: isHeld(socket) }).toEqual({ corked: 1, held: true })
    socket.uncork()
    expect({ corked: socket.writableCorked, held: isHeld(socket) }).toEqual({ corked: 0, held: false })
    await client.receive('the page')
  })

  test('another response in its place is held on one level too', async () => {
    const { holdWrite, begin, turn } = controlled()
    const sockets = gate()
    const { port } = await serve((req, res) => {
      begin()
      // An end that fails, and then one that takes its time, as that of a session.
      holdWrite(res, 1)
      holdWrite(res, 1)
      sockets.open(req.socket)
    })
    const client = new Client(port, get())
    const socket = await sockets.promise
    expect(socket.writableCorked).toBe(1)
    turn()
    expect(socket.writableCorked).toBe(0)
    expect(client.text).toBe('')
  })

  test('at most 256 sockets hold one', async () => {
    const { clients, sockets, turn, due, port } = await heldPages(260)
    expect({ due: due(), held: sockets.map(isHeld) }).toEqual({ due: 1, held: [...Array(256).fill(true), ...Array(4).fill(false)] })
    turn()
    for (const client of clients) expect(await client.all()).toMatch(/\r\n\r\nthe page$/)

    const next = new Client(port, getLast())
    await until(() => due() === 1)
    turn()
    await next.all()
  })
})

/** Asks for pages on connections of their own in one turn, as far as sockets hold them. */
async function heldPages (count) {
  const { holdWrite, begin, turn, due } = controlled()
  const sockets = []
  const { port } = await serve((req, res) => {
    if (due() === 0) begin()
    holdWrite(res, 8)
    res.end('the page')
    sockets.push(req.socket)
  })
  const clients = Array.from({ length: count }, () => new Client(port, getLast()))
  await until(() => sockets.length === count)
  return { clients, sockets, turn, due, port }
}

test('a socket whose write throws does not keep the others from sending', async () => {
  const { clients, sockets, turn } = await heldPages(2)
  sockets[0]._write = sockets[0]._writev = () => { throw new Error('of a tracer') }
  expect(turn).toThrow('of a tracer')
  expect(sockets[1].writableCorked).toBe(0)
  const pages = clients.map((client) => client.all())
  expect(await Promise.race(pages)).toMatch(/\r\n\r\nthe page$/)
  sockets[0].destroy()
  await Promise.all(pages)
})

describe('nothing is held', () => {
  test.each([
    ['a socket that somebody has corked', (socket) => socket.cork(), 1],
    ['a response that somebody has corked', (socket) => socket._httpMessage.cork(), 1],
    ['a socket with an uncork of its own', (socket) => { socket.uncork = function () { return net.Socket.prototype.uncork.call(this) } }, 0],
    ['a socket with a destroy of its own', (socket) => { socket.destroy = function (error) { return net.Socket.prototype.destroy.call(this, error) } }, 0],
    ['a socket that is destroyed', (socket) => socket.destroy(), 0]
  ])('by %s', async (_, prepare, corked) => {
    const { holdWrite, begin } = controlled()
    const seen = gate()
    const { port } = await serve((req, res) => {
      const { socket } = req
      prepare(socket)
      begin()
      holdWrite(res, 8)
      seen.open(socket.writableCorked)
      res.end('the page')
    })
    const client = new Client(port, getLast())
    expect(await seen.promise).toBe(corked)
    await client.all()
  })

  test.each(['uncork', 'destroy'])('once the %s of a socket that held before is patched', async (method) => {
    const { socket, client, turn } = await heldPage()
    const behind = socket[method]
    let calls = 0
    socket[method] = function () {
      calls++
      return behind.apply(this, arguments)
    }
    turn()
    await client.receive('the page')
    client.socket.write(getLast())
    expect(await client.all()).toMatch(/the page[^]*the page$/)
    expect(calls).toBeGreaterThan(0)
  })

  test('by a response without a socket', () => {
    const { holdWrite, begin } = controlled()
    const req = new http.IncomingMessage(new net.Socket())
    const res = new http.ServerResponse(req)
    begin()
    holdWrite(res, 1)
    res.end('x')
    expect({ listeners: res.listenerCount('error'), ended: res.writableEnded }).toEqual({ listeners: 0, ended: true })
  })

  test('by a socket of another class', async () => {
    const { Writable } = require('node:stream')
    const { holdWrite, begin } = controlled()
    const chunks = []
    const socket = new Writable({ write: (chunk, _, done) => { chunks.push(chunk); done() } })
    const res = new http.ServerResponse(new http.IncomingMessage(new net.Socket()))
    res.assignSocket(socket)
    begin()
    holdWrite(res, 8)
    expect(socket.writableCorked).toBe(0)
    res.end('the page')
    await once(res, 'finish')
    expect(Buffer.concat(chunks).toString()).toMatch(/\r\n\r\nthe page$/)
  })

  test('over HTTP/2, and the page is correct', async () => {
    const { holdWrite, begin } = controlled()
    const { ask, close } = await serveHttp2((req, res) => {
      begin()
      holdWrite(res, 8)
      res.end('the page')
    })
    closing.push({ close })
    const stream = ask()
    stream.setEncoding('utf8')
    expect((await stream.toArray()).join('')).toBe('the page')
  })
})

describe('a turn', () => {
  /** Answers so many clients in one turn. */
  async function turnOf (count, after = () => {}) {
    const module = controlled()
    const contexts = new AsyncLocalStorage()
    const waiting = []
    const seen = []
    const { port } = await serve((req, res) => contexts.run(req.url, () => {
      for (const event of ['finish', 'close']) res.on(event, () => seen.push({ event, url: req.url, context: contexts.getStore() }))
      waiting.push(res)
    }))
    const clients = Array.from({ length: count }, (_, i) => new Client(port, getLast(`/${i}`)))
    await until(() => waiting.length === count)
    const held = waiting.map((res, i) => {
      contexts.run(res.req.url, () => {
        module.holdWrite(res, 8)
        res.end('the page')
      })
      after(module, i)
      return waiting.slice(0, i + 1).map(({ req }) => isHeld(req.socket))
    })
    return { ...module, clients, held, seen }
  }

  test('sends its first response at once, and the others at its end', async () => {
    const { clients, held, turn, due } = await turnOf(4)
    expect(held).toEqual([[false], [false, true], [false, true, true], [false, true, true, true]])
    expect(due()).toBe(1)
    await clients.find(({ text }) => text !== '')?.all()
    turn()
    for (const client of clients) expect(await client.all()).toMatch(/\r\n\r\nthe page$/)
  })

  test('sends what is held with the first response that ends after a millisecond', async () => {
    const { clients, held, turn } = await turnOf(5, ({ clock }, i) => { clock.time += i === 2 ? 1.1 : 0.1 })
    expect(held.slice(2)).toEqual([[false, true, true], [false, false, false, false], [false, false, false, false, true]])
    turn()
    for (const client of clients) expect(await client.all()).toMatch(/\r\n\r\nthe page$/)
  })

  test('sends each response in its own async context', async () => {
    const { seen, turn } = await turnOf(6)
    turn()
    await until(() => seen.length === 12)
    expect(seen.filter(({ url, context }) => url !== context)).toEqual([])
  })
})

describe.each(everyPlatform)('$platform', ({ serve: serveOn }) => {
  const long = prose(MOST_BYTES)
  const pageOf = (url) => url.startsWith('/long') ? html`<p>${url}</p>${long}` : html`<p>${url}</p>`

  /** Serves pages, and notes whether each was held when its `res.end` returned. */
  function serveNoted (options) {
    const held = []
    const { listener } = serveOn({ ...options, compress: false }, ({ res, req, send }) => {
      const { end } = res
      res.end = function () {
        end.apply(this, arguments)
        if (this.socket) held.push(isHeld(this.socket))
        return this
      }
      holdWrite({}, 0)
      return send(pageOf(req.url))
    })
    return { listener, held }
  }

  /** What comes of requests over one connection. */
  async function talk (listener, text) {
    const { port } = await serve(listener)
    return new Client(port, text).all()
  }

  test('holds all pages except long ones', async () => {
    const { listener, held } = serveNoted()
    await talk(listener, getLast('/'))
    await talk(listener, getLast('/long'))
    expect(held).toEqual([true, false])
  })

  test('holds nothing with `holdWrites: false`', async () => {
    const { listener, held } = serveNoted({ holdWrites: false })
    await talk(listener, getLast('/'))
    expect(held).toEqual([false])
  })

  test.each([
    ['one after the other in one packet', Array.from({ length: 20 }, (_, i) => i === 19 ? getLast(`/${i}`) : get(`/${i % 7 === 3 ? 'long' : ''}${i}`)).join('')],
    ['for the last time', getLast('/')],
    ['by HTTP/1.0', get('/', { version: '1.0' })],
    ['by HTTP/1.0 that stays', get('/', { version: '1.0', Connection: 'keep-alive' }) + get('/2', { version: '1.0' })],
    ['of HEAD', getLast('/').replace('GET', 'HEAD')]
  ])('gives the same bytes as without, asked %s', async (_, text) => {
    const [held, atOnce] = await Promise.all([true, false].map((holdWrites) => talk(serveNoted({ holdWrites }).listener, text)))
    expect(held.length).toBeGreaterThan(100)
    expect(held === atOnce || held).toBe(true)
  })
})

test('a page is held for a client of TLS, too', async () => {
  const renderer = createRenderer({ compress: false })
  // A key that both have takes no certificate.
  const psk = Buffer.alloc(32, 'key')
  const ciphers = 'PSK+HIGH'
  let isHeldThere
  const { port } = await serve(https.createServer({ ciphers, pskCallback: () => psk }, async (req, res) => {
    holdWrite({}, 0)
    await renderer.send(req, res, html`<p>${req.url}</p>`)
    isHeldThere = isHeld(res.socket)
  }))
  const agent = new https.Agent({ keepAlive: true, maxSockets: 1, ciphers, pskCallback: () => ({ psk, identity: 'a' }), checkServerIdentity () {} })
  closing.push({ close: () => agent.destroy() })
  const bodies = await Promise.all(['/1', '/2', '/3'].map((url) => new Promise((resolve, reject) => {
    https.get({ port, host: '127.0.0.1', path: url, agent }, async (res) => resolve(String(await res.toArray()))).on('error', reject)
  })))
  expect(bodies).toEqual(['<p>/1</p>', '<p>/2</p>', '<p>/3</p>'])
  expect(isHeldThere).toBe(true)
})
