'use strict'

const zlib = require('node:zlib')
const { setImmediate: turn } = require('node:timers/promises')
const { Responder } = require('../../lib/response/responder')
const { Streamer } = require('../../lib/response/streamer')
const { AsyncChunk } = require('../../lib/page/async-chunk')
const { StaticFragment } = require('../../lib/page/static-fragment')
const { StreamingRender } = require('../../lib/streaming/streaming-render')
const { CountedValues } = require('../support/counted-values')
const { exchange } = require('../support/exchange')
const { gate } = require('../support/gate')
const { readMember } = require('../support/gzip-member')
const { inflateSoFar } = require('../support/inflate-so-far')
const { listen } = require('../support/platforms')
const { RawClient } = require('../support/raw-client')
const { prose } = require('../support/prose')
const { until } = require('../support/until')

const HTML = 'text/html; charset=utf-8'
const error = new Error('no value')
const fragment = new StaticFragment(prose(2000))
const asyncChunk = (value) => AsyncChunk.of(value, (text) => ({ chunks: [text] }))
const late = () => ['<p>', fragment, asyncChunk(turn().then(() => turn('Zoë, 世界'))), '</p>']
const text = `<p>${fragment.text}Zoë, 世界</p>`

function underwayOf (chunks) {
  const streamingRender = new StreamingRender()
  streamingRender.push(chunks)
  streamingRender.complete()
  return streamingRender
}

/** What sends a page made of chunks to every request. */
function serve (chunksOf, { settings, prepare = () => {}, outcomes = [] } = {}) {
  const streamer = new Streamer(new Responder({ compress: true, threshold: 1024, ...settings }))
  return (req, res) => {
    prepare(res, req)
    const outcome = { req, res, reported: [] }
    outcomes.push(outcome)
    outcome.sent = streamer.send(req, res, underwayOf(chunksOf()), (error) => outcome.reported.push(error))
    outcome.sent.catch((error) => {
      outcome.error = error
      outcome.headers = res.getHeaders()
      res.statusCode = 500
      res.end('failed')
    })
  }
}

const set = (headers) => (res) => { for (const [name, value] of Object.entries(headers)) res.setHeader(name, value) }
const accepting = (coding, headers) => ({ headers: { ...coding && { 'accept-encoding': coding }, ...headers } })

/** The page as a client reads it. */
function textOf ({ headers, body }) {
  return String(headers['content-encoding'] === 'gzip' ? readMember(body).content : body)
}

describe('a streamed page', () => {
  test.each(['identity', 'gzip'])('is chunked, without a length and a validator, as %s', async (coding) => {
    const answer = await exchange(serve(late), accepting(coding))
    expect(answer.status).toBe(200)
    expect(answer.headers).toEqual({
      'content-type': HTML,
      'transfer-encoding': 'chunked',
      vary: 'Accept-Encoding',
      ...coding === 'gzip' && { 'content-encoding': 'gzip' }
    })
    expect(textOf(answer)).toBe(text)
  })

  test.each(['identity', 'gzip'])('is chunked and one write if all chunks are ready, as %s', async (coding) => {
    const server = await listen(serve(() => ['a', fragment, 'b']))
    const client = new RawClient(server.port, accepting(coding))
    await client.finish()
    expect(client.head.headers).toMatchObject({ 'transfer-encoding': 'chunked', vary: 'Accept-Encoding' })
    expect(client.head.headers).not.toHaveProperty('content-length')
    expect(client.head.headers).not.toHaveProperty('etag')
    expect(client.chunks).toHaveLength(2)
    expect(textOf({ ...client.head, body: client.chunks[0] })).toBe(`a${fragment.text}b`)
    server.close()
  })

  test('is chunked if it is empty', async () => {
    for (const chunks of [[], [asyncChunk(new CountedValues([]))], [asyncChunk(turn(''))]]) {
      const { status, headers, body } = await exchange(serve(() => chunks))
      expect({ status, coding: headers['transfer-encoding'], text: body.toString() }).toEqual({ status: 200, coding: 'chunked', text: '' })
    }
  })

  test.each(['identity', 'gzip'])('can be decoded up to the latest part, as %s', async (coding) => {
    const gates = [gate(), gate()]
    const server = await listen(serve(() => ['<p>', fragment, asyncChunk(gates[0].promise), 'b', asyncChunk(gates[1].promise), '</p>']))
    const client = new RawClient(server.port, accepting(coding))
    const read = () => String(coding === 'gzip' ? inflateSoFar(client.body) : client.body)

    await client.receive(1)
    expect(read()).toBe(`<p>${fragment.text}`)
    gates[0].open('a')
    await client.receive(2)
    expect(read()).toBe(`<p>${fragment.text}ab`)
    gates[1].open('c')
    await client.finish()
    expect(read()).toBe(`<p>${fragment.text}abc</p>`)
    expect(textOf({ ...client.head, body: client.body })).toBe(`<p>${fragment.text}abc</p>`)
    server.close()
  })
})

