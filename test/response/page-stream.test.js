'use strict'

const { once } = require('node:events')
const http = require('node:http')
const { constants } = require('node:http2')
const net = require('node:net')
const { Writable } = require('node:stream')
const { setImmediate: turn, setTimeout: wait } = require('node:timers/promises')
const { Rendered } = require('../..')
const { PageStream, flow, unencoded } = require('../../lib/response/page-stream')
const { AsyncChunk } = require('../../lib/page/async-chunk')
const { StaticFragment } = require('../../lib/page/static-fragment')
const { StreamingRender } = require('../../lib/streaming/streaming-render')
const { CountedValues } = require('../support/counted-values')
const { gate } = require('../support/gate')
const { listen } = require('../support/platforms')
const { RawClient } = require('../support/raw-client')
const { serveHttp2 } = require('../support/serve-http2')
const { until } = require('../support/until')
const { viewFolder } = require('../support/view-folder')

const error = new Error('no value')
const asyncChunk = (value) => AsyncChunk.of(value, (text) => ({ chunks: [text] }))

/** Shows where the parts are, and the last one. */
const marking = {
  encode: (rendered) => Buffer.from(`[${rendered}]`),
  end: (rendered) => Buffer.from(`(${rendered})`)
}

function bodyOf (chunks, { onError, encoder = unencoded } = {}) {
  const streamingRender = new StreamingRender(onError)
  streamingRender.push(chunks)
  streamingRender.complete()
  return new PageStream(streamingRender, encoder)
}

/** Gives pieces of 20 KB for ever, one in each turn. */
function endless () {
  return new CountedValues((function * () { for (;;) yield turn('x'.repeat(20_000)) })())
}

describe('reading a body', () => {
  test.each([
    { name: 'nothing', chunks: [], text: '' },
    { name: 'text', chunks: ['Zoë'], text: 'Zoë' },
    { name: 'text and fragments', chunks: ['a', new StaticFragment('<世>'), 'b'], text: 'a<世>b' },
    { name: 'what is waited for', chunks: ['a', asyncChunk(turn('b')), asyncChunk(new CountedValues(['c', turn('d')])), 'e'], text: 'abcde' }
  ])('gives the bytes of $name', async ({ chunks, text }) => {
    expect(Buffer.concat(await bodyOf(chunks).toArray()).toString()).toBe(text)
  })

  test('begins with the first part', async () => {
    const { promise, open } = gate()
    const streamingRender = new StreamingRender()
    streamingRender.push(['1', asyncChunk(promise)])
    streamingRender.complete()
    const body = new PageStream(streamingRender, unencoded, await streamingRender.next())
    body.once('data', () => open('2'))
    expect((await body.toArray()).map(String)).toEqual(['1', '2'])
  })

  test('encodes part by part, and ends once', async () => {
    const { promise, open } = gate()
    const body = bodyOf(['1', asyncChunk(promise), '2'], { encoder: marking })
    body.once('data', () => open('a'))
    expect((await body.toArray()).join('')).toBe('[1](a2)')
    expect((await bodyOf([], { encoder: marking }).toArray()).join('')).toBe('()')
  })

  test('ends once if the last async chunk is empty', async () => {
    const { promise, open } = gate()
    const body = bodyOf(['1', asyncChunk(promise)], { encoder: marking })
    body.once('data', () => open(''))
    expect((await body.toArray()).join('')).toBe('[1]()')
  })

  test('gives the bytes of a file without a copy', () => {
    const bytes = Buffer.from('bytes')
    expect(unencoded.encode(new Rendered([{ bytes, byteLength: bytes.length }]))).toBe(bytes)
    expect(unencoded.end(new Rendered([{ bytes, byteLength: bytes.length }]))).toBe(bytes)
  })
})

describe('the pace', () => {
  test('is set by the reader', async () => {
    const values = endless()
    const body = bodyOf([asyncChunk(values)])
    expect(values.pulled).toBe(0)
    let taken = 0
    body.on('readable', () => {})
    for (let i = 0; i < 20; i++) {
      await until(() => body.readableLength > 0)
      taken += body.read().length
      for (let i = 0; i < 10; i++) await turn()
      expect(values.pulled * 20_000 - taken).toBeLessThan(body.readableHighWaterMark + 4 * 20_000)
    }
    body.destroy()
  })

  test('stops while the client does not read', async () => {
    const values = endless()
    const body = bodyOf([asyncChunk(values)])
    let go
    body.pipe(new Writable({ highWaterMark: 1, write (chunk, encoding, callback) { go = callback } }))
    await until(() => go !== undefined)
    for (let i = 0; i < 50; i++) await turn()
    const { pulled } = values
    expect(pulled).toBeLessThan(10)
    for (let i = 0; i < 50; i++) await turn()
    expect(values.pulled).toBe(pulled)
    go()
    await until(() => values.pulled > pulled)
    body.destroy()
  })
})

