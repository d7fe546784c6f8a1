'use strict'

const { once } = require('node:events')
const http = require('node:http')
const http2 = require('node:http2')
const net = require('node:net')
const { setTimeout: wait } = require('node:timers/promises')
const express = require('express')
const Koa = require('koa')
const bufferedRender = require('../..')
const { Memo } = require('../../lib/response/memo')
const { OutputMemory } = require('../../lib/response/output-memory')
const { Responder } = require('../../lib/response/responder')
const { respond } = require('../support/respond')
const { until } = require('../support/until')

const KB = 1024
/** More than the operating system takes off a server's hands for a client that does not read. */
const HUGE = 3 * KB * KB

const pageOf = (n, length = 100 * KB) => bufferedRender.html`${String(n % 10).repeat(length)}`
const textOf = (n, length) => String(n % 10).repeat(length ?? 100 * KB)

/** Runs a server for the time of a test. */
async function serving (listener, test) {
  const server = http.createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  const agent = new http.Agent({ keepAlive: true })
  try {
    return await test((path, headers = {}) => get({ port, agent, path, headers }), port)
  } finally {
    agent.destroy()
    server.closeAllConnections()
    server.close()
  }
}

function get (request) {
  return new Promise((resolve, reject) => {
    http.get({ host: '127.0.0.1', ...request }, async (res) => {
      resolve(Buffer.concat(await res.toArray()).toString())
    }).on('error', reject)
  })
}

describe('memory', () => {
  test('has the length that was asked for', () => {
    const memory = new OutputMemory()
    for (const length of [0, 1, 4096, 4097, 8192, 8193, 65_536, 1_000_000, 5_000_000]) {
      expect(memory.take(length)).toHaveLength(length)
    }
  })

  test('is used again for pages of about the same size', () => {
    const memory = new OutputMemory()
    const first = memory.take(10_000)
    memory.takeBack(first)
    const second = memory.take(9000)
    expect(second.buffer).toBe(first.buffer)
    expect(second).toHaveLength(9000)
    expect(memory.take(9000).buffer).not.toBe(first.buffer)
  })

  test('is not kept beyond 16 MB', () => {
    const memory = new OutputMemory()
    const lent = Array.from({ length: 40 }, () => memory.take(1e6))
    lent.forEach((body) => memory.takeBack(body))
    expect(memory.kept).toBe(16 * KB * KB)
    const buffers = new Set(lent.map(({ buffer }) => buffer))
    const again = Array.from({ length: 40 }, () => memory.take(1e6)).filter(({ buffer }) => buffers.has(buffer))
    expect(again).toHaveLength(16)
    expect(memory.kept).toBe(0)
  })
})