describe('the content coding', () => {
  const codingOf = async (chunksOf, options, header) => {
    const answer = await exchange(serve(chunksOf, options), accepting(header))
    return { coding: answer.headers['content-encoding'] ?? 'identity', varies: 'vary' in answer.headers, text: textOf(answer) }
  }

  test.each([
    { header: undefined, coding: 'identity' },
    { header: 'identity', coding: 'identity' },
    { header: 'gzip', coding: 'gzip' },
    { header: 'br', coding: 'identity' },
    { header: 'gzip, deflate, br', coding: 'gzip' },
    { header: 'br;q=1, gzip;q=0.5', coding: 'gzip' },
    { header: 'br;q=1, identity;q=0.5, gzip;q=0.1', coding: 'identity' },
    { header: 'gzip;q=0, *', coding: 'identity' },
    { header: '*', coding: 'gzip' },
    { header: '*;q=0', coding: 'identity' },
    { header: 'zstd, deflate', coding: 'identity' }
  ])('for a client that accepts $header is $coding', async ({ header, coding }) => {
    expect(await codingOf(late, {}, header)).toEqual({ coding, varies: true, text })
  })

  test.each([
    { name: 'compress: false', options: { settings: { compress: false } }, varies: false },
    { name: 'Cache-Control: no-transform', options: { prepare: set({ 'Cache-Control': 'private, no-transform' }) }, varies: false },
    { name: 'status 206', options: { prepare (res) { res.statusCode = 206 } }, varies: false },
    { name: 'a threshold', options: { settings: { threshold: 1e6 } }, chunksOf: () => [text], varies: false }
  ])('is none with $name', async ({ options, varies, chunksOf = late }) => {
    expect(await codingOf(chunksOf, options, 'gzip')).toEqual({ coding: 'identity', varies, text })
  })

  test('set by the app is kept', async () => {
    const { headers, body } = await exchange(serve(late, { prepare: set({ 'Content-Encoding': 'x-own' }) }), accepting('gzip'))
    expect(headers).toEqual({ 'content-type': HTML, 'content-encoding': 'x-own', 'transfer-encoding': 'chunked' })
    expect(body.toString()).toBe(text)
  })

  test('ignores the threshold while the length is unknown', async () => {
    expect(await codingOf(() => ['a', asyncChunk(turn().then(() => turn('b')))], {}, 'gzip')).toEqual({ coding: 'gzip', varies: true, text: 'ab' })
  })

  test('deflates dynamic text', async () => {
    const dynamic = prose(5000)
    const { headers, body } = await exchange(serve(() => [asyncChunk(turn().then(() => turn(dynamic)))]), accepting('gzip'))
    expect(textOf({ headers, body })).toBe(dynamic)
    expect(body.length).toBeLessThan(dynamic.length)
  })

  test('depends on the threshold if all chunks are ready', async () => {
    for (const [length, coding] of [[99, 'identity'], [100, 'gzip']]) {
      expect((await codingOf(() => ['x'.repeat(length)], { settings: { threshold: 100 } }, 'gzip')).coding).toBe(coding)
    }
  })

  test("by compress: 'static' never deflates what is dynamic", async () => {
    const lengths = []
    for (const secret of ['x'.repeat(5000), prose(9000).replace(/[^ -~]/g, '').slice(0, 5000)]) {
      const { headers, body } = await exchange(serve(() => [fragment, secret, asyncChunk(turn().then(() => turn(secret)))], { settings: { compress: 'static' } }), accepting('gzip'))
      expect(textOf({ headers, body })).toBe(fragment.text + secret + secret)
      lengths.push(body.length)
    }
    expect(lengths[0]).toBe(lengths[1])
    expect(lengths[0]).toBeGreaterThan(10_000)
    expect(lengths[0]).toBeLessThan(10_000 + fragment.byteLength)
  })
})