describe('a body that ends early', () => {
  test('releases all async chunks', async () => {
    const values = endless()
    const body = bodyOf([asyncChunk(values)]).resume()
    await until(() => values.pulled > 2)
    body.destroy()
    await until(() => body.closed)
    const { pulled } = values
    await turn()
    expect(values).toMatchObject({ pulled, returned: 1 })
    expect(body.failure).toBeUndefined()
  })

  test('keeps its error for its owner, and emits none', async () => {
    const onError = jest.fn()
    const values = endless()
    const body = bodyOf(['a', asyncChunk(Promise.reject(error)), asyncChunk(values)]).on('error', onError).resume()
    await until(() => body.closed)
    expect(onError).not.toHaveBeenCalled()
    expect(body.failure).toEqual({ error })
    expect(body.readableEnded).toBe(false)
    expect(values.returned).toBe(1)
  })

  test('ignores errors after it was destroyed', async () => {
    const { promise, fail } = gate()
    const body = bodyOf([asyncChunk(promise)]).resume()
    await turn()
    body.destroy()
    fail(error)
    await until(() => body.closed)
    await turn()
    expect(body.failure).toBeUndefined()
  })

  test('may have a failed encoder', async () => {
    const body = bodyOf(['a'], { encoder: { end () { throw error } } }).resume()
    await until(() => body.closed)
    expect(body.failure).toEqual({ error })
  })

  test('has no error if all parts were read', async () => {
    const values = new CountedValues(['a', 'b'])
    const body = bodyOf([asyncChunk(values)])
    await body.toArray()
    await until(() => body.closed)
    expect(values.returned).toBe(0)
  })
})

