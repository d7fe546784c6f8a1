'use strict'

const { once } = require('node:events')
const http = require('node:http')
const net = require('node:net')
const { setImmediate: turn } = require('node:timers/promises')
const { isDisconnected, unlessDisconnected, onDisconnect } = require('../../lib/response/disconnect')
const { gate } = require('../support/gate')
const { listen } = require('../support/listen')
const { serveHttp2 } = require('../support/serve-http2')
const { until } = require('../support/until')

const QUEUED = 30

let warnings
const warn = (warning) => warnings.push(warning)
beforeEach(() => {
  warnings = []
  process.on('warning', warn)
})
afterEach(() => {
  process.off('warning', warn)
  expect(warnings).toEqual([])
})

async function serveHttp (listener) {
  const { port } = await listen(listener)
  return () => http.get({ port, host: '127.0.0.1', agent: false })
}

/** Sends many requests at once on one connection; gives their responses, none of which was answered. */
async function pipeline (count) {
  const responses = []
  const { port } = await listen((req, res) => responses.push(res))
  const socket = net.connect(port, '127.0.0.1').on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(count))
  await until(() => responses.length === count)
  return { responses, socket, connection: responses[0].socket }
}

describe('responses queued on one connection', () => {
  test('share one listener for its end', async () => {
    const { responses, socket, connection } = await pipeline(QUEUED)
    const before = connection.listenerCount('close')
    const disconnected = []
    responses.forEach((res, i) => onDisconnect(res, () => disconnected.push(i)))
    expect(connection.listenerCount('close')).toBe(before + 1)
    expect(responses.map(isDisconnected)).toEqual(responses.map(() => false))

    socket.destroy()
    await until(() => disconnected.length === QUEUED)
    expect(disconnected.toSorted((a, b) => a - b)).toEqual(responses.map((_, i) => i))
    expect(responses.map(isDisconnected)).toEqual(responses.map(() => true))
  })

  test('are notified of its end after others have stopped listening', async () => {
    const { responses, socket } = await pipeline(5)
    const disconnected = []
    const stops = responses.map((res, i) => onDisconnect(res, () => disconnected.push(i)))
    for (const i of [1, 3]) stops[i]()
    socket.destroy()
    await until(() => disconnected.length === 3)
    expect(disconnected.toSorted()).toEqual([0, 2, 4])
  })

  test('leave no listener after stopping', async () => {
    const { responses, socket, connection } = await pipeline(QUEUED)
    const counts = () => [connection, ...responses].map((emitter) => emitter.listenerCount('close'))
    const before = counts()
    const leave = jest.fn()
    for (let round = 0; round < 3; round++) {
      const stops = responses.map((res) => onDisconnect(res, leave))
      expect(counts()).not.toEqual(before)
      for (const stop of [...stops, ...stops]) stop()
      expect(counts()).toEqual(before)
    }
    socket.destroy()
    await until(() => connection.destroyed)
    await turn()
    expect(leave).not.toHaveBeenCalled()
  })
})

describe.each([
  { protocol: 'HTTP/1.1', serve: serveHttp },
  { protocol: 'HTTP/2', serve: serveHttp2 }
])('over $protocol', ({ serve }) => {
  /** Asks, and gives the response before it is answered. */
  async function exchange () {
    const { promise, open } = gate()
    const ask = await serve((req, res) => open(res))
    const request = ask().on('error', () => {})
    return { request, res: await promise }
  }

  test('a disconnect is noticed, and nothing begins after it', async () => {
    const { request, res } = await exchange()
    const begin = jest.fn(() => new Promise(() => {}))
    const waiting = unlessDisconnected(res, begin)
    expect([begin.mock.calls.length, isDisconnected(res)]).toEqual([1, false])
    request.destroy()
    expect(await waiting).toBeUndefined()
    expect(isDisconnected(res)).toBe(true)
    expect(await unlessDisconnected(res, begin)).toBeUndefined()
    expect(begin).toHaveBeenCalledTimes(1)
  })

  test('a value before the disconnect is returned, and no listener is left', async () => {
    const { request, res } = await exchange()
    const before = res.listenerCount('close')
    expect(await unlessDisconnected(res, () => turn('value'))).toBe('value')
    const error = new Error('no value')
    await expect(unlessDisconnected(res, async () => { throw error })).rejects.toBe(error)
    expect(res.listenerCount('close')).toBe(before)
    request.destroy()
    await once(res, 'close')
  })

  test('a client that has received everything is not disconnected', async () => {
    const { request, res } = await exchange()
    request.once('response', (response) => { if (response.resume) response.resume(); else request.resume() })
    res.end('whole')
    await once(res, 'close')
    await turn()
    expect(isDisconnected(res)).toBe(false)
  })
})