describe('headers of the app', () => {
  const own = { 'content-type': 'application/xhtml+xml', 'cache-control': 'private', etag: 'W/"mine"', 'last-modified': 'Tue, 01 Jul 2025 00:00:00 GMT', 'x-own': '1' }

  test.each(['identity', 'gzip'])('stays, as %s', async (coding) => {
    const { headers } = await exchange(serve(late, { prepare: set({ ...own, vary: 'Cookie' }) }), accepting(coding))
    expect(headers).toMatchObject({ ...own, vary: 'Cookie, Accept-Encoding' })
  })

  test.each([
    { coding: 'identity', tag: '"mine"' },
    { coding: 'gzip', tag: 'W/"mine"' }
  ])('as a strong validator is $tag as $coding', async ({ coding, tag }) => {
    const { headers } = await exchange(serve(late, { prepare: set({ etag: '"mine"' }) }), accepting(coding))
    expect(headers.etag).toBe(tag)
  })

  test('do not keep a Content-Length', async () => {
    for (const chunksOf of [late, () => [text]]) {
      const { headers, body } = await exchange(serve(chunksOf, { prepare: set({ 'Content-Length': 3 }) }))
      expect(headers).toEqual({ 'content-type': HTML, 'transfer-encoding': 'chunked', vary: 'Accept-Encoding' })
      expect(body.toString()).toBe(text)
    }
  })
})

describe('a response without a body', () => {
  const values = () => new CountedValues(['a', 'b'])

  test.each(['identity', 'gzip'])('to HEAD has the headers of the page, as %s', async (coding) => {
    const source = values()
    const listener = serve(() => ['a', fragment, asyncChunk(turn().then(turn)), asyncChunk(source)])
    const got = await exchange(serve(late), accepting(coding))
    const { 'transfer-encoding': framing, ...headers } = got.headers
    expect(await exchange(listener, { method: 'HEAD', ...accepting(coding) })).toEqual({ status: 200, headers, body: Buffer.alloc(0) })
    expect(source).toMatchObject({ pulled: 0, returned: 1 })
  })

  test.each([
    { status: 204, headers: {} },
    { status: 205, headers: { 'content-length': '0' } },
    { status: 304, headers: {} }
  ])('of status $status has no headers of a body', async ({ status, headers }) => {
    const source = values()
    const listener = serve(() => ['a', fragment, asyncChunk(turn().then(turn)), asyncChunk(source)], { prepare (res) { res.statusCode = status } })
    expect(await exchange(listener, accepting('gzip'))).toEqual({ status, headers, body: Buffer.alloc(0) })
    expect(source).toMatchObject({ pulled: 0, returned: 1 })
  })
})

