'use strict'

const http = require('node:http')
const net = require('node:net')
const { setImmediate: turn } = require('node:timers/promises')
const { Rendered } = require('../..')
const { plain } = require('../../lib/codings/identity')
const { PageStream, streamBody } = require('../../lib/response/page-stream')
const { AsyncChunk } = require('../../lib/page/async-chunk')
const { StreamingRender } = require('../../lib/streaming/streaming-render')
const { CountedValues } = require('../support/counted-values')
const { gate } = require('../support/gate')
const { clientOf } = require('../support/raw-client')
const { until } = require('../support/until')
const { viewFolder } = require('../support/view-folder')

const error = new Error('no value')
const asyncChunk = (value) => AsyncChunk.of(value, (text) => ({ chunks: [text] }))

/** Shows where the parts are, and the last one. */
const marking = {
  encode: (rendered, isLast) => Buffer.from(isLast ? `(${rendered})` : `[${rendered}]`)
}

function bodyOf (chunks, encoder = plain) {
  const streamingRender = new StreamingRender()
  streamingRender.push(chunks)
  streamingRender.complete()
  return new PageStream(streamingRender, encoder)
}

/** Gives pieces of 20 KB for ever, one in each turn. */
function endless () {
  return new CountedValues((function * () { for (;;) yield turn('x'.repeat(20_000)) })())
}

describe('reading a body', () => {
  test('begins with the first part', async () => {
    const { promise, open } = gate()
    const streamingRender = new StreamingRender()
    streamingRender.push(['1', asyncChunk(promise)])
    streamingRender.complete()
    const body = new PageStream(streamingRender, plain, await streamingRender.next())
    body.once('data', () => open('2'))
    expect((await body.toArray()).map(String)).toEqual(['1', '2'])
  })

  test('encodes part by part, and ends once', async () => {
    const { promise, open } = gate()
    const body = bodyOf(['1', asyncChunk(promise), '2'], marking)
    body.once('data', () => open('a'))
    expect((await body.toArray()).join('')).toBe('[1](a2)')
    expect((await bodyOf([], marking).toArray()).join('')).toBe('()')
  })

  test('ends once if the last async chunk is empty', async () => {
    const { promise, open } = gate()
    const body = bodyOf(['1', asyncChunk(promise)], marking)
    body.once('data', () => open(''))
    expect((await body.toArray()).join('')).toBe('[1]()')
  })

  test('gives the bytes of a file without a copy', () => {
    const bytes = Buffer.from('bytes')
    expect(plain.encode(new Rendered([{ bytes, byteLength: bytes.length }]))).toBe(bytes)
  })
})

describe('a body that ends early', () => {
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
    const body = bodyOf(['a'], { encode () { throw error } }).resume()
    await until(() => body.closed)
    expect(body.failure).toEqual({ error })
  })
})

describe('a body streamed to a client', () => {
  /** Serves a client a body that waits for a gate; says what was reported, and when all is over. */
  async function serve (prepare = () => {}, request = {}) {
    const { promise, open, fail } = gate()
    const streamed = { open, fail, reported: [], isOver: false }
    streamed.client = await clientOf((req, res) => {
      prepare(res)
      streamed.body = bodyOf(['first', asyncChunk(promise)])
      streamBody(streamed.body, res, (error) => streamed.reported.push(error)).then(() => { streamed.isOver = true })
    }, request)
    return streamed
  }

  test.each([
    { name: 'a chunked body has no end', version: '1.1', ending: 'end' },
    { name: 'a body of a known length is not so long', version: '1.1', prepare: (res) => res.setHeader('Content-Length', 100), ending: 'end' },
    { name: 'one that would end with the connection has that reset', version: '1.0', ending: 'ECONNRESET' }
  ])('is cut when it fails: $name', async ({ version, prepare, ending }) => {
    const streamed = await serve(prepare, { version })
    const { client } = streamed
    await until(() => client.body.length > 0)
    streamed.fail(error)
    await client.end()
    expect(client.ending).toBe(ending)
    await until(() => streamed.isOver)
    expect(streamed.reported).toEqual([error])
  })

  test('is not begun for a client that has disconnected', async () => {
    const body = bodyOf(['first'])
    let isOver = false
    const client = await clientOf((req, res) => {
      res.once('close', () => streamBody(body, res, () => {}).then(() => { isOver = true }))
      res.destroy()
    })
    await until(() => isOver)
    expect(body.destroyed).toBe(true)
    client.close()
  })

  test('does not wait for middleware whose write returns nothing', async () => {
    const { client, open } = await serve((res) => {
      const { write } = res
      res.write = function (...args) { write.apply(this, args) }
    })
    await client.receive(1)
    open('second')
    await client.finish()
    expect(client.chunks.map(String)).toEqual(['first', 'second', ''])
  })

  test('is cut on a connection without reset', async () => {
    const folder = viewFolder()
    const reported = []
    const unix = http.createServer((req, res) => {
      streamBody(bodyOf(['first', asyncChunk(turn().then(() => { throw error }))]), res, (error) => reported.push(error))
    })
    await new Promise((resolve) => unix.listen(folder.file('socket'), resolve))
    const socket = net.connect(folder.file('socket')).resume()
    socket.write('GET / HTTP/1.0\r\n\r\n')
    await new Promise((resolve) => socket.once('close', resolve))
    await until(() => reported.length > 0)
    expect(reported).toEqual([error])
    unix.close()
  })

  test('ends when the client disconnects, and a later error is not reported', async () => {
    const streamed = await serve()
    const { client } = streamed
    await client.receive(1)
    client.close()
    await until(() => streamed.isOver)
    streamed.fail(error)
    await turn()
    expect(streamed.body.destroyed).toBe(true)
    expect(streamed.reported).toEqual([])
  })

  test('goes on although the app ends the response', async () => {
    let res
    const streamed = await serve((own) => { res = own })
    const { client } = streamed
    await client.receive(1)
    res.end('own')
    streamed.open('second')
    await client.finish()
    expect([client.isWhole, client.body.toString()]).toEqual([true, 'firstsecond'])
    await until(() => streamed.isOver)
    expect(streamed.reported).toEqual([])
    expect(streamed.body.destroyed).toBe(true)
  })
})