describe('a body streamed to a client', () => {
  let server
  afterEach(() => server.close())

  /** Serves a body that waits for a gate; says what was reported, and when all is over. */
  async function serve (onError, { prepare = () => {}, listenBy = listen } = {}) {
    const { promise, open, fail } = gate()
    const flowing = { open, fail, reported: [], isOver: false }
    server = await listenBy((req, res) => {
      prepare(res)
      flowing.body = bodyOf(['first', asyncChunk(promise)], { onError })
      flow(flowing.body, res, (error) => flowing.reported.push(error)).then(() => { flowing.isOver = true })
    })
    return flowing
  }

  test('is sent part by part', async () => {
    const flowing = await serve()
    const client = new RawClient(server.port)
    await client.receive(1)
    expect(flowing.isOver).toBe(false)
    flowing.open('second')
    await client.finish()
    expect(client.chunks.map(String)).toEqual(['first', 'second', ''])
    await until(() => flowing.isOver)
    expect(flowing.reported).toEqual([])
  })

  test.each([
    { name: 'a chunked body has no end', version: '1.1', ending: 'end' },
    { name: 'a body of a known length is not so long', version: '1.1', prepare: (res) => res.setHeader('Content-Length', 100), ending: 'end' },
    { name: 'one that would end with the connection has that reset', version: '1.1', prepare: (res) => res.removeHeader('Transfer-Encoding'), ending: 'ECONNRESET' },
    { name: 'so it is by HTTP/1.0', version: '1.0', ending: 'ECONNRESET' }
  ])('is cut when it fails: $name', async ({ version, prepare, ending }) => {
    const flowing = await serve(undefined, { prepare })
    const client = new RawClient(server.port, { version })
    await until(() => client.body.length > 0)
    flowing.fail(error)
    await client.end()
    expect(client.body.toString()).toBe('first')
    expect(client.isWhole).toBe(false)
    expect(client.ending).toBe(ending)
    await until(() => flowing.isOver)
    expect(flowing.reported).toEqual([error])
  })

  test('is cut over HTTP/2 by a stream error, and the connection stays open', async () => {
    const flowing = await serve(undefined, { listenBy: serveHttp2 })
    const request = server.ask().on('error', () => {})
    const { session } = request
    expect(String(await once(request, 'data'))).toBe('first')
    flowing.fail(error)
    await new Promise((resolve) => request.once('close', resolve))
    expect(request.rstCode).toBe(constants.NGHTTP2_INTERNAL_ERROR)
    await until(() => flowing.isOver)
    expect(flowing.reported).toEqual([error])
    expect(session.destroyed).toBe(false)
  })

  test('is sent completely over HTTP/2', async () => {
    const flowing = await serve(undefined, { listenBy: serveHttp2 })
    const request = server.ask()
    await once(request, 'data')
    flowing.open('second')
    expect(String(await request.toArray())).toBe('second')
    expect(request.rstCode).toBe(constants.NGHTTP2_NO_ERROR)
    await until(() => flowing.isOver)
  })

  test('ends when an HTTP/2 client cancels it', async () => {
    const flowing = await serve(undefined, { listenBy: serveHttp2 })
    const request = server.ask()
    await once(request, 'data')
    request.close(constants.NGHTTP2_CANCEL)
    await until(() => flowing.isOver)
    expect(flowing.body.destroyed).toBe(true)
    expect(flowing.reported).toEqual([])
  })

  test('does not wait for middleware whose write returns nothing', async () => {
    const flowing = await serve(undefined, {
      prepare (res) {
        const { write } = res
        res.write = function (...args) { write.apply(this, args) }
      }
    })
    const client = new RawClient(server.port)
    await client.receive(1)
    flowing.open('second')
    await client.finish()
    expect(client.chunks.map(String)).toEqual(['first', 'second', ''])
  })

  test('does not begin if the head cannot be written', async () => {
    const values = endless()
    const body = bodyOf(['first', asyncChunk(values)])
    let thrown
    const reported = []
    server = await listen((req, res) => {
      res.statusCode = 99
      flow(body, res, (error) => reported.push(error)).catch((error) => {
        thrown = error
        res.writeHead(500).end()
      })
    })
    await new RawClient(server.port).receive(1)
    expect(thrown.code).toBe('ERR_HTTP_INVALID_STATUS_CODE')
    expect(reported).toEqual([])
    expect(values).toMatchObject({ pulled: 0, returned: 1 })
  })

  test('is cut on a connection without reset', async () => {
    const folder = viewFolder({})
    const flowing = await serve()
    const unix = http.createServer((req, res) => flow(bodyOf(['first', asyncChunk(turn().then(() => { throw error }))]), res, (error) => flowing.reported.push(error)))
    await new Promise((resolve) => unix.listen(folder.file('socket'), resolve))
    const socket = net.connect(folder.file('socket')).resume()
    socket.write('GET / HTTP/1.0\r\n\r\n')
    await new Promise((resolve) => socket.once('close', resolve))
    await until(() => flowing.reported.length > 0)
    expect(flowing.reported).toEqual([error])
    unix.close()
    folder.remove()
  })

  test('is not reported again after onError', async () => {
    const onError = jest.fn()
    const flowing = await serve(onError)
    const client = new RawClient(server.port)
    await client.receive(1)
    flowing.fail(error)
    await client.end()
    await until(() => flowing.isOver)
    expect(onError.mock.calls).toEqual([[error]])
    expect(flowing.reported).toEqual([])
  })

  test('is reported if onError itself has failed', async () => {
    const own = new Error('own')
    const flowing = await serve(() => { throw own })
    const client = new RawClient(server.port)
    await client.receive(1)
    flowing.fail(error)
    await client.end()
    await until(() => flowing.isOver)
    expect(flowing.reported).toEqual([own])
  })

  test('ends when no chunks are left', async () => {
    const { promise, open } = gate()
    const nothing = (async function * () { await promise })()
    server = await listen((req, res) => flow(bodyOf(['first', asyncChunk(nothing)]), res, () => {}))
    const client = new RawClient(server.port)
    await client.receive(1)
    open()
    await client.finish()
    expect(client.body.toString()).toBe('first')
  })

  test('waits for a client that does not read', async () => {
    const values = new CountedValues((function * () { for (;;) yield turn('x'.repeat(1e6)) })())
    server = await listen((req, res) => flow(bodyOf([asyncChunk(values)]), res, () => {}))
    const socket = net.connect(server.port, '127.0.0.1').on('error', () => {})
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await until(() => values.pulled > 0)
    let before
    do {
      before = values.pulled
      await wait(100)
    } while (values.pulled > before && before < 50)
    expect(before).toBeLessThan(50)
    socket.resume()
    await until(() => values.pulled > before)
    socket.destroy()
    await until(() => values.returned === 1)
  })

  test('stops when the app has ended the response', async () => {
    let res
    const flowing = await serve(undefined, { prepare: (own) => { res = own } })
    const client = new RawClient(server.port)
    await client.receive(1)
    res.end('own')
    flowing.open('second')
    await client.finish()
    expect(client.body.toString()).toBe('firstown')
    await until(() => flowing.isOver)
    expect(flowing.reported).toEqual([])
    expect(flowing.body.destroyed).toBe(true)
  })

  test.each([
    { name: 'nothing is reported', onError: jest.fn() },
    { name: 'it is not reported either' }
  ])('ends when the client disconnects, and $name', async ({ onError }) => {
    const flowing = await serve(onError)
    const client = new RawClient(server.port)
    await client.receive(1)
    client.close()
    await until(() => flowing.isOver)
    flowing.fail(error)
    await turn()
    expect(flowing.body.destroyed).toBe(true)
    expect(flowing.reported).toEqual([])
    if (onError) expect(onError).not.toHaveBeenCalled()
  })
})