describe('by HTTP/1.0', () => {
  test.each(['identity', 'gzip'])('a page ends with its connection, as %s', async (coding) => {
    for (const chunksOf of [late, () => [text]]) {
      const server = await listen(serve(chunksOf))
      const client = new RawClient(server.port, { version: '1.0', ...accepting(coding, { Connection: 'keep-alive' }) })
      await client.end()
      expect(client.ending).toBe('end')
      expect(client.head.headers).not.toHaveProperty('transfer-encoding')
      expect(client.head.headers).not.toHaveProperty('content-length')
      expect(client.head.headers.connection).toBe('close')
      expect(textOf({ ...client.head, body: client.rest })).toBe(text)
      server.close()
    }
  })

  test('HEAD and 304 have no body', async () => {
    const statuses = [200, 304, 304]
    const server = await listen(serve(late, { prepare (res) { res.statusCode = statuses.shift() } }))
    for (const method of ['HEAD', 'GET', 'HEAD']) {
      const client = new RawClient(server.port, { method, version: '1.0' })
      await client.end()
      expect(client.ending).toBe('end')
      expect(client.rest).toHaveLength(0)
      expect(client.head.headers).not.toHaveProperty('transfer-encoding')
    }
    server.close()
  })
})

describe('an error before the first byte', () => {
  test.each([
    { name: 'a value at the beginning', chunks: () => [asyncChunk(Promise.reject(error))] },
    { name: 'a value behind what is ready, at once', chunks: () => ['a', fragment, asyncChunk(Promise.reject(error))] },
    { name: 'a late value at the beginning', chunks: () => [asyncChunk(turn().then(() => { throw error })), 'a'] },
    { name: 'an iterable', chunks: () => [asyncChunk(new CountedValues([Promise.reject(error)]))] }
  ])('is thrown, and the response is unchanged: $name', async ({ chunks }) => {
    const outcomes = []
    const source = new CountedValues(['a'])
    const listener = serve(() => [...chunks(), asyncChunk(source)], { prepare: set({ 'X-Own': '1', 'Content-Length': 6 }), outcomes })
    const { status, body } = await exchange(listener, accepting('gzip'))
    expect([status, body.toString()]).toEqual([500, 'failed'])
    expect(outcomes[0].error).toBe(error)
    expect({ ...outcomes[0].headers }).toEqual({ 'x-own': '1', 'content-length': 6 })
    expect(outcomes[0].reported).toEqual([])
    expect(source.returned).toBe(1)
  })
})

describe('an error after the first byte', () => {
  test.each(['identity', 'gzip'])('is reported, and cuts the connection, as %s', async (coding) => {
    const outcomes = []
    const { promise, fail } = gate()
    const server = await listen(serve(() => ['a', fragment, asyncChunk(promise), 'b'], { outcomes }))
    const client = new RawClient(server.port, accepting(coding))
    await client.receive(1)
    fail(error)
    await client.end()
    expect(client.isWhole).toBe(false)
    expect(String(coding === 'gzip' ? inflateSoFar(client.body) : client.body)).toBe(`a${fragment.text}`)
    if (coding === 'gzip') expect(() => zlib.gunzipSync(client.body)).toThrow('unexpected end of file')
    await outcomes[0].sent
    expect(outcomes[0].reported).toEqual([error])
    server.close()
  })
})

describe('a disconnected client', () => {
  let server
  afterEach(() => server.close())

  test.each([
    { name: 'before the first byte', begun: [] },
    { name: 'after the first byte', begun: ['a'] }
  ])('$name receives nothing more, and all async chunks are released', async ({ begun }) => {
    const outcomes = []
    const source = new CountedValues([new Promise(() => {})])
    server = await listen(serve(() => [...begun, asyncChunk(source), asyncChunk(Promise.reject(error))], { outcomes }))
    const client = new RawClient(server.port)
    await until(() => source.pulled === 1)
    if (begun.length > 0) await client.receive(1)
    client.close()
    await until(() => source.returned === 1)
    await outcomes[0].sent
    expect(outcomes[0].error).toBeUndefined()
    expect(outcomes[0].reported).toEqual([])
  })

  test('before the page has begun: nothing is read', async () => {
    const source = new CountedValues(['a'])
    const streamer = new Streamer(new Responder({ compress: true, threshold: 0 }))
    let sent
    server = await listen((req, res) => res.once('close', () => { sent = streamer.send(req, res, underwayOf(['a', asyncChunk(source)]), () => {}) }))
    const client = new RawClient(server.port)
    await until(() => client.socket.bytesWritten > 0)
    await turn()
    client.close()
    await until(() => sent !== undefined)
    await sent
    expect(source).toMatchObject({ pulled: 0, returned: 1 })
  })

  test('is no longer listened for once the page has begun', async () => {
    const counts = []
    const { promise, open } = gate()
    const count = (res) => counts.push(res.listenerCount('close'))
    const prepare = (res) => {
      count(res)
      setImmediate(count, res)
      const { writeHead } = res
      res.writeHead = function (...args) {
        count(res)
        return writeHead.apply(this, args)
      }
    }
    server = await listen(serve(() => [asyncChunk(promise)], { prepare }))
    const client = new RawClient(server.port)
    await until(() => counts.length === 2)
    open('a')
    await client.finish()
    const [before] = counts
    expect(counts).toEqual([before, before + 1, before])
  })
})