describe('a response', () => {
  test('gives it back when it was sent', async () => {
    const memory = new OutputMemory()
    const seen = []
    await serving((req, res) => {
      const body = memory.take(10_000).fill(req.url.slice(1))
      seen.push(body.buffer)
      memory.send(res, body)
    }, async (ask) => {
      for (const n of [1, 2, 3]) expect(await ask(`/${n}`)).toBe(String(n).repeat(10_000))
    })
    expect(new Set(seen).size).toBe(1)
  })

  test('has none of it back that a memo holds', async () => {
    const responder = new Responder({ compress: false, threshold: 0, serverTiming: false, memo: new Memo(1e7) })
    await serving((req, res) => respond(responder, req, res, pageOf(req.url.slice(1)), { etag: 'weak' }), async (ask) => {
      for (const n of [1, 1, 1, 1, 2, 3, 1, 2, 1]) expect(await ask(`/${n}`)).toBe(textOf(n))
    })
  })

  /**
   * Pages of which the operating system cannot take all off the server's hands
   * for a client that does not read, one after the other on its connection.
   */
  async function stalling (test) {
    const memory = new OutputMemory()
    const lent = []
    await serving(async (req, res) => {
      await until(() => res.socket || req.socket.destroyed)
      if (req.socket.destroyed) return
      const body = memory.take(HUGE).fill(req.url.slice(1))
      lent.push({ body, buffer: body.buffer, res })
      memory.send(res, body)
    }, async (ask, port) => {
      const client = net.connect(port, '127.0.0.1')
      client.pause()
      client.write([1, 2, 3, 4, 5].map((n) => `GET /${n} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''))
      let stalled
      do {
        stalled = lent.at(-1)
        await wait(100)
      } while (stalled === undefined || stalled !== lent.at(-1))
      expect(stalled.res.writableFinished).toBe(false)
      await test({ memory, client, ask, stalled })
    })
  }

  test('keeps it while a client is slow to read', async () => {
    await stalling(async ({ memory, client, ask, stalled }) => {
      expect(memory.free.flat()).not.toContain(stalled.buffer)
      for (const n of [7, 8, 9]) expect(await ask(`/${n}`)).toBe(String(n).repeat(HUGE))

      const received = []
      client.on('data', (data) => received.push(data)).resume()
      await until(() => received.reduce((total, { length }) => total + length, 0) > 5 * HUGE)
      const bodies = Buffer.concat(received).toString().split(/HTTP[^]*?\r\n\r\n/).slice(1)
      expect(bodies.map((body) => body === body[0].repeat(HUGE) && body[0])).toEqual(['1', '2', '3', '4', '5'])
      expect(memory.free.flat()).toContain(stalled.buffer)
      client.destroy()
    })
  })

  test('whose client has gone leaves it to the garbage collector', async () => {
    await stalling(async ({ memory, client, stalled }) => {
      const closed = once(stalled.res, 'close')
      client.destroy()
      await closed
      await wait(20)
      expect(memory.free.flat()).not.toContain(stalled.buffer)
    })
  })
})

describe('nobody but the socket gets it:', () => {
  const isSafe = async (prepare) => {
    let safe
    await serving((req, res) => {
      prepare(res)
      safe = OutputMemory.isSafe(res)
      res.end()
    }, (ask) => ask('/').catch(() => {}))
    return safe
  }

  test('a response of Node', async () => {
    expect(await isSafe(() => {})).toBe(true)
  })

  test('not one whose end is wrapped, or whose socket is', async () => {
    expect(await isSafe((res) => { const { end } = res; res.end = (...args) => end.apply(res, args) })).toBe(false)
    expect(await isSafe((res) => { const { write } = res.socket; res.socket.write = (...args) => write.apply(res.socket, args) })).toBe(false)
  })

  test('not one without a socket, or with something else for one', () => {
    const res = new http.ServerResponse({ method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1 })
    expect(OutputMemory.isSafe(res)).toBe(false)
    const { write } = net.Socket.prototype
    res.assignSocket({ write, on () {}, once () {}, emit () {}, cork () {}, uncork () {}, writable: true })
    expect(OutputMemory.isSafe(res)).toBe(false)
  })

  test('not one of HTTP/2', async () => {
    let safe
    const server = http2.createServer((req, res) => {
      safe = OutputMemory.isSafe(res)
      res.end('ok')
    }).listen(0)
    await once(server, 'listening')
    const client = http2.connect(`http://127.0.0.1:${server.address().port}`)
    const answer = await client.request({ ':path': '/' }).toArray()
    expect([String(Buffer.concat(answer)), safe]).toEqual(['ok', false])
    client.close()
    server.close()
  })
})

describe('whoever keeps a body has it for good:', () => {
  /** Asks for pages of one length, one after the other, and compares what was kept. */
  const compare = async (app, kept) => {
    await serving(app, async (ask) => {
      for (let n = 0; n < 5; n++) expect(await ask(`/${n}`)).toBe(textOf(n))
    })
    expect(kept).toHaveLength(5)
    kept.forEach((body, n) => expect(body.toString()).toBe(textOf(n)))
  }
  const answer = (req, res) => res.send(pageOf(Number(req.url.slice(1))))

  test('middleware that wraps res.end', async () => {
    const kept = []
    const app = express().use(bufferedRender(), (req, res, next) => {
      const { end } = res
      res.end = function (body, ...rest) {
        kept.push(body)
        return end.call(this, body, ...rest)
      }
      next()
    })
    await compare(app.use(answer), kept)
  })

  test('middleware that wraps it when the page was made already', async () => {
    const responder = new Responder({ compress: false, threshold: 0, serverTiming: false })
    const kept = []
    await compare((req, res) => {
      const page = pageOf(Number(req.url.slice(1)))
      const representation = responder.represent(req, res, page, 'weak')
      const { end } = res
      res.end = function (body, ...rest) {
        kept.push(body)
        return end.call(this, body, ...rest)
      }
      responder.send(req, res, representation)
    }, kept)
  })

  test('an etag function', async () => {
    const kept = []
    const app = express().set('etag', (body) => { kept.push(body) }).use(bufferedRender())
    await compare(app.use(answer), kept)
  })

  test('middleware above in Koa', async () => {
    const kept = []
    const app = new Koa()
    app.use(async (ctx, next) => {
      await next()
      kept.push(ctx.body)
    })
    app.use(bufferedRender())
    app.use((ctx) => { ctx.body = pageOf(Number(ctx.path.slice(1))) })
    await compare(app.callback(), kept)
  })

  test('the memo', async () => {
    const app = express().use(bufferedRender()).use(answer)
    await serving(app, async (ask) => {
      for (let round = 0; round < 4; round++) {
        for (let n = 0; n < 10; n++) expect(await ask(`/${n}`)).toBe(textOf(n))
      }
    })
  })

  test('but what is sent once is assembled where another page was', async () => {
    const middleware = bufferedRender({ memo: false })
    const { memory } = middleware.renderer.responder
    const take = jest.spyOn(memory, 'takeBack')
    await serving(express().use(middleware).use(answer), async (ask) => {
      for (let n = 0; n < 5; n++) expect(await ask(`/${n}`)).toBe(textOf(n))
    })
    const buffers = new Set(take.mock.calls.map(([{ buffer }]) => buffer))
    expect([take.mock.calls.length, buffers.size]).toEqual([5, 1])
  })
})