describe('a response that has already been sent', () => {
  const moments = [
    { name: 'before', prepare (res) { res.write('mine') } },
    { name: 'when the page is awaited', prepare (res) { setImmediate(() => res.write('mine')) } }
  ]

  test.each(moments)('$name is not changed, which is an error, and the page is released', async ({ prepare }) => {
    const outcomes = []
    const source = new CountedValues([new Promise(() => {})])
    const { body } = await exchange(serve(() => [asyncChunk(turn().then(turn).then(() => turn('late'))), asyncChunk(source)], { prepare, outcomes }))
    expect(body.toString()).toBe('minefailed')
    expect(outcomes[0].error).toEqual(Object.assign(new Error('A page was streamed after the response had been sent'), { code: 'ERR_HTTP_HEADERS_SENT' }))
    expect(source.returned).toBe(1)
  })

  test('is an error at once, even if the page is pending', async () => {
    const outcomes = []
    await exchange(serve(() => [asyncChunk(new Promise(() => {}))], { prepare (res) { res.flushHeaders() }, outcomes }))
    expect(outcomes[0].error.code).toBe('ERR_HTTP_HEADERS_SENT')
  })

  test('and is over is an error as well', async () => {
    const outcomes = []
    const { promise, open } = gate()
    const listener = serve(() => [asyncChunk(promise)], {
      outcomes,
      prepare (res) {
        res.once('close', open)
        setImmediate(() => res.end('mine'))
      }
    })
    expect((await exchange(listener)).body.toString()).toBe('mine')
    await until(() => outcomes[0].error !== undefined)
    expect(outcomes[0].error.code).toBe('ERR_HTTP_HEADERS_SENT')
  })
})

describe('a head that cannot be written', () => {
  const hook = new Error('of a hook')
  const heads = [
    { name: 'for its status', prepare (res) { res.statusCode = 99 }, message: 'Invalid status code: 99' },
    { name: 'for what hears of it', prepare: (res) => { res.writeHead = fail }, message: hook.message }
  ]
  /** Once, as packages do. */
  function fail () {
    delete this.writeHead
    throw hook
  }

  const pages = [
    { page: 'that is ready', chunksOf: () => [text] },
    { page: 'under way', chunksOf: late }
  ]

  describe.each(heads)('$name', ({ prepare, message }) => {
    test.each(pages)('is an error of the request, for a page $page', async ({ chunksOf }) => {
      const outcomes = []
      const source = new CountedValues(['a'])
      const listener = serve(() => [...chunksOf(), ...chunksOf === late ? [asyncChunk(source)] : []], { prepare, outcomes })
      const { status, headers, body } = await exchange(listener, accepting('gzip'))
      expect([status, body.toString()]).toEqual([500, 'failed'])
      expect(headers).not.toHaveProperty('content-encoding')
      expect(outcomes[0].error.message).toBe(message)
      expect(outcomes[0].reported).toEqual([])
      expect(source).toMatchObject({ pulled: 0, returned: chunksOf === late ? 1 : 0 })
    })
  })
})
